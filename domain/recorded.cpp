// What events and commands say of themselves, whichever they are.
#include "domain/recorded.hpp"

namespace dibs {
namespace {

template <class... Es>
constexpr bool all_declared(const std::variant<Es...>*) {
    return (DeclaredEvent<Es> && ...);
}
template <class... As>
constexpr bool all_declared(List<As...>) {
    return (all_declared(static_cast<const typename As::Event*>(nullptr)) && ...);
}
static_assert(all_declared(Aggregates{}),
              "an event lacks its type, description, audience or subjects");

}  // namespace

std::string_view type_of(const Event& event) {
    return visit_event([](const auto& e) { return std::string_view(e.type); }, event);
}

Audience audience_of(const Event& event) {
    return visit_event([](const auto& e) { return e.audience(); }, event);
}

Subjects subjects_of(const Event& event) {
    return visit_event([](const auto& e) { return e.subjects(); }, event);
}

std::string_view name_of(const Command& command) {
    return visit_command([](const auto& c) { return std::string_view(c.type); }, command);
}

}  // namespace dibs
