// What a host's GPU driver is able to do, as far as its probe can tell, in the driver's own words
// where it is not well. Part of a host's state (fleet.hpp); set by the probes' reports alone.
#pragma once

#include <string>

namespace dibs::fleet {

enum class DriverState {
    unknown,      // nothing was heard of it yet
    working,      // it gives values
    broken,       // it is there and gives none: nvidia-smi ended, or fell silent
    missing,      // there is no nvidia-smi, or not its library
    unsupported,  // it does not know what is asked of it
};

struct Driver {
    DriverState state = DriverState::unknown;
    // Where it does not work; where it does, what it warns of. Printable, bounded by the probe.
    std::string words{};

    // What is known of its GPUs is of an earlier time, and nobody can use them.
    [[nodiscard]] bool fails() const {
        return state != DriverState::unknown && state != DriverState::working;
    }
    friend bool operator==(const Driver&, const Driver&) = default;
};

}  // namespace dibs::fleet
