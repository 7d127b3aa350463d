// The reaction of Dibs to a violation. It has the steps in the order of the site's rules, how far
// they go for one booking, and which processes Dibs ignores. violation_steps.cpp decides, ops/react
// carries out. Plain values.
#pragma once

#include "domain/kernel/result.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::enforcement {

// The action of a step and its target.
enum class Action {
    message,      // on the terminals of the account
    mail_person,  // to the person who owns the account
    mail_owner,   // to the owner of the booking
    mail_admins,
    stop,  // stops the processes
};

[[nodiscard]] constexpr bool is_mail(Action action) {
    return action == Action::mail_person || action == Action::mail_owner ||
           action == Action::mail_admins;
}

// True if the action notifies the owner of the processes.
[[nodiscard]] constexpr bool tells_person(Action action) {
    return action == Action::message || action == Action::mail_person;
}

// How far the steps go for a booking. Each level includes the previous ones.
enum class Protection {
    shown,  // recorded only
    told,
    mailed,
    stopped,
};
// The lowest protection that allows this action.
[[nodiscard]] constexpr Protection needed_for(Action action) {
    if (action == Action::message) return Protection::told;
    return action == Action::stop ? Protection::stopped : Protection::mailed;
}

// The effect of a `stop` step.
enum class StopMode {
    dry_run,    // checks everything on the host, but sends no signal
    as_owner,   // signs in as the account itself, if the account allows it
    by_helper,  // uses the helper that root has installed on the host
};

struct Step {
    std::int64_t after_s = 0;  // how long the violation has lasted
    Action action{};
    friend auto operator<=>(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;  // in order of time

inline constexpr std::size_t most_steps = 12;
inline constexpr std::int64_t longest_after_s = 7 * 24 * 3600;
// The minimum time between a notification and a stop. The rules require a step that notifies the
// people, and the stop waits until one notification succeeded.
inline constexpr std::int64_t least_notice_s = 60;

[[nodiscard]] inline Steps usual_steps() {
    constexpr std::int64_t a_minute = 60;
    return {{0, Action::message},
            {2 * a_minute, Action::mail_person},
            {2 * a_minute, Action::mail_owner},
            {10 * a_minute, Action::mail_admins},
            {10 * a_minute, Action::stop}};
}
// Sorts the steps and removes duplicates, or returns an error.
[[nodiscard]] Result<Steps> checked_steps(Steps steps);

// Processes that are never a violation: "account/program". The program may be "*" or end with it:
// "root/Xorg", "root/nvidia-*", "gdm/*". A pattern always names the account, because the owner of a
// program can choose its name.
using Ignored = std::vector<std::string>;

inline constexpr std::size_t most_ignored = 64;

[[nodiscard]] inline Ignored usually_ignored() {
    return {"gdm/*",      "lightdm/*",          "nvidia-dcgm/*", "root/X", "root/Xorg",
            "root/dcgm*", "root/nv-hostengine", "root/nvidia-*", "sddm/*"};
}
// Sorts the patterns and removes duplicates, or names an invalid one.
[[nodiscard]] Result<Ignored> checked_ignored(Ignored patterns);
// The first word of `command_line`, without folders, is the program.
[[nodiscard]] bool is_ignored(const Ignored& patterns, std::string_view account,
                              std::string_view command_line);

}  // namespace dibs::enforcement
