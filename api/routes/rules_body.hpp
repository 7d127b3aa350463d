// The site's rules as JSON: for answers and frames of the stream, and the changes that an admin
// sends. The members are those of the facts.
#pragma once

#include "domain/rules/rules_fields.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/snapshot.hpp"

#include <optional>
#include <string>

namespace dibs::routes {

struct RulesNow : rules::Rules {
    rules::Version version = 0;  // 0: never set
    std::optional<Instant> set_at{};
    std::optional<PersonId> set_by{};  // none: set by the configuration, at the first start
    std::optional<Personal<std::string>> set_by_name{};
};

// Adds the defaults of rules that were never set, because they apply too.
inline void add_defaults(rules::Rules& rules) {
    rules.handover_grace_min =
        std::chrono::duration_cast<std::chrono::minutes>(rules.handover_grace()).count();
    rules.gpu_idle_percent = rules.idle_percent();
    rules.violation_steps = rules.steps();
    rules.ignored_processes = rules.ignored();
    rules.protection = rules.usual_protection();
    rules.most_protection = rules.greatest_protection();
    rules.stop_mode = rules.stopping();
    const auto health = rules.health();
    rules.unhealthy_if = health.symptoms;
    rules.unhealthy_xids = health.xids;
    rules.unhealthy_ecc_errors = health.ecc_errors;
    rules.healthy_after_min =
        std::chrono::duration_cast<std::chrono::minutes>(health.clear_for).count();
}

[[nodiscard]] inline RulesNow rules_now(const Snapshot& tables) {
    const auto view = site_rules(tables);
    RulesNow now{view.rules, view.version, view.set_at, view.set_by, {}};
    add_defaults(now);
    if (view.set_by) now.set_by_name = person_name(tables, *view.set_by);
    return now;
}

struct RulesPatch : rules::Set {};

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::RulesNow> {
    using T = routes::RulesNow;
    static constexpr auto list = joined_fields(
        Fields<rules::Rules>::list,
        field_list(field("version", &T::version), field("set_at", &T::set_at),
                   field("set_by_id", &T::set_by), field("set_by_name", &T::set_by_name)));
};
template <>
struct Fields<routes::RulesPatch> {
    static constexpr auto list = wanted_rules;
};

}  // namespace dibs
