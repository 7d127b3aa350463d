// Checks the range of each rule. Each error names the member.
#include "domain/kernel/overloaded.hpp"
#include "domain/world/world.hpp"

namespace dibs::rules {
namespace {

std::string minutes(std::int64_t count) {
    return std::to_string(count) + (count == 1 ? " minute" : " minutes");
}

// An owner must be notified before a booking is freed.
std::optional<Refusal> check_notified_before(const Rules& rules) {
    if (rules.idle_release_min && !rules.idle_tell_min) {
        return Refusal{Code::out_of_range, "idle_release_min",
                       "Owners are notified before they lose a booking: set idle_tell_min too."};
    }
    if (rules.no_show_release_min && !rules.no_show_tell_min) {
        return Refusal{Code::out_of_range, "no_show_release_min",
                       "Owners are notified before they lose a booking: set no_show_tell_min too."};
    }
    return std::nullopt;
}

// The default protection must not exceed the maximum that a booking may request.
std::optional<Refusal> check_protection(const Rules& rules, const Set& wanted) {
    const bool named = wanted.protection || wanted.most_protection;
    if (!named || rules.usual_protection() <= rules.greatest_protection()) return std::nullopt;
    return Refusal{Code::out_of_range, wanted.most_protection ? "most_protection" : "protection",
                   "The usual protection would be more than a booking may ask for."};
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
    const auto after = changed_by(state.site, c);
    if (!after) return tl::unexpected(after.error());
    // The first change is recorded even if the rules stay at their defaults.
    if (*after == state.site && state.version > 0) return std::vector<Event>{};
    return std::vector<Event>{RulesChanged{c.scope, *after, state.site}};
}

}  // namespace

Result<Rules> changed_by(const Rules& rules, const Set& wanted) {
    Rules after = rules;
    Faults faults;
    const auto place = [&](const auto& number, Limits::Number value) {
        if (value && (*value < 1 || *value > number.most)) {
            faults.add(Code::out_of_range, std::string(number.name),
                       "This is 1 to " + std::to_string(number.most) + ".");
        }
        return value;
    };
    for (const auto& number : numbers) {
        const auto value = (wanted.*number.wanted).value_or(after.*number.value);
        after.*number.value = *place(number, value);
    }
    for (const auto& number : open_numbers) {
        const auto value = (wanted.*number.wanted).value_or(after.*number.value);
        after.*number.value = place(number, value);
    }
    each_choice([&](const auto& choice) {
        const auto& value = wanted.*choice.wanted;
        if (value) after.*choice.value = *value;
    });
    const auto list = [&](auto& into, const auto& value, const auto& checked) {
        if (!value) return;
        into = *value;
        if (!into) return;
        if (auto right = checked(**value)) {
            into = *std::move(right);
        } else {
            faults.add(right.error());
        }
    };
    list(after.violation_steps, wanted.violation_steps, enforcement::checked_steps);
    list(after.ignored_processes, wanted.ignored_processes, enforcement::checked_ignored);
    list(after.unhealthy_if, wanted.unhealthy_if, health::checked_symptoms);
    list(after.unhealthy_xids, wanted.unhealthy_xids, health::checked_xids);
    if (faults.refusal()) return tl::unexpected(*faults.refusal());
    after.violation_level = wanted.violation_level.value_or(after.violation_level);
    after.usage_visible_to = wanted.usage_visible_to.value_or(after.usage_visible_to);
    if (after.longest_min < after.shortest_min) {
        return refuse(Code::out_of_range, wanted.longest_min ? "longest_min" : "shortest_min",
                      "The longest booking (" + minutes(after.longest_min) +
                          ") would be shorter than the shortest (" + minutes(after.shortest_min) +
                          ").");
    }
    if (auto no = check_notified_before(after)) return tl::unexpected(*no);
    if (auto no = check_protection(after, wanted)) return tl::unexpected(*no);
    return after;
}

Limits limits_of(const Rules& rules) {
    Limits limits;
    limits.shortest_min = rules.shortest_min;
    limits.longest_min = rules.longest_min;
    limits.most_gpus = rules.most_gpus;
    limits.lead_min = rules.lead_min;
    limits.horizon_min = rules.horizon_min;
    limits.gpus_at_once = rules.gpus_at_once;
    limits.gpu_hours_week = rules.gpu_hours_week;
    limits.relaxed_within_min = rules.relaxed_within_min;
    return limits;
}

State evolve(State state, const Event& event) {
    visit(overloaded{[&](const RulesChanged& e) {
              state.site = e.rules;
              ++state.version;
          }},
          event);
    return state;
}

Result<std::vector<Event>> decide(const World& world, const Command& command,
                                  const Context& context) {
    return visit(overloaded{[&](const Set& c) { return decide_set(world, c, context); }}, command);
}

}  // namespace dibs::rules
