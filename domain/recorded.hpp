// The list of aggregates, what it makes (Command and Event), and an event as the log keeps it.
#pragma once

#include "domain/aggregate.hpp"
#include "domain/answer.hpp"
#include "domain/audit.hpp"
#include "domain/board.hpp"
#include "domain/budget.hpp"
#include "domain/effect.hpp"
#include "domain/event.hpp"
#include "domain/feed.hpp"
#include "domain/fleet.hpp"
#include "domain/grant.hpp"
#include "domain/group.hpp"
#include "domain/people.hpp"
#include "domain/reservation.hpp"
#include "domain/rules.hpp"
#include "domain/time.hpp"
#include "domain/violation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

namespace dibs {

// The one list. Order matters to nothing but the order in which what is due is decided.
using Aggregates =
    List<rules::Aggregate, people::Aggregate, group::Aggregate, grant::Aggregate, fleet::Aggregate,
         reservation::Aggregate, violation::Aggregate, board::Aggregate, effect::Aggregate,
         answer::Aggregate, audit::Aggregate, feed::Aggregate, budget::Aggregate>;

// Time passed: the writer runs it each second. It yields events only when something is due.
struct Tick {
    static constexpr std::string_view type = "tick";
};

template <class A>
concept Commanded = requires { typename A::Command; };

template <class Made, class... As>
struct CommandOf {
    using type = Made;
};
template <class... Made, class A, class... Rest>
struct CommandOf<std::variant<Made...>, A, Rest...> : CommandOf<std::variant<Made...>, Rest...> {};
template <class... Made, Commanded A, class... Rest>
struct CommandOf<std::variant<Made...>, A, Rest...>
    : CommandOf<std::variant<Made..., typename A::Command>, Rest...> {};
template <class... As>
typename CommandOf<std::variant<Tick>, As...>::type command_of(List<As...>);
template <class... As>
std::variant<typename As::Event...> event_of(List<As...>);

template <class E, class Whole>
inline constexpr bool is_one_of = false;
template <class E, class... Es>
inline constexpr bool is_one_of<E, std::variant<Es...>> = (std::is_same_v<E, Es> || ...);

// A command, and an event, of any aggregate: the variant of theirs. What copies, moves and destroys
// one is compiled in recorded.cpp alone: std::variant would make it anew, for a hundred types, in
// every unit that has one.
struct Command : decltype(command_of(Aggregates{})) {
    using Of = decltype(command_of(Aggregates{}));
    template <class C>
        requires is_one_of<C, Of>
    Command(C of_aggregate);  // NOLINT(google-explicit-constructor): as that of the variant
    Command(const Command& other);
    Command(Command&& other) noexcept;
    Command& operator=(const Command& other);
    Command& operator=(Command&& other) noexcept;
    ~Command();
};
struct Event : decltype(event_of(Aggregates{})) {
    using Of = decltype(event_of(Aggregates{}));
    template <class E>
        requires is_one_of<E, Of>
    Event(E of_aggregate);  // NOLINT(google-explicit-constructor): as that of the variant
    Event(const Event& other);
    Event(Event&& other) noexcept;
    Event& operator=(const Event& other);
    Event& operator=(Event&& other) noexcept;
    ~Event();
};

// Calls visit with the event's own struct.
template <class Visit>
decltype(auto) visit_event(Visit&& visit, const Event& event) {
    return std::visit(
        [&](const auto& of_aggregate) -> decltype(auto) { return std::visit(visit, of_aggregate); },
        event);
}
// The same for a command.
template <class Visit>
decltype(auto) visit_command(Visit&& visit, const Command& command) {
    return std::visit(
        [&]<class C>(const C& c) -> decltype(auto) {
            if constexpr (std::is_same_v<C, Tick>) {
                return visit(c);
            } else {
                return std::visit(visit, c);
            }
        },
        command);
}

// "reservation.booked.v1"
[[nodiscard]] std::string_view type_of(const Event& event);
[[nodiscard]] Audience audience_of(const Event& event);
[[nodiscard]] Subjects subjects_of(const Event& event);
// "reservation.book", "tick"
[[nodiscard]] std::string_view name_of(const Command& command);

// Who caused an event, and how it came in.
struct Origin {
    std::optional<PersonId> actor{};  // none: Dibs itself
    std::string source{};             // the client's address
    std::string request_id{};
    std::string command_key{};  // Idempotency-Key, of this actor; empty: none was named
    std::string body_hash{};
    friend bool operator==(const Origin&, const Origin&) = default;
};

// An event as the log keeps it.
struct Recorded {
    Position position = 0;
    Instant at;
    Origin origin;
    Event event;
    bool last_of_command = true;
};

}  // namespace dibs
