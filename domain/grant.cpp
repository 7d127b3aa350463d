// Grants, as far as they go now: everyone and everything. No grant means no access.
#include "domain/grant.hpp"

#include "domain/overloaded.hpp"
#include "domain/world.hpp"

#include <algorithm>

namespace dibs::grant {

bool covers(const State& state, PersonId, GpuId, const Interval&) {
    return std::any_of(state.grants.begin(), state.grants.end(), [](const auto& entry) {
        return entry.second.to == Grantee::everyone && entry.second.what == Target::everything;
    });
}

State evolve(State state, const Event& event) {
    std::visit(overloaded{[&](const Given& e) { state.grants[e.id] = e; }}, event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    const auto& give = std::get<Give>(command);
    if (!context.is_dibs()) {
        return refuse(Code::not_allowed, "", "Grants are given by the setup only.");
    }
    if (world.grants.grants.contains(give.id)) {
        return refuse(Code::already_exists, "id", "This grant was given already.");
    }
    return std::vector<Event>{Given{give.id, give.to, give.what}};
}

}  // namespace dibs::grant
