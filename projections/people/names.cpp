// A thing that is not in the tables is named by its id. GPUs of one host are grouped:
// "atlas:0-3,5". Slices follow their GPU: "atlas:4.0-1".
#include "projections/people/names.hpp"

#include "domain/gpu/gpu_index.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/people/people.hpp"

#include <map>
#include <string>
#include <vector>

namespace dibs::projections {
namespace {

GpuIndex index_of(const Txn& txn, const GpuRow& gpu) {
    return gpu_index(parent_index_of(txn, gpu), gpu.index);
}

}  // namespace

// Reads only the name, the row's first field.
std::string host_name(const Txn& txn, HostId id) {
    const auto host = txn.get(Table::hosts, Key().id(id));
    return host ? unpack<std::string>(*host) : to_text(id);
}

std::string gpu_name(const Txn& txn, GpuId id) {
    const auto gpu = find_gpu(txn, id);
    if (!gpu) return to_text(id);
    return host_name(txn, gpu->host) + ':' + to_text(index_of(txn, *gpu));
}

std::string gpu_names_short(const Txn& txn, const std::vector<GpuId>& ids) {
    std::map<std::string, std::vector<GpuIndex>> by_host;
    std::string out;
    for (const GpuId id : ids) {
        const auto gpu = find_gpu(txn, id);
        if (gpu)
            by_host[host_name(txn, gpu->host)].push_back(index_of(txn, *gpu));
        else
            (out += out.empty() ? "" : " ") += to_text(id);
    }
    for (auto& [host, indexes] : by_host) {
        (out += out.empty() ? "" : " ") += host + ':' + to_text(std::move(indexes));
    }
    return out;
}

Personal<std::string> person_name(const Txn& txn, PersonId id) {
    const auto person = txn.get(Table::people, Key().id(id));
    return person ? unpack<Personal<std::string>>(*person) : Personal<std::string>{};
}

}  // namespace dibs::projections
