// The configuration of a program that is run for facts; read by ops/config, run by site_hooks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dibs {

// A program of the site that is run for facts.
struct ConfiguredHook {
    std::string event;             // "reservation.*", "reservation.booked", "*"
    std::vector<std::string> run;  // the program's path and its arguments
    std::int64_t deadline_s = 30;
};

// "on reservation.* run /etc/dibs/tell": the reactor's name on record.
[[nodiscard]] inline std::string name_of(const ConfiguredHook& hook) {
    std::string name = "on " + hook.event + " run";
    for (const auto& word : hook.run) name += ' ' + word;
    return name;
}

}  // namespace dibs
