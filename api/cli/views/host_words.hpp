// What is to say of a host, and what to do about it, in sentences: for `dibs host show` and
// `dibs doctor`. Pure.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <string>

namespace dibs::cli {

// Clocks that differ by more are worth a word: what happens there cannot be told from what is
// booked here.
inline constexpr std::int64_t clock_leeway_s = 300;

// Why it does not let Dibs see whose processes run there, and what to do; empty if it does.
struct Advice {
    std::string found;
    std::string todo;
};
[[nodiscard]] Advice hidden_owners(const Json& host);
// Why a host is not reached, as the contract has it, in words; others' words as they are.
[[nodiscard]] std::string reason_words(const std::string& reason);
// Why it is not reached, or its driver gives no GPUs; empty if all is well.
[[nodiscard]] Advice host_trouble(const Json& host);
// What nvidia-smi warns of beside the values of a driver that works; empty: nothing.
[[nodiscard]] Advice driver_warning(const Json& host);

// "2h 5min ahead of the server's", "30d behind the server's"; empty within the leeway, or where it
// is not known.
[[nodiscard]] std::string clock_off(const Json& thing);

// "93 % of /home", of the fullest local file system; empty where it is not known.
[[nodiscard]] std::string disk_of(const Json& host);
// "NVLink joins 0,1,2,3 and 4,5,6,7"; empty where it is not known how its GPUs are linked.
[[nodiscard]] std::string links_of(const Json& host);
// "node 0: 0,1,2,3; node 1: 4,5,6,7": which NUMA node its GPUs are close to.
[[nodiscard]] std::string numa_of(const Json& host);

}  // namespace dibs::cli
