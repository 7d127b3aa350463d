// Projects the events of hosts, GPUs and processes into their tables. Reads rows by id or by owner.
#include "projections/fleet/fleet.hpp"

#include "domain/kernel/overloaded.hpp"
#include "projections/store/find_row.hpp"

#include <algorithm>
#include <set>

namespace dibs::projections {
namespace {

template <class Row, class AnyId, class Change>
void change_row(WriteTxn& txn, Table table, AnyId id, const Change& change) {
    auto row = find_row<Row>(txn, table, id);
    if (!row) return;
    change(*row);
    txn.put(table, Key().id(id), pack(*row));
}

void project_enrolled(WriteTxn& txn, Instant at, const fleet::HostEnrolled& e) {
    HostRow row;
    row.name = e.name;
    row.address = e.address;
    row.port = e.port;
    row.account = e.account;
    row.host_key = e.host_key;
    row.jumps = e.jumps;
    row.added_at = at;
    txn.put(Table::hosts, Key().id(e.id), pack(row));
    txn.put(Table::host_names, Key().text(e.name), Key().id(e.id));
}

void project_host_changed(WriteTxn& txn, const fleet::HostChanged& e) {
    change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) {
        row.address = e.address;
        row.port = e.port;
        row.account = e.account;
        row.host_key = e.host_key;
        row.jumps = e.jumps;
        ++row.version;
        row.offered_key.clear();
        row.offered_by_jump.reset();
    });
}

void project_removed(WriteTxn& txn, Instant at, const fleet::HostRemoved& e) {
    change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) {
        row.removed_at = at;
        txn.del(Table::host_names, Key().text(row.name));
    });
}

void project_reach(WriteTxn& txn, Instant at, HostId id, fleet::Reach reach, std::string reason) {
    change_row<HostRow>(txn, Table::hosts, id, [&](HostRow& row) {
        if (row.reach != reach || !row.offered_key.empty()) row.state_since = at;
        row.reach = reach;
        row.reason = std::move(reason);
        if (reach != fleet::Reach::reached) return;
        row.offered_key.clear();
        row.offered_by_jump.reset();
    });
}

void project_owners(WriteTxn& txn, HostId id, const std::optional<fleet::HiddenOwners>& hidden) {
    change_row<HostRow>(txn, Table::hosts, id, [&](HostRow& row) { row.hidden_owners = hidden; });
}

void store_gpu(WriteTxn& txn, GpuId id, const GpuRow& row) {
    txn.put(Table::gpus, Key().id(id), pack(row));
    txn.put(Table::gpu_uuids, Key().text(row.uuid), Key().id(id));
    txn.put(Table::host_gpus, Key().id(row.host).id(id),
            row.parent ? Key().id(*row.parent) : Key());
}

void project_gpu_changed(WriteTxn& txn, const fleet::GpuChanged& e) {
    auto row = find_gpu(txn, e.id);
    if (!row) return;
    if (row->host != e.host) txn.del(Table::host_gpus, Key().id(row->host).id(e.id));
    GpuRow now{e.host, row->uuid, e.index, e.model, e.memory_total_mib, e.parent};
    now.hides_processes = e.hides_processes;
    now.clashes = std::move(row->clashes);
    now.unhealthy = std::move(row->unhealthy);
    store_gpu(txn, e.id, now);
}

void project_discovered(WriteTxn& txn, const fleet::GpuDiscovered& e) {
    GpuRow row{e.host, e.uuid, e.index, e.model, e.memory_total_mib, e.parent};
    row.hides_processes = e.hides_processes;
    store_gpu(txn, e.id, row);
}

void project_lost(WriteTxn& txn, Instant at, const fleet::GpuLost& e) {
    change_row<GpuRow>(txn, Table::gpus, e.id, [&](GpuRow& row) {
        row.lost = true;
        row.lost_words = e.words;
        row.lost_since = at;
    });
}

void project_health(WriteTxn& txn, GpuId id, const std::optional<health::Unhealthy>& unhealthy) {
    change_row<GpuRow>(txn, Table::gpus, id, [&](GpuRow& row) { row.unhealthy = unhealthy; });
}

void project_clash_began(WriteTxn& txn, const fleet::GpuClashBegan& e) {
    change_row<GpuRow>(txn, Table::gpus, e.id, [&](GpuRow& row) {
        const auto after = [&](const fleet::Clash& one) { return one.claimant > e.claimant; };
        const auto at = std::find_if(row.clashes.begin(), row.clashes.end(), after);
        row.clashes.insert(at, {e.claimant, e.index, e.since});
    });
    change_row<HostRow>(txn, Table::hosts, e.claimant, [&](HostRow& row) {
        const auto at = std::lower_bound(row.claims.begin(), row.claims.end(), e.id);
        row.claims.insert(at, e.id);
    });
}

void project_clash_ended(WriteTxn& txn, const fleet::GpuClashEnded& e) {
    change_row<GpuRow>(txn, Table::gpus, e.id, [&](GpuRow& row) {
        std::erase_if(row.clashes,
                      [&](const fleet::Clash& one) { return one.claimant == e.claimant; });
    });
    change_row<HostRow>(txn, Table::hosts, e.claimant,
                        [&](HostRow& row) { std::erase(row.claims, e.id); });
}

void project_driver(WriteTxn& txn, Instant at, const fleet::HostDriverChanged& e) {
    change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) {
        if (row.driver_state != e.driver.state) row.driver_since = at;
        row.driver_state = e.driver.state;
        row.driver_words = e.driver.words;
    });
}

void project_booted(WriteTxn& txn, const fleet::HostBooted& e) {
    change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) {
        row.boot_id = e.boot_id;
        row.booted_at = e.booted_at;
    });
}

void project_not_recorded(WriteTxn& txn, Instant at, const fleet::HostProcessesNotRecorded& e) {
    change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) {
        row.not_recorded_since = e.since;
        row.not_recorded_until = at;
        row.not_recorded = e.count;
    });
}

void project_topology(WriteTxn& txn, const fleet::HostTopologyChanged& e) {
    change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) { row.topology = e.topology; });
}

void project_appeared(WriteTxn& txn, Instant at, const fleet::ProcessAppeared& e) {
    const ProcessRow row{
        e.host,   e.gpus, e.pid, e.started, e.unix_name, e.command_line, {}, e.unknown_slice_gpus,
        e.origin, at};
    txn.put(Table::processes, Key().id(e.id), pack(row));
    for (const GpuId gpu : e.gpus) txn.put(Table::running, Key().id(gpu).id(e.id), {});
    txn.put(Table::running_processes, Key().id(e.id), {});
}

void project_owner_known(WriteTxn& txn, const fleet::ProcessOwnerKnown& e) {
    change_row<ProcessRow>(txn, Table::processes, e.id, [&](ProcessRow& row) {
        row.started = e.started;
        row.unix_name = e.unix_name;
        row.command_line = e.command_line;
        row.origin = e.origin;
    });
}

void project_gpus_changed(WriteTxn& txn, const fleet::ProcessGpusChanged& e) {
    change_row<ProcessRow>(txn, Table::processes, e.id, [&](ProcessRow& row) {
        for (const GpuId gpu : row.gpus) txn.del(Table::running, Key().id(gpu).id(e.id));
        for (const GpuId gpu : e.gpus) txn.put(Table::running, Key().id(gpu).id(e.id), {});
        row.gpus = e.gpus;
        row.unknown_slice_gpus = e.unknown_slice_gpus;
    });
}

void project_gone(WriteTxn& txn, Instant at, const fleet::ProcessGone& e) {
    change_row<ProcessRow>(txn, Table::processes, e.id, [&](ProcessRow& row) {
        row.ended_at = at;
        for (const GpuId gpu : row.gpus) txn.del(Table::running, Key().id(gpu).id(e.id));
    });
    txn.del(Table::running_processes, Key().id(e.id));
}

}  // namespace

void Fleet::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<fleet::Event>(recorded.event);
    if (!event) return;
    const Instant at = recorded.at;
    using fleet::Reach;
    visit(
        overloaded{
            [&](const fleet::HostEnrolled& e) { project_enrolled(txn, at, e); },
            [&](const fleet::HostChanged& e) { project_host_changed(txn, e); },
            [&](const fleet::HostRemoved& e) { project_removed(txn, at, e); },
            [&](const fleet::HostReached& e) { project_reach(txn, at, e.id, Reach::reached, {}); },
            [&](const fleet::HostLost& e) { project_reach(txn, at, e.id, Reach::lost, e.reason); },
            [&](const fleet::HostKeyRefused& e) {
                change_row<HostRow>(txn, Table::hosts, e.id, [&](HostRow& row) {
                    row.offered_key = e.offered;
                    row.offered_by_jump = e.jump;
                    row.state_since = at;
                });
            },
            [&](const fleet::HostOwnersHidden& e) { project_owners(txn, e.id, e.owners); },
            [&](const fleet::HostOwnersSeen& e) { project_owners(txn, e.id, {}); },
            [&](const fleet::HostDriverChanged& e) { project_driver(txn, at, e); },
            [&](const fleet::HostBooted& e) { project_booted(txn, e); },
            [&](const fleet::HostTopologyChanged& e) { project_topology(txn, e); },
            [&](const fleet::HostProcessesNotRecorded& e) { project_not_recorded(txn, at, e); },
            [&](const fleet::GpuDiscovered& e) { project_discovered(txn, e); },
            [&](const fleet::GpuChanged& e) { project_gpu_changed(txn, e); },
            [&](const fleet::GpuLost& e) { project_lost(txn, at, e); },
            [&](const fleet::GpuClashBegan& e) { project_clash_began(txn, e); },
            [&](const fleet::GpuClashEnded& e) { project_clash_ended(txn, e); },
            [&](const fleet::GpuUnhealthy& e) { project_health(txn, e.id, e.unhealthy); },
            [&](const fleet::GpuHealthy& e) { project_health(txn, e.id, {}); },
            [&](const fleet::ProcessAppeared& e) { project_appeared(txn, at, e); },
            [&](const fleet::ProcessOwnerKnown& e) { project_owner_known(txn, e); },
            [&](const fleet::ProcessGpusChanged& e) { project_gpus_changed(txn, e); },
            [&](const fleet::ProcessGone& e) { project_gone(txn, at, e); },
        },
        *event);
}

std::optional<HostRow> find_host(const Txn& txn, HostId id) {
    return find_row<HostRow>(txn, Table::hosts, id);
}
std::optional<GpuRow> find_gpu(const Txn& txn, GpuId id) {
    return find_row<GpuRow>(txn, Table::gpus, id);
}
std::optional<ProcessRow> find_process(const Txn& txn, ProcessId id) {
    return find_row<ProcessRow>(txn, Table::processes, id);
}
std::optional<std::int64_t> parent_index_of(const Txn& txn, const GpuRow& row) {
    const auto card = row.parent ? find_gpu(txn, *row.parent) : std::nullopt;
    return card ? std::optional{card->index} : std::nullopt;
}
std::vector<HostGpu> gpus_of_host(const Txn& txn, HostId id) {
    const auto prefix = Key().id(id);
    std::vector<HostGpu> all;
    auto cursor = txn.cursor(Table::host_gpus);
    for (bool more = cursor.seek(prefix); more; more = cursor.next()) {
        if (!cursor.key().starts_with(prefix.view())) break;
        auto& gpu = all.emplace_back();
        gpu.id = KeyReader(cursor.key().substr(prefix.view().size())).id<GpuId>();
        if (!cursor.value().empty()) gpu.parent = KeyReader(cursor.value()).id<GpuId>();
    }
    return all;
}
std::size_t bookable_count(const std::vector<HostGpu>& present) {
    std::set<GpuId> cut;
    for (const auto& gpu : present) {
        if (gpu.parent) cut.insert(*gpu.parent);
    }
    return static_cast<std::size_t>(std::count_if(
        present.begin(), present.end(), [&](const auto& gpu) { return !cut.contains(gpu.id); }));
}
std::vector<HostGpu> present_gpus(const Txn& txn, HostId id) {
    auto all = gpus_of_host(txn, id);
    std::erase_if(all, [&](const auto& gpu) {
        const auto row = find_gpu(txn, gpu.id);
        return !row || row->lost;
    });
    return all;
}
std::vector<ProcessId> running_on(const Txn& txn, GpuId id) {
    const auto prefix = Key().id(id);
    std::vector<ProcessId> all;
    auto cursor = txn.cursor(Table::running);
    for (bool more = cursor.seek(prefix); more; more = cursor.next()) {
        if (!cursor.key().starts_with(prefix.view())) break;
        all.push_back(KeyReader(cursor.key().substr(prefix.view().size())).id<ProcessId>());
    }
    return all;
}
bool runs_on(TableCursor& running, GpuId id) {
    const auto prefix = Key().id(id);
    return running.seek(prefix) && running.key().starts_with(prefix.view());
}

std::vector<GpuId> overlapping_devices(const std::vector<HostGpu>& all, GpuId id) {
    std::vector<GpuId> found{id};
    for (const auto& gpu : all) {
        if (gpu.id == id && gpu.parent) found.push_back(*gpu.parent);
        if (gpu.parent == id) found.push_back(gpu.id);
    }
    return found;
}
std::vector<GpuId> overlapping_devices(const Txn& txn, GpuId id) {
    const auto row = find_gpu(txn, id);
    return row ? overlapping_devices(gpus_of_host(txn, row->host), id) : std::vector{id};
}

}  // namespace dibs::projections
