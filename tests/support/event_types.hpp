// The types of all events, from the variants themselves, so that a new one cannot be forgotten
// where a test has something for each.
#pragma once

#include "domain/recorded.hpp"

#include <set>
#include <string>
#include <variant>

namespace dibs::test {

template <class... Es>
void add_types(std::set<std::string>& types, const std::variant<Es...>*) {
    (types.emplace(Es::type), ...);
}
template <class... OfAggregates>
std::set<std::string> types_of(const std::variant<OfAggregates...>*) {
    std::set<std::string> types;
    (add_types(types, static_cast<const OfAggregates*>(nullptr)), ...);
    return types;
}
inline std::set<std::string> all_event_types() {
    return types_of(static_cast<const Event*>(nullptr));
}

}  // namespace dibs::test
