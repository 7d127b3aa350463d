// The state of a host's GPU driver, as far as its probe can find out, with the driver's own words
// if it fails. Part of a host's state (fleet.hpp). Only reports of probes set it.
#pragma once

#include <string>

namespace dibs::fleet {

enum class DriverState {
    unknown,      // no report yet
    working,      // it returns values
    broken,       // present but without values: nvidia-smi failed or did not answer
    missing,      // nvidia-smi or its library is missing
    unsupported,  // it does not support the queries of the probe
};

struct Driver {
    DriverState state = DriverState::unknown;
    // The driver's error if it fails, else its warning. Printable, bounded by the probe.
    std::string words{};

    // True if the values of its GPUs are old and no person can use them.
    [[nodiscard]] bool fails() const {
        return state != DriverState::unknown && state != DriverState::working;
    }
    friend bool operator==(const Driver&, const Driver&) = default;
};

}  // namespace dibs::fleet
