// A thing that is not in the tables is called by its id. GPUs of one host are written together:
// "atlas:0-3,5".
#include "projections/people/names.hpp"

#include "projections/fleet/fleet.hpp"
#include "projections/people/people.hpp"

#include <map>
#include <set>

namespace dibs::projections {
namespace {

// 0-3,5
std::string ranges(const std::set<std::int64_t>& numbers) {
    std::string out;
    for (auto it = numbers.begin(); it != numbers.end();) {
        const auto first = *it;
        auto last = first;
        for (++it; it != numbers.end() && *it == last + 1; ++it) last = *it;
        if (!out.empty()) out += ',';
        out += std::to_string(first);
        if (last > first) (out += '-') += std::to_string(last);
    }
    return out;
}

}  // namespace

// Of a row only the name is read, which stands first in it.
std::string host_name(const Txn& txn, HostId id) {
    const auto host = txn.get(Table::hosts, Key().id(id));
    return host ? unpack<std::string>(*host) : to_text(id);
}

std::string gpu_name(const Txn& txn, GpuId id) {
    const auto gpu = find_gpu(txn, id);
    if (!gpu) return to_text(id);
    return host_name(txn, gpu->host) + ':' + std::to_string(gpu->index);
}

std::string gpu_names_short(const Txn& txn, const std::vector<GpuId>& ids) {
    std::map<std::string, std::set<std::int64_t>> by_host;
    std::string out;
    for (const GpuId id : ids) {
        const auto gpu = find_gpu(txn, id);
        if (gpu)
            by_host[host_name(txn, gpu->host)].insert(gpu->index);
        else
            (out += out.empty() ? "" : " ") += to_text(id);
    }
    for (const auto& [host, indexes] : by_host) {
        (out += out.empty() ? "" : " ") += host + ':' + ranges(indexes);
    }
    return out;
}

Personal<std::string> person_name(const Txn& txn, PersonId id) {
    const auto person = txn.get(Table::people, Key().id(id));
    return person ? unpack<Personal<std::string>>(*person) : Personal<std::string>{};
}

}  // namespace dibs::projections
