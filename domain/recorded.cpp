// What events say of themselves, whichever they are.
#include "domain/recorded.hpp"

#include "domain/aggregates.hpp"

namespace dibs {

Audience audience_of(const Event& event) {
    return visit_event([](const auto& e) { return e.audience(); }, event);
}

Subjects subjects_of(const Event& event) {
    return visit_event([](const auto& e) { return e.subjects(); }, event);
}

}  // namespace dibs
