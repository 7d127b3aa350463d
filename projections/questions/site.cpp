// Questions about the whole site.
#include "projections/questions/site.hpp"

#include "projections/fleet/fleet.hpp"

namespace dibs {

views::Rules site_rules(const Snapshot& tables) {
    return projections::find_rules(tables.txn());
}

Counts count_rows(const Snapshot& tables) {
    const auto& txn = tables.txn();
    return {.hosts = txn.count(Table::host_names),
            .processes = txn.count(Table::running_processes),
            .people = txn.count(Table::people),
            .reservations = txn.count(Table::reservations),
            .open_violations = txn.count(Table::open_violations),
            .events = txn.count(Table::history)};
}

std::size_t count_gpus(const Snapshot& tables) {
    std::size_t count = 0;
    auto hosts = tables.txn().cursor(Table::host_names);
    for (bool more = hosts.first(); more; more = hosts.next()) {
        const auto host = KeyReader(hosts.value()).id<HostId>();
        count += projections::bookable_count(projections::present_gpus(tables.txn(), host));
    }
    return count;
}

}  // namespace dibs
