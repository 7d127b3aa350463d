// A host that hides the owners of its processes.
#pragma once

#include <optional>
#include <string>

namespace dibs::fleet {

// Why the owners of the processes on a host are unknown.
enum class Hiding {
    hidepid,        // its /proc shows an account only its own processes
    pid_namespace,  // the driver reports processes that are not in the account's /proc
};
struct HiddenOwners {
    Hiding why{};
    std::optional<std::string> group{};  // with hidepid: the group whose members see all processes
    friend bool operator==(const HiddenOwners&, const HiddenOwners&) = default;
};

}  // namespace dibs::fleet
