// What events and commands say of themselves, whichever they are.
#include "domain/recorded.hpp"

#include <utility>

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

template <class C>
    requires is_one_of<C, Command::Of>
Command::Command(C of_aggregate) : Of(std::move(of_aggregate)) {}
Command::Command(const Command& other) = default;
Command::Command(Command&& other) noexcept = default;
Command& Command::operator=(const Command& other) = default;
Command& Command::operator=(Command&& other) noexcept = default;
Command::~Command() = default;

template <class E>
    requires is_one_of<E, Event::Of>
Event::Event(E of_aggregate) : Of(std::move(of_aggregate)) {}
Event::Event(const Event& other) = default;
Event::Event(Event&& other) noexcept = default;
Event& Event::operator=(const Event& other) = default;
Event& Event::operator=(Event&& other) noexcept = default;
Event::~Event() = default;

// A line for each aggregate; the linker names the one that lacks.
template Command::Command(Tick);
template Command::Command(rules::Command);
template Command::Command(people::Command);
template Command::Command(group::Command);
template Command::Command(grant::Command);
template Command::Command(fleet::Command);
template Command::Command(reservation::Command);
template Command::Command(violation::Command);
template Command::Command(board::Command);
template Command::Command(effect::Command);
template Command::Command(audit::Command);
template Command::Command(feed::Command);
template Command::Command(budget::Command);
template Event::Event(rules::Event);
template Event::Event(people::Event);
template Event::Event(group::Event);
template Event::Event(grant::Event);
template Event::Event(fleet::Event);
template Event::Event(reservation::Event);
template Event::Event(violation::Event);
template Event::Event(board::Event);
template Event::Event(effect::Event);
template Event::Event(answer::Event);
template Event::Event(audit::Event);
template Event::Event(feed::Event);
template Event::Event(budget::Event);

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
