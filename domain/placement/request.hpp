// A request for GPUs, before placement: how many, of which kind, and where. One function decides
// whether a GPU matches it, for every search. Pure.
#pragma once

#include "domain/gpu/gpu_index.hpp"
#include "domain/gpu/gpu_state.hpp"
#include "domain/kernel/ids.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dibs::placement {

// A GPU at one moment, as far as requests depend on it.
struct Gpu {
    GpuId id;
    HostId host;
    std::string host_name{};
    GpuIndex index{0};
    std::string model{};  // empty: unknown
    std::optional<std::int64_t> memory_total_mib{};
    std::optional<GpuId> parent{};  // the card of a slice
    GpuState state = GpuState::available;
    std::optional<std::string> reason{};  // why it is not available, if known
    // The grants do not allow the booking on this GPU. False where the search ignores grants.
    bool closed = false;
};
// "gpu03:2", "gpu03:2.0".
[[nodiscard]] std::string name_of(const Gpu& gpu);

struct Request {
    std::size_t count = 1;
    // A part of the model's name, ignoring case; empty: any model. A slice has its profile at the
    // end of its name; a part of its card's name alone does not match.
    std::string model{};
    std::int64_t min_memory_mib = 0;  // compared with the size that a card is sold with
    std::vector<GpuId> among{};       // empty: any GPU
    std::vector<HostId> hosts{};      // empty: any host
    bool same_host = true;
    bool linked = false;  // all linked with each other by NVLink, so on one host
    // Only GPUs of the same model and memory size, and slices only for a slice. A GPU of an unknown
    // model has no equal.
    std::optional<Gpu> like{};
};
// True if the GPU can be one of those that are requested, free or not.
[[nodiscard]] bool matches(const Gpu& gpu, const Request& request);

}  // namespace dibs::placement
