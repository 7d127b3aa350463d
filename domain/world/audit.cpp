// A seal covers more than the one before it, and no future facts.
#include "domain/world/audit.hpp"

#include "domain/world/world.hpp"

namespace dibs::audit {

State evolve(State state, const Event& event) {
    state.until = get<Sealed>(event).seal.until;
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    const auto& seal = get<SealLog>(command).seal;
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs seals its log.");
    if (seal.until <= world.audit.until) {
        return refuse(Code::already_exists, "until", "A seal covers this already.");
    }
    if (seal.until > world.position) {
        return refuse(Code::out_of_range, "until", "A seal covers what has happened.");
    }
    return std::vector<Event>{Sealed{seal}};
}

}  // namespace dibs::audit
