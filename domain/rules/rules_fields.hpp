// The stored format of rules: the names of all fields of its events and commands. They are on disks
// permanently. A change needs a new event type and a step in upcast.cpp.
#pragma once

#include "domain/gpu/health_fields.hpp"
#include "domain/kernel/fields.hpp"
#include "domain/rules/enforcement_fields.hpp"
#include "domain/rules/rules.hpp"

namespace dibs {

template <>
struct Names<rules::Scope> {
    static constexpr std::array list = {named(rules::Scope::site, "site")};
};
template <>
struct Names<rules::ViolationLevel> {
    static constexpr std::array list = {
        named(rules::ViolationLevel::off, "off"),
        named(rules::ViolationLevel::against_bookings, "against_bookings"),
        named(rules::ViolationLevel::always, "always")};
};
template <>
struct Names<rules::UsageVisibleTo> {
    static constexpr std::array list = {named(rules::UsageVisibleTo::everyone, "everyone"),
                                        named(rules::UsageVisibleTo::own, "own")};
};
template <>
struct Fields<rules::Rules> {
    using T = rules::Rules;
    static constexpr auto list = field_list(
        field("shortest_min", &T::shortest_min), field("longest_min", &T::longest_min),
        field("horizon_min", &T::horizon_min), field("most_gpus", &T::most_gpus),
        field("lead_min", &T::lead_min), field("gpus_at_once", &T::gpus_at_once),
        field("gpu_hours_week", &T::gpu_hours_week),
        field("relaxed_within_min", &T::relaxed_within_min),
        field("approval_hold_min", &T::approval_hold_min),
        field("token_life_min", &T::token_life_min),
        field("session_life_min", &T::session_life_min),
        field("session_idle_min", &T::session_idle_min),
        field("handover_grace_min", &T::handover_grace_min),
        field("gpu_idle_percent", &T::gpu_idle_percent), field("idle_tell_min", &T::idle_tell_min),
        field("idle_release_min", &T::idle_release_min),
        field("no_show_tell_min", &T::no_show_tell_min),
        field("no_show_release_min", &T::no_show_release_min),
        field("violation_level", &T::violation_level),
        field("usage_visible_to", &T::usage_visible_to),
        field("violation_steps", &T::violation_steps),
        field("ignored_processes", &T::ignored_processes), field("protection", &T::protection),
        field("most_protection", &T::most_protection), field("stop_mode", &T::stop_mode),
        field("unhealthy_if", &T::unhealthy_if), field("unhealthy_xids", &T::unhealthy_xids),
        field("unhealthy_ecc_errors", &T::unhealthy_ecc_errors),
        field("healthy_after_min", &T::healthy_after_min));
};
// The rules that a command can change. The API accepts the same fields.
inline constexpr auto wanted_rules = field_list(
    field("shortest_min", &rules::Set::shortest_min),
    field("longest_min", &rules::Set::longest_min), field("horizon_min", &rules::Set::horizon_min),
    field("most_gpus", &rules::Set::most_gpus), field("lead_min", &rules::Set::lead_min),
    field("gpus_at_once", &rules::Set::gpus_at_once),
    field("gpu_hours_week", &rules::Set::gpu_hours_week),
    field("relaxed_within_min", &rules::Set::relaxed_within_min),
    field("approval_hold_min", &rules::Set::approval_hold_min),
    field("token_life_min", &rules::Set::token_life_min),
    field("session_life_min", &rules::Set::session_life_min),
    field("session_idle_min", &rules::Set::session_idle_min),
    field("handover_grace_min", &rules::Set::handover_grace_min),
    field("gpu_idle_percent", &rules::Set::gpu_idle_percent),
    field("idle_tell_min", &rules::Set::idle_tell_min),
    field("idle_release_min", &rules::Set::idle_release_min),
    field("no_show_tell_min", &rules::Set::no_show_tell_min),
    field("no_show_release_min", &rules::Set::no_show_release_min),
    field("violation_level", &rules::Set::violation_level),
    field("usage_visible_to", &rules::Set::usage_visible_to),
    field("violation_steps", &rules::Set::violation_steps),
    field("ignored_processes", &rules::Set::ignored_processes),
    field("protection", &rules::Set::protection),
    field("most_protection", &rules::Set::most_protection),
    field("stop_mode", &rules::Set::stop_mode), field("unhealthy_if", &rules::Set::unhealthy_if),
    field("unhealthy_xids", &rules::Set::unhealthy_xids),
    field("unhealthy_ecc_errors", &rules::Set::unhealthy_ecc_errors),
    field("healthy_after_min", &rules::Set::healthy_after_min));
// Every rule that can be set is stored.
static_assert(field_count<decltype(Fields<rules::Rules>::list)> ==
              field_count<decltype(wanted_rules)>);
template <>
struct Fields<rules::Set> {
    using T = rules::Set;
    static constexpr auto list = joined_fields(
        field_list(field("scope", &T::scope), field("expected", &T::expected)), wanted_rules);
};
template <>
struct Fields<rules::RulesChanged> {
    using T = rules::RulesChanged;
    static constexpr auto list = field_list(field("scope", &T::scope), field("rules", &T::rules),
                                            field("before", &T::before));
};

// --- rows of a snapshot

template <>
struct Fields<rules::State> {
    using T = rules::State;
    static constexpr auto list = field_list(field("site", &T::site), field("version", &T::version));
};

}  // namespace dibs
