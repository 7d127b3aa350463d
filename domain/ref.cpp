// Reading a reference: each kind is tried by its prefix.
#include "domain/ref.hpp"

namespace dibs {
namespace {

template <class... Ids>
std::optional<Ref> parse_any(std::string_view text, const std::variant<Ids...>*) {
    std::optional<Ref> found;
    const auto try_one = [&](auto id) {
        if (id) found = *id;
        return found.has_value();
    };
    (void)(try_one(parse_id<Ids>(text)) || ...);
    return found;
}

}  // namespace

std::optional<Ref> parse_ref(std::string_view text) {
    return parse_any(text, static_cast<const Ref*>(nullptr));
}

}  // namespace dibs
