// Grants: who may use which GPUs, when. Every decision about a booking asks `covers`. The first
// start gives everyone everything; narrower grants with windows are a later capability.
#pragma once

#include "domain/context.hpp"
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
    GrantId id;
    Grantee to = Grantee::everyone;
    Target what = Target::everything;
};
using Command = std::variant<Give>;

// events
struct Given {
    static constexpr std::string_view type = "grant.given.v1";
    GrantId id;
    Grantee to = Grantee::everyone;
    Target what = Target::everything;
};
using Event = std::variant<Given>;

struct State {
    std::map<GrantId, Given> grants;
};

// True if the grants, chained together, let this person use this GPU at every instant of `when`.
[[nodiscard]] bool covers(const State& state, PersonId person, GpuId gpu, const Interval& when);

[[nodiscard]] State evolve(State state, const Event& event);
[[nodiscard]] Result<std::vector<Event>> decide(const State& state, const Command& command,
                                                const Context& context);

}  // namespace dibs::grant
