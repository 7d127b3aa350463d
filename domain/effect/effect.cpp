// Records reports of effects unchanged: a second report of the same effect is also a fact.
#include "domain/effect/effect.hpp"

#include "domain/kernel/overloaded.hpp"
#include "domain/world/world.hpp"

namespace dibs::effect {
namespace {

using Events = Result<std::vector<Event>>;

Events decide_report(const State& state, const Report& report) {
    if (!state.watched.contains(report.reactor)) {
        return refuse(Code::not_found, "reactor", "No reactor of this name follows the facts.");
    }
    if (report.outcome == Outcome::done) {
        return std::vector<Event>{
            Done{report.reactor, report.position, report.attempt, report.epoch}};
    }
    return std::vector<Event>{Failed{report.reactor, report.position, report.attempt, report.epoch,
                                     report.detail, report.outcome == Outcome::gave_up}};
}

}  // namespace

State evolve(State state, const Event& event) {
    if (const auto* watched = get_if<Watched>(&event)) state.watched.insert(watched->reactor);
    return state;
}

Events decide(const World& world, const Command& command, const Context& context) {
    const State& state = world.effects;
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs reports its effects.");
    return visit(overloaded{
                     [&](const Watch& watch) -> Events {
                         if (state.watched.contains(watch.reactor)) {
                             return std::vector<Event>{};
                         }
                         return std::vector<Event>{Watched{watch.reactor}};
                     },
                     [&](const Report& report) { return decide_report(state, report); },
                 },
                 command);
}

}  // namespace dibs::effect
