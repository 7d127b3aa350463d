// The rules of a site. They limit the length, time ahead and GPUs of bookings, and the amount that
// a person may book (limits.hpp: a group may have other limits). They say what counts as a
// violation and how Dibs reacts (enforcement.hpp), who sees whose use, and how long tokens and
// sessions last. Rules are facts, so every node has the same ones and everyone can see each change.
// The configuration only sets them at the first start. The scope is the whole site.
#pragma once

#include "domain/gpu/health.hpp"
#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/result.hpp"
#include "domain/rules/enforcement.hpp"
#include "domain/rules/limits.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

namespace dibs::rules {

enum class Scope { site };

// The processes that may be reported as violations.
enum class ViolationLevel {
    off,
    against_bookings,  // a process on a GPU that another person has booked
    always,            // also a process on a GPU without a booking
};

// The usage that reports show to a person who is not an admin.
enum class UsageVisibleTo {
    everyone,  // the usage of all people
    own,       // their own usage, and sums over all people
};

struct Rules {
    std::int64_t shortest_min = 30;
    std::int64_t longest_min = 8 * 24 * 60;
    std::int64_t horizon_min = 366 * 24 * 60;
    std::int64_t most_gpus = 1024;  // of one booking
    Limits::Number lead_min{};      // this and the next three as in Limits; none: no limit
    Limits::Number gpus_at_once{};
    Limits::Number gpu_hours_week{};
    Limits::Number relaxed_within_min{};
    // How long a booking that waits for approval keeps its GPUs.
    Limits::Number approval_hold_min{};
    Limits::Number token_life_min{};    // the longest lifetime of API tokens
    Limits::Number session_life_min{};  // the lifetime of sessions; none: 12 hours
    Limits::Number session_idle_min{};  // a session ends when unused for this long
    // The time for an owner's processes to end after the booking.
    Limits::Number handover_grace_min{};
    Limits::Number unhealthy_ecc_errors{};  // the number of uncorrected errors; none: 1
    // The time without symptoms until a GPU is healthy; none: 10.
    Limits::Number healthy_after_min{};
    Limits::Number gpu_idle_percent{};  // a GPU with at most this use is idle
    // Dibs notifies the owner after this idle time, and frees the rest of the booking after the
    // second one. None: never.
    Limits::Number idle_tell_min{};
    Limits::Number idle_release_min{};
    // These two the same, if no process of the owner was seen yet.
    Limits::Number no_show_tell_min{};
    Limits::Number no_show_release_min{};
    ViolationLevel violation_level = ViolationLevel::against_bookings;
    UsageVisibleTo usage_visible_to = UsageVisibleTo::everyone;
    // None: the defaults that the functions below return.
    std::optional<enforcement::Steps> violation_steps{};
    std::optional<enforcement::Ignored> ignored_processes{};
    std::optional<enforcement::Protection> protection{};  // of bookings that request none
    // The maximum that a booking may request.
    std::optional<enforcement::Protection> most_protection{};
    std::optional<enforcement::StopMode> stop_mode{};
    std::optional<health::Symptoms> unhealthy_if{};  // any of these symptoms
    std::optional<health::Xids> unhealthy_xids{};    // the XID errors that count as a symptom

    [[nodiscard]] Duration approval_hold() const {
        constexpr std::int64_t a_day = 24 * 60;
        return std::chrono::minutes{approval_hold_min.value_or(a_day)};
    }
    [[nodiscard]] Duration session_life() const {
        constexpr std::int64_t half_a_day = 12 * 60;
        return std::chrono::minutes{session_life_min.value_or(half_a_day)};
    }
    [[nodiscard]] Duration handover_grace() const {
        constexpr std::int64_t usual = 5;
        return std::chrono::minutes{handover_grace_min.value_or(usual)};
    }
    [[nodiscard]] std::int64_t idle_percent() const {
        constexpr std::int64_t usual = 5;
        return gpu_idle_percent.value_or(usual);
    }
    [[nodiscard]] enforcement::Steps steps() const {
        return violation_steps.value_or(enforcement::usual_steps());
    }
    [[nodiscard]] enforcement::Ignored ignored() const {
        return ignored_processes.value_or(enforcement::usually_ignored());
    }
    [[nodiscard]] enforcement::Protection usual_protection() const {
        return protection.value_or(enforcement::Protection::mailed);
    }
    [[nodiscard]] enforcement::Protection greatest_protection() const {
        const auto usual = std::max(usual_protection(), enforcement::Protection::mailed);
        return most_protection.value_or(usual);
    }
    [[nodiscard]] enforcement::StopMode stopping() const {
        return stop_mode.value_or(enforcement::StopMode::dry_run);
    }
    [[nodiscard]] health::Measure health() const {
        health::Measure measure;
        if (unhealthy_if) measure.symptoms = *unhealthy_if;
        if (unhealthy_xids) measure.xids = *unhealthy_xids;
        measure.ecc_errors = unhealthy_ecc_errors.value_or(measure.ecc_errors);
        if (healthy_after_min) measure.clear_for = std::chrono::minutes{*healthy_after_min};
        return measure;
    }
    friend bool operator==(const Rules&, const Rules&) = default;
};

// Counts the changes, from 1; 0 before the first change.
using Version = std::int64_t;

// commands
struct Set {  // absent members keep their values
    static constexpr std::string_view type = "rules.set";
    Scope scope = Scope::site;
    std::optional<Version> expected{};
    std::optional<std::int64_t> shortest_min{};
    std::optional<std::int64_t> longest_min{};
    std::optional<std::int64_t> horizon_min{};
    std::optional<std::int64_t> most_gpus{};
    std::optional<Limits::Number> lead_min{};  // empty: no limit from now on
    std::optional<Limits::Number> gpus_at_once{};
    std::optional<Limits::Number> gpu_hours_week{};
    std::optional<Limits::Number> relaxed_within_min{};
    std::optional<Limits::Number> approval_hold_min{};  // empty: 24 hours
    std::optional<Limits::Number> token_life_min{};
    std::optional<Limits::Number> session_life_min{};
    std::optional<Limits::Number> session_idle_min{};
    std::optional<Limits::Number> handover_grace_min{};
    std::optional<Limits::Number> unhealthy_ecc_errors{};
    std::optional<Limits::Number> healthy_after_min{};
    std::optional<Limits::Number> gpu_idle_percent{};  // empty: 5
    std::optional<Limits::Number> idle_tell_min{};
    std::optional<Limits::Number> idle_release_min{};
    std::optional<Limits::Number> no_show_tell_min{};
    std::optional<Limits::Number> no_show_release_min{};
    std::optional<ViolationLevel> violation_level{};
    std::optional<UsageVisibleTo> usage_visible_to{};
    // Empty: the default again.
    std::optional<std::optional<enforcement::Steps>> violation_steps{};
    std::optional<std::optional<enforcement::Ignored>> ignored_processes{};
    std::optional<std::optional<enforcement::Protection>> protection{};
    std::optional<std::optional<enforcement::Protection>> most_protection{};
    std::optional<std::optional<enforcement::StopMode>> stop_mode{};
    std::optional<std::optional<health::Symptoms>> unhealthy_if{};
    std::optional<std::optional<health::Xids>> unhealthy_xids{};
};
using Command = CommandOf<Set>;

// A rule with a number from 1 to `most`. Readers, checks and displays use the list.
struct Number {
    std::string_view name;
    std::int64_t Rules::*value;
    std::optional<std::int64_t> Set::*wanted;
    std::int64_t most;
};
inline constexpr std::array numbers{
    Number{"shortest_min", &Rules::shortest_min, &Set::shortest_min, most_min},
    Number{"longest_min", &Rules::longest_min, &Set::longest_min, most_min},
    Number{"horizon_min", &Rules::horizon_min, &Set::horizon_min, most_min},
    Number{"most_gpus", &Rules::most_gpus, &Set::most_gpus, 1024}};
// The same for numbers that may be absent.
struct OpenNumber {
    std::string_view name;
    Limits::Number Rules::*value;
    std::optional<Limits::Number> Set::*wanted;
    std::int64_t most;
};
inline constexpr std::array open_numbers{
    OpenNumber{"lead_min", &Rules::lead_min, &Set::lead_min, most_min},
    OpenNumber{"gpus_at_once", &Rules::gpus_at_once, &Set::gpus_at_once, most_at_once},
    OpenNumber{"gpu_hours_week", &Rules::gpu_hours_week, &Set::gpu_hours_week, most_hours},
    OpenNumber{"relaxed_within_min", &Rules::relaxed_within_min, &Set::relaxed_within_min,
               most_min},
    OpenNumber{"approval_hold_min", &Rules::approval_hold_min, &Set::approval_hold_min, most_min},
    OpenNumber{"token_life_min", &Rules::token_life_min, &Set::token_life_min, most_min},
    OpenNumber{"session_life_min", &Rules::session_life_min, &Set::session_life_min, most_min},
    OpenNumber{"session_idle_min", &Rules::session_idle_min, &Set::session_idle_min, most_min},
    OpenNumber{"handover_grace_min", &Rules::handover_grace_min, &Set::handover_grace_min, 24 * 60},
    OpenNumber{"unhealthy_ecc_errors", &Rules::unhealthy_ecc_errors, &Set::unhealthy_ecc_errors,
               1'000'000},
    OpenNumber{"healthy_after_min", &Rules::healthy_after_min, &Set::healthy_after_min, 24 * 60},
    OpenNumber{"gpu_idle_percent", &Rules::gpu_idle_percent, &Set::gpu_idle_percent, 50},
    OpenNumber{"idle_tell_min", &Rules::idle_tell_min, &Set::idle_tell_min, 7 * 24 * 60},
    OpenNumber{"idle_release_min", &Rules::idle_release_min, &Set::idle_release_min, 7 * 24 * 60},
    OpenNumber{"no_show_tell_min", &Rules::no_show_tell_min, &Set::no_show_tell_min, 7 * 24 * 60},
    OpenNumber{"no_show_release_min", &Rules::no_show_release_min, &Set::no_show_release_min,
               7 * 24 * 60}};
// A rule with one of a few words, or its default.
template <class E>
struct Choice {
    std::string_view name;
    std::optional<E> Rules::*value;
    std::optional<std::optional<E>> Set::*wanted;
};
inline constexpr std::tuple choices{
    Choice<enforcement::Protection>{"protection", &Rules::protection, &Set::protection},
    Choice<enforcement::Protection>{"most_protection", &Rules::most_protection,
                                    &Set::most_protection},
    Choice<enforcement::StopMode>{"stop_mode", &Rules::stop_mode, &Set::stop_mode}};
// Calls visit with each choice.
template <class Visit>
void each_choice(Visit&& visit) {
    std::apply([&](const auto&... one) { (visit(one), ...); }, choices);
}

// The rules as the limits of people whose groups have no limits.
[[nodiscard]] Limits limits_of(const Rules& rules);

// The rules with the changes applied, or an error that names the member and its range.
[[nodiscard]] Result<Rules> changed_by(const Rules& rules, const Set& wanted);

// events
struct RulesChanged {
    static constexpr std::string_view type = "rules.set.v1";
    static constexpr std::string_view description = "The rules of the site were set: all of them.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    Scope scope = Scope::site;
    Rules rules;                    // all of them
    std::optional<Rules> before{};  // the previous rules
};
using Event = EventOf<RulesChanged>;

struct State {
    static constexpr std::string_view row = "rules";
    Rules site{};
    Version version = 0;
};

struct Aggregate {
    static constexpr std::string_view name = "rules";
    using State = rules::State;
    using Command = rules::Command;
    using Event = rules::Event;
    struct Part {
        State rules;
    };
    static State& of(Part& part) { return part.rules; }
    static const State& of(const Part& part) { return part.rules; }

    using Rows = List<State>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        visit(state);
    }
};

[[nodiscard]] State evolve(State state, const Event& event);
inline void restore(State& state, State row) {
    state = row;
}
// The only person whose usage the reports show to this person. None: they show all usage.
[[nodiscard]] inline std::optional<PersonId> own_use_only(PersonId who, bool is_admin,
                                                          const Rules& rules) {
    const bool all = is_admin || rules.usage_visible_to == UsageVisibleTo::everyone;
    return all ? std::nullopt : std::optional(who);
}
// Allowed for an admin, and for Dibs itself at the first start.
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::rules
