// The types of all events, from the list itself, so that a test cannot omit a new one.
#pragma once

#include "domain/world/aggregates.hpp"

#include <set>
#include <string>

namespace dibs::test {

template <class... Es>
void add_types(std::set<std::string>& types, const EventOf<Es...>*) {
    (types.emplace(Es::type), ...);
}
inline std::set<std::string> all_event_types() {
    std::set<std::string> types;
    for_each_part<Event>(
        [&]<class Part>() { add_types(types, static_cast<const Part*>(nullptr)); });
    return types;
}

}  // namespace dibs::test
