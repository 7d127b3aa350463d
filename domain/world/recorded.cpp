// Reads the declarations of events of any type.
#include "domain/world/recorded.hpp"

#include "domain/world/aggregates.hpp"

namespace dibs {

Audience audience_of(const Event& event) {
    return visit_event([](const auto& e) { return e.audience(); }, event);
}

Subjects subjects_of(const Event& event) {
    return visit_event([](const auto& e) { return e.subjects(); }, event);
}

}  // namespace dibs
