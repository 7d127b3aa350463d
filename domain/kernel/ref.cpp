// Converts references to text and back.
#include "domain/kernel/ref.hpp"

#include <algorithm>

namespace dibs {

std::optional<Ref> Ref::of(std::string_view prefix, const Uuid& uuid) {
    const auto* kind = std::find(kinds.begin(), kinds.end(), prefix);
    if (kind == kinds.end()) return std::nullopt;
    Ref ref;
    ref.prefix_ = *kind;
    ref.uuid_ = uuid;
    return ref;
}

std::string to_text(const Ref& ref) {
    std::string text(ref.prefix());
    text += '_';
    append_base32(text, ref.uuid());
    return text;
}

std::optional<Ref> parse_ref(std::string_view text) {
    const auto end = text.find('_');
    if (end == text.npos) return std::nullopt;
    const auto uuid = from_base32(text.substr(end + 1));
    return uuid ? Ref::of(text.substr(0, end), *uuid) : std::nullopt;
}

}  // namespace dibs
