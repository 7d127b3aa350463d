// UUIDs identify GPUs whatever order CUDA uses; slices (MIG) have no index of their own.
#include "api/cli/views/cuda_devices.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>
#include <map>

namespace dibs::cli {
namespace {

struct HostDevices {
    std::string uuids, indices;
    bool sliced = false;
};

void append(std::string& list, const std::string& one) {
    list += (list.empty() ? "" : ",") + one;
}

std::map<std::string, HostDevices> devices_by_host(const std::vector<Json>& gpus,
                                                   const std::vector<Json>& booked) {
    std::map<std::string, HostDevices> hosts;
    for (const auto& gpu : gpus) {
        const bool wanted = std::find(booked.begin(), booked.end(), gpu["id"]) != booked.end();
        if (!wanted || gpu["uuid"].text().empty()) continue;
        auto& host = hosts[gpu["host_name"].text()];
        append(host.uuids, gpu["uuid"].text());
        append(host.indices, gpu["index"].shown());
        host.sliced = host.sliced || gpu["parent_id"];
    }
    return hosts;
}

}  // namespace

void note_cuda_devices(Context& context, const Json& reservation) {
    if (!context.out.human()) return;
    std::vector<Json> gpus;
    try {
        gpus = context.client.list("/gpus");
    } catch (const Failure&) {
        return;  // the booking is made; these lines are optional
    }
    for (const auto& [name, host] : devices_by_host(gpus, reservation["gpus"].items())) {
        context.out.note("  On " + printable(name) +
                         ": export CUDA_VISIBLE_DEVICES=" + printable(host.uuids));
        if (host.sliced) continue;
        context.out.note(
            "  or by index: export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES=" +
            printable(host.indices));
    }
}

}  // namespace dibs::cli
