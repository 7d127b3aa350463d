// The list of aggregates. It generates the World, and the few functions that know every event or
// every command.
#pragma once

#include "domain/access/grant.hpp"
#include "domain/access/group.hpp"
#include "domain/board/board.hpp"
#include "domain/budget/budget.hpp"
#include "domain/effect/effect.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/kernel/aggregate.hpp"
#include "domain/people/feed.hpp"
#include "domain/people/people.hpp"
#include "domain/reservation/reservation.hpp"
#include "domain/rules/rules.hpp"
#include "domain/violation/violation.hpp"
#include "domain/world/answer.hpp"
#include "domain/world/audit.hpp"

#include <type_traits>

namespace dibs {

// The only list. Its order affects only the order of due decisions.
using Aggregates =
    List<rules::Aggregate, people::Aggregate, group::Aggregate, grant::Aggregate, fleet::Aggregate,
         reservation::Aggregate, violation::Aggregate, board::Aggregate, effect::Aggregate,
         answer::Aggregate, audit::Aggregate, feed::Aggregate, budget::Aggregate>;

template <class A>
concept Commanded = requires { typename A::Command; };

// Calls visit.template operator()<Part>() for each aggregate's part of Any, which is Event or
// Command: its own OneOf. Tick is a part of its own.
template <class Any, class Visit>
constexpr void for_each_part(Visit&& visit) {
    if constexpr (std::is_same_v<Any, Command>) visit.template operator()<CommandOf<Tick>>();
    for_each_type(Aggregates{}, [&]<class A>() {
        if constexpr (std::is_same_v<Any, Event>) {
            visit.template operator()<typename A::Event>();
        } else if constexpr (Commanded<A>) {
            visit.template operator()<typename A::Command>();
        }
    });
}

// Calls `visit_one` with the event's own struct.
template <class A, class... Rest, class Visit>
decltype(auto) visit_event(Visit&& visit_one, const Event& event, List<A, Rest...>) {
    if constexpr (sizeof...(Rest) > 0) {
        if (!event.is_in<typename A::Event>()) {
            return visit_event(visit_one, event, List<Rest...>{});
        }
    }
    return visit(visit_one, as<typename A::Event>(event).value());
}
template <class Visit>
decltype(auto) visit_event(Visit&& visit_one, const Event& event) {
    return visit_event(visit_one, event, Aggregates{});
}
// The same for a command, including Tick. Returns nothing.
template <class Visit>
void visit_command(Visit&& visit_one, const Command& command) {
    for_each_part<Command>([&]<class Part>() {
        if (const auto part = as<Part>(command)) visit(visit_one, *part);
    });
}

}  // namespace dibs
