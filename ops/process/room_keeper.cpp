// Hosts on record -> the number of connections that their descriptors leave.
#include "ops/process/room_keeper.hpp"

#include "ops/process/descriptors.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

bool changes_their_number(const Recorded& fact) {
    return fact.event.is<fleet::HostEnrolled>() || fact.event.is<fleet::HostRemoved>();
}

}  // namespace

void RoomKeeper::refresh() {
    try {
        share(list_hosts(model_.snapshot(clock_()), {100'000, {}}).items.size());
    } catch (const TableNotThere&) {  // under rebuild: keeps the last value
    }
}

void RoomKeeper::on_facts(const std::vector<Recorded>& facts) {
    if (std::any_of(facts.begin(), facts.end(), changes_their_number)) refresh();
}

void RoomKeeper::share(std::size_t hosts) {
    const auto descriptors = descriptor_limit();
    const auto most =
        std::min(wanted_, connections_within(descriptors, hosts, descriptors_of_one_));
    if (most == std::exchange(last_limit_, most)) return;
    spdlog::info("room for {} connections, beside {} hosts", most, hosts);
    if (descriptors_short(descriptors, hosts)) {
        spdlog::warn(
            "{} open files are too few for {} hosts and people: raise the limit "
            "(ulimit -n; LimitNOFILE of the service)",
            descriptors, hosts);
    }
    tell_(most);
}

}  // namespace dibs
