// Text about a person: names, titles, command lines, password hashes. It has a type of its own so
// that one place (codec/personal) decides how it is stored, and can seal it with erasable keys.
#pragma once

#include <compare>

namespace dibs {

template <class T>
struct Personal {
    T value{};
    friend auto operator<=>(const Personal&, const Personal&) = default;
};

}  // namespace dibs
