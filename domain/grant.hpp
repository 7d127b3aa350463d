// Grants: who may use which GPUs, when. Every decision about a booking asks `covers`. The first
// start gives everyone everything; narrower grants with windows are a later capability.
#pragma once

#include "domain/aggregate.hpp"
#include "domain/context.hpp"
#include "domain/event.hpp"
#include "domain/ids.hpp"
#include "domain/result.hpp"

#include <map>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::grant {

enum class Grantee { everyone };
enum class Target { everything };

// commands
struct Give {
    static constexpr std::string_view type = "grant.give";
    GrantId id;
    Grantee to = Grantee::everyone;
    Target what = Target::everything;
};
using Command = std::variant<Give>;

// events
struct Given {
    static constexpr std::string_view row = "grant";
    static constexpr std::string_view type = "grant.given.v1";
    static constexpr std::string_view description = "Somebody may use GPUs from now on.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id); }
    GrantId id;
    Grantee to = Grantee::everyone;
    Target what = Target::everything;
};
using Event = std::variant<Given>;

struct State {
    std::map<GrantId, Given> grants;
};

struct Aggregate {
    static constexpr std::string_view name = "grants";
    using State = grant::State;
    using Command = grant::Command;
    using Event = grant::Event;
    struct Part {
        State grants;
    };
    static State& of(Part& part) { return part.grants; }
    static const State& of(const Part& part) { return part.grants; }

    using Rows = List<Given>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, given] : state.grants) visit(given);
    }
};

// True if the grants, chained together, let this person use this GPU at every instant of `when`.
[[nodiscard]] bool covers(const State& state, PersonId person, GpuId gpu, const Interval& when);

[[nodiscard]] State evolve(State state, const Event& event);
inline void restore(State& state, Given row) {
    state.grants.emplace(row.id, row);
}
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::grant
