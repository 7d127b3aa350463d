// Questions about the whole site.
#include "projections/questions/site.hpp"

namespace dibs {

views::Rules site_rules(const Snapshot& tables) {
    return projections::find_rules(tables.txn());
}

Counts count_rows(const Snapshot& tables) {
    const auto& txn = tables.txn();
    return {.hosts = txn.count(Table::host_names),
            .gpus = txn.count(Table::gpus),
            .processes = txn.count(Table::running_processes),
            .people = txn.count(Table::people),
            .reservations = txn.count(Table::reservations),
            .open_violations = txn.count(Table::open_violations),
            .events = txn.count(Table::history)};
}

}  // namespace dibs
