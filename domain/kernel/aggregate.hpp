// Declares how aggregates are listed. An aggregate is a type that names its parts. The list in
// aggregates.hpp yields World, Command, Event, their names, the codec's tables and the dispatch.
//
//   namespace fleet {
//   struct Aggregate {
//       static constexpr std::string_view name = "fleet";
//       using State = fleet::State;  using Command = fleet::Command;  using Event = fleet::Event;
//       struct Part { State fleet; };                          // its member of the World
//       static State& of(Part& part) { return part.fleet; }       // and of a const one
//   };
//   State evolve(State, const Event&);                          // found by its arguments
//   void note_time(State&, const Event&, Instant at);           // if its stamps matter
//   Result<std::vector<Event>> decide(const World&, const Command&, const Context&);
//   }
//
// A snapshot of the world stores the rows of an aggregate. All other state is derived from the rows
// when they are restored:
//
//   using Rows = List<Host, …>;           // each with its Fields, and a name: Host::row
//   template <class Visit> static void each_row(const State&, Visit&& visit);
//   }
//   void restore(State&, Host);           // found by its arguments
//
// A row with Personal members names the owner of the key that seals them, as an event does.
//
// An aggregate that reacts to the passing of time also has, in its Aggregate:
//
//   using DueAfter = List<…>;                           // their events may make it due
//   static std::vector<Event> due(const World&, const Context&);
//   static std::optional<Instant> next_due(const World&, Instant now);   // if nothing else happens
//   struct SecondDue { … };             // a name and these three, if later events build on due's
//
// Each due decision sees the events of those before it in the World.
#pragma once

#include <cstddef>
#include <type_traits>

namespace dibs {

struct World;

template <class... Ts>
struct List {
    static constexpr std::size_t size = sizeof...(Ts);
};

// The index of T in a List, from 0.
template <class T, class L>
struct IndexIn;
template <class T, class... Ts>
struct IndexIn<T, List<Ts...>> {
    static constexpr std::size_t value = [] {
        std::size_t at = 0;
        (void)((std::is_same_v<T, Ts> || (++at, false)) || ...);
        return at;
    }();
    static_assert(value < sizeof...(Ts), "not in the list");
};

// Calls visit.template operator()<T>() for each type of a List, in order.
template <class... Ts, class Visit>
constexpr void for_each_type(List<Ts...>, Visit&& visit) {
    (visit.template operator()<Ts>(), ...);
}

template <class A>
concept Timed = requires { typename A::DueAfter; };

}  // namespace dibs
