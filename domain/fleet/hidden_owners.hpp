// What is known of a host that does not show whose processes run on it.
#pragma once

#include <optional>
#include <string>

namespace dibs::fleet {

// Why it is not known whose processes run on a host.
enum class Hiding {
    hidepid,        // its /proc shows an account its own processes only
    pid_namespace,  // the driver names processes that the account's /proc does not have
};
struct HiddenOwners {
    Hiding why{};
    std::optional<std::string> group{};  // with hidepid: whose members see all processes
    friend bool operator==(const HiddenOwners&, const HiddenOwners&) = default;
};

}  // namespace dibs::fleet
