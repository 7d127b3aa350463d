// What the monitor counts of a host, and how the host was last reached. A copy, for any thread.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::probe {

struct HostStats {
    std::string name{};
    bool reachable{false};
    std::uint64_t frames{};
    std::uint64_t bytes{};
    std::uint64_t bad_lines{};
    std::uint64_t dropped_frames{};
    std::uint64_t surplus_frames{};  // whole, but above one a period
    std::uint64_t connect_attempts{};
    std::uint64_t reconnects{};  // attempts after the first frame ever, successors not counted
    std::optional<Instant> last_frame{};
    std::optional<std::string> driver_version{};   // of its GPUs, in the last frame with one
    std::optional<std::string> fullest_disk{};     // its mount point
    std::optional<std::int64_t> clock_offset_s{};  // host clock minus our clock; rounded
    std::int64_t skipped_processes{};              // processes of the last frame beyond its limit
    std::optional<std::string> failure{};  // the last error in words, while the host is unreachable
};

}  // namespace dibs::probe
