// What Dibs does about a violation while it lasts: steps, one after the other, as the rules of the
// site list them; how far they go for one booking; and which processes are none of its business.
// Decided in violation_steps.cpp, carried out by ops/react. Plain values.
#pragma once

#include "domain/kernel/result.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::enforcement {

// What a step does, to whom.
enum class Action {
    message,      // on the terminals of the account
    mail_person,  // to whom the account belongs
    mail_owner,   // to the owner of the booking
    mail_admins,
    stop,  // the processes
};

[[nodiscard]] constexpr bool is_mail(Action action) {
    return action == Action::mail_person || action == Action::mail_owner ||
           action == Action::mail_admins;
}

// What tells them whose processes they are.
[[nodiscard]] constexpr bool tells_person(Action action) {
    return action == Action::message || action == Action::mail_person;
}

// How far the steps go for a booking, each including those before.
enum class Protection {
    shown,  // it is on record, nothing else
    told,
    mailed,
    stopped,
};
// The least protection under which this is done.
[[nodiscard]] constexpr Protection needed_for(Action action) {
    if (action == Action::message) return Protection::told;
    return action == Action::stop ? Protection::stopped : Protection::mailed;
}

// What comes of the step that stops.
enum class StopMode {
    dry_run,    // everything is checked on the host, nothing is signalled
    as_owner,   // signed in as the account itself, where that lets Dibs in
    by_helper,  // through the helper that root has installed on the host
};

struct Step {
    std::int64_t after_s = 0;  // that the violation has lasted
    Action action{};
    friend auto operator<=>(const Step&, const Step&) = default;
};
using Steps = std::vector<Step>;  // in the order of time

inline constexpr std::size_t most_steps = 12;
inline constexpr std::int64_t longest_after_s = 7 * 24 * 3600;
// Before a stop its people were told, at least so long ago: the rules list a step that does, and
// the stop waits until one came through.
inline constexpr std::int64_t least_notice_s = 60;

[[nodiscard]] inline Steps usual_steps() {
    constexpr std::int64_t a_minute = 60;
    return {{0, Action::message},
            {2 * a_minute, Action::mail_person},
            {2 * a_minute, Action::mail_owner},
            {10 * a_minute, Action::mail_admins},
            {10 * a_minute, Action::stop}};
}
// In order, each once; or what is wrong with them.
[[nodiscard]] Result<Steps> checked_steps(Steps steps);

// Processes that are never a violation: "account/program", where the program may be "*" or end with
// it: "root/Xorg", "root/nvidia-*", "gdm/*". The account is always named: a name of a program is
// whatever its owner calls it.
using Ignored = std::vector<std::string>;

inline constexpr std::size_t most_ignored = 64;

[[nodiscard]] inline Ignored usually_ignored() {
    return {"gdm/*",      "lightdm/*",          "nvidia-dcgm/*", "root/X", "root/Xorg",
            "root/dcgm*", "root/nv-hostengine", "root/nvidia-*", "sddm/*"};
}
// Ascending, each once; or which is none.
[[nodiscard]] Result<Ignored> checked_ignored(Ignored patterns);
// `command_line`: its first word, without folders, is the program.
[[nodiscard]] bool is_ignored(const Ignored& patterns, std::string_view account,
                              std::string_view command_line);

}  // namespace dibs::enforcement
