// Compares a GPU with each part of a request.
#include "domain/placement/request.hpp"

#include "domain/gpu/gpu_memory.hpp"
#include "domain/gpu/gpu_model.hpp"

#include <algorithm>

namespace dibs::placement {
namespace {

template <class Id>
bool accepts(const std::vector<Id>& ids, const Id& id) {
    return ids.empty() || std::find(ids.begin(), ids.end(), id) != ids.end();
}

bool is_like(const Gpu& gpu, const Gpu& other) {
    return !other.model.empty() && gpu.model == other.model &&
           gpu.parent.has_value() == other.parent.has_value() &&
           (!other.memory_total_mib || gpu.memory_total_mib == other.memory_total_mib);
}

}  // namespace

std::string name_of(const Gpu& gpu) {
    return gpu.host_name + ':' + to_text(gpu.index);
}

bool matches(const Gpu& gpu, const Request& request) {
    return !gpu.closed && accepts(request.among, gpu.id) && accepts(request.hosts, gpu.host) &&
           is_model(gpu.model, gpu.parent.has_value(), request.model) &&
           has_memory(gpu.memory_total_mib, gpu.model, request.min_memory_mib) &&
           (!request.like || is_like(gpu, *request.like));
}

}  // namespace dibs::placement
