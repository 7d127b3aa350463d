// The state of a host and what to do about it, in sentences, for `dibs host show` and `dibs
// doctor`. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <string>

namespace dibs::cli {

// Clocks that differ by more are reported: the host's events cannot be matched with bookings here.
inline constexpr std::int64_t clock_leeway_s = 300;

// Why Dibs cannot see whose processes run there, and what to do; empty if it can.
struct Advice {
    std::string found;
    std::string todo;
};
[[nodiscard]] Advice hidden_owners(const Json& host);
// The reason of the contract in words; an unknown reason unchanged.
[[nodiscard]] std::string reason_words(const std::string& reason);
// Why it is not reached, or its driver gives no GPUs; empty if all is well.
[[nodiscard]] Advice host_trouble(const Json& host);
// The warnings of nvidia-smi while the driver works; empty: none.
[[nodiscard]] Advice driver_warning(const Json& host);

// "2h 5min ahead of the server's", "30d behind the server's"; empty within the leeway or if
// unknown.
[[nodiscard]] std::string clock_off(const Json& thing);

// "93 % of /home", the fullest local file system; empty if unknown.
[[nodiscard]] std::string disk_of(const Json& host);
// "NVLink joins 0,1,2,3 and 4,5,6,7"; empty if the links of its GPUs are unknown.
[[nodiscard]] std::string links_of(const Json& host);
// "node 0: 0,1,2,3; node 1: 4,5,6,7": the NUMA node nearest to each GPU.
[[nodiscard]] std::string numa_of(const Json& host);

}  // namespace dibs::cli
