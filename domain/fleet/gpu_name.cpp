// The host's name and the index of the GPU on it.
#include "domain/fleet/gpu_name.hpp"

#include "domain/gpu/gpu_index.hpp"

namespace dibs::fleet {

std::string gpu_name(const State& state, GpuId id) {
    const auto* gpu = find(state, id);
    const auto host = gpu ? state.hosts.find(gpu->host) : state.hosts.end();
    if (host == state.hosts.end()) return to_text(id);
    const auto* card = gpu->parent ? find(state, *gpu->parent) : nullptr;
    const auto index = gpu_index(card ? std::optional{card->index} : std::nullopt, gpu->index);
    return host->second.enrolled.name + ':' + to_text(index);
}

}  // namespace dibs::fleet
