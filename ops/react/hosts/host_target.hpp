// The SSH target of a host on record.
#pragma once

#include "ingest/ssh/remote.hpp"
#include "projections/fleet/fleet_views.hpp"

namespace dibs {

[[nodiscard]] inline ssh::HostTarget target_of(const views::Host& host) {
    return {host.name,
            host.address,
            static_cast<std::uint16_t>(host.port),
            host.user,
            host.host_key_fingerprint,
            host.jumps.value_or(fleet::Jumps{})};
}

}  // namespace dibs
