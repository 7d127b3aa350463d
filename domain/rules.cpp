// Within which bounds rules may be set: each objection names the member.
#include "domain/overloaded.hpp"
#include "domain/world.hpp"

namespace dibs::rules {
namespace {

constexpr std::int64_t minutes_of_a_year = 366 * 24 * 60;

std::optional<Refusal> outside(const char* field, std::int64_t value, std::int64_t least,
                               std::int64_t most) {
    if (value >= least && value <= most) return std::nullopt;
    return Refusal{Code::out_of_range, field,
                   "This is " + std::to_string(least) + " to " + std::to_string(most) + "."};
}

std::optional<Refusal> check(const Rules& rules) {
    if (auto no = outside("shortest_min", rules.shortest_min, 1, minutes_of_a_year)) return no;
    if (auto no = outside("longest_min", rules.longest_min, 1, minutes_of_a_year)) return no;
    if (rules.longest_min < rules.shortest_min) {
        return Refusal{Code::out_of_range, "longest_min",
                       "The longest booking is not shorter than the shortest one."};
    }
    if (auto no = outside("horizon_min", rules.horizon_min, 1, 10 * minutes_of_a_year)) return no;
    return outside("most_gpus", rules.most_gpus, 1, 1024);
}

Result<std::vector<Event>> decide_set(const World& world, const Set& c, const Context& context) {
    if (!people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin sets rules.");
    }
    const State& state = world.rules;
    if (c.expected && *c.expected != state.version) {
        return refuse(Code::changed_meanwhile, "version",
                      "They are at version " + std::to_string(state.version) + " now.");
    }
    Rules after = state.site;
    if (c.shortest_min) after.shortest_min = *c.shortest_min;
    if (c.longest_min) after.longest_min = *c.longest_min;
    if (c.horizon_min) after.horizon_min = *c.horizon_min;
    if (c.most_gpus) after.most_gpus = *c.most_gpus;
    if (c.violation_level) after.violation_level = *c.violation_level;
    if (auto no = check(after)) return tl::unexpected(*no);
    // The first time they are put on record even if they are as Dibs brings them along.
    if (after == state.site && state.version > 0) return std::vector<Event>{};
    return std::vector<Event>{WereSet{c.scope, after}};
}

}  // namespace

State evolve(State state, const Event& event) {
    std::visit(overloaded{[&](const WereSet& e) {
                   state.site = e.rules;
                   ++state.version;
               }},
               event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return std::visit(overloaded{[&](const Set& c) { return decide_set(world, c, context); }},
                      command);
}

}  // namespace dibs::rules
