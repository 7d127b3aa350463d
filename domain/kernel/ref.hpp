// A reference to anything that has an identity: the subject of an event or of a refusal. Its text
// is the id's text, so the prefix names the kind.
#pragma once

#include "domain/kernel/ids.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

[[nodiscard]] std::string to_text(const Ref& ref);

// Nothing if no kind has that prefix or the digits are not valid.
[[nodiscard]] std::optional<Ref> parse_ref(std::string_view text);

// The refs of one kind.
template <class AnyId>
[[nodiscard]] std::vector<AnyId> ids_among(const std::vector<Ref>& refs) {
    std::vector<AnyId> ids;
    for (const auto& ref : refs) {
        if (const auto id = ref.as<AnyId>()) ids.push_back(*id);
    }
    return ids;
}

}  // namespace dibs
