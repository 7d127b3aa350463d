// The list of aggregates, for what is made for each of them: the World, and the few functions that
// know every event or every command.
#pragma once

#include "domain/aggregate.hpp"
#include "domain/answer.hpp"
#include "domain/audit.hpp"
#include "domain/board.hpp"
#include "domain/budget.hpp"
#include "domain/effect.hpp"
#include "domain/feed.hpp"
#include "domain/fleet.hpp"
#include "domain/grant.hpp"
#include "domain/group.hpp"
#include "domain/people.hpp"
#include "domain/reservation.hpp"
#include "domain/rules.hpp"
#include "domain/violation.hpp"

namespace dibs {

// The one list. Order matters to nothing but the order in which what is due is decided.
using Aggregates =
    List<rules::Aggregate, people::Aggregate, group::Aggregate, grant::Aggregate, fleet::Aggregate,
         reservation::Aggregate, violation::Aggregate, board::Aggregate, effect::Aggregate,
         answer::Aggregate, audit::Aggregate, feed::Aggregate, budget::Aggregate>;

template <class A>
concept Commanded = requires { typename A::Command; };

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
// The same for a command, a Tick too; without an answer.
template <class Visit>
void visit_command(Visit&& visit_one, const Command& command) {
    if (const auto* tick = get_if<Tick>(&command)) return visit_one(*tick);
    for_each_type(Aggregates{}, [&]<class A>() {
        if constexpr (Commanded<A>) {
            if (const auto part = as<typename A::Command>(command)) visit(visit_one, *part);
        }
    });
}

}  // namespace dibs
