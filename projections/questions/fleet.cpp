// Questions about hosts, GPUs and processes.
#include "projections/questions/fleet.hpp"

#include "domain/fleet/shown_command.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/store/page_scan.hpp"
#include "projections/usage/usage.hpp"
#include "projections/violations/violations.hpp"

namespace dibs {
namespace {

using projections::GpuRow;
using projections::HostRow;
using projections::Slot;

views::HostState state_of(const HostRow& row) {
    if (!row.offered_key.empty()) return views::HostState::key_changed;
    switch (row.reach) {
        case fleet::Reach::reached:
            return row.driver().fails() ? views::HostState::driver_broken
                                        : views::HostState::reachable;
        case fleet::Reach::lost:
            return views::HostState::unreachable;
        case fleet::Reach::never:
            break;
    }
    return views::HostState::connecting;
}

views::Clash clash_of(const Txn& txn, GpuId id, const GpuRow& gpu, const fleet::Clash& clash) {
    return {id,
            projections::gpu_name(txn, id),
            gpu.uuid,
            gpu.host,
            projections::host_name(txn, gpu.host),
            clash.claimant,
            projections::host_name(txn, clash.claimant),
            clash.index,
            clash.since};
}

void add_claims(const Txn& txn, views::Host& view, const HostRow& row) {
    for (const GpuId id : row.claims) {
        const auto gpu = projections::find_gpu(txn, id);
        if (!gpu) continue;
        for (const auto& clash : gpu->clashes) {
            if (clash.claimant == view.id) view.clashes.push_back(clash_of(txn, id, *gpu, clash));
        }
    }
}

views::Host view_of(const Txn& txn, HostId id, const HostRow& row) {
    views::Host view;
    view.id = id;
    view.name = row.name;
    view.address = row.address;
    view.port = row.port;
    view.user = row.account;
    view.host_key_fingerprint = row.host_key;
    view.version = row.version;
    view.state = state_of(row);
    view.state_since = row.state_since;
    if (!row.reason.empty()) view.reason = row.reason;
    view.driver = {row.driver_state, {}, row.driver_since};
    if (!row.driver_words.empty()) view.driver.words = row.driver_words;
    if (view.state == views::HostState::driver_broken) {
        view.state_since = row.driver_since;
        view.reason = view.driver.words;
    }
    if (!row.offered_key.empty()) view.offered_key = row.offered_key;
    view.hidden_owners = row.hidden_owners;
    const auto present = projections::present_gpus(txn, id);
    view.gpu_count = static_cast<std::int64_t>(projections::bookable_count(present));
    for (const auto& gpu : projections::gpus_of_host(txn, id)) {
        const auto found = projections::find_gpu(txn, gpu.id);
        if (!found) continue;
        for (const auto& clash : found->clashes) {
            view.clashes.push_back(clash_of(txn, gpu.id, *found, clash));
        }
    }
    add_claims(txn, view, row);
    view.added_at = row.added_at;
    if (!row.boot_id.empty()) view.boot_id = row.boot_id;
    view.booted_at = row.booted_at;
    view.topology = row.topology;
    if (row.not_recorded_since && row.not_recorded_until) {
        view.not_recorded = {*row.not_recorded_since, *row.not_recorded_until, row.not_recorded};
    }
    return view;
}

views::Holder holder_of(const Txn& txn, const Slot& slot) {
    const auto& row = slot.row;
    return {slot.id,  row.owner, projections::person_name(txn, row.owner), {std::string(row.title)},
            row.from, slot.until};
}

// The running booking, the next one, and how long the GPU is held; of all GPUs that share
// its silicon, because a booking of one keeps the others from being used.
void add_holders(const Txn& txn, views::Gpu& view, const std::vector<GpuId>& silicon, Instant now) {
    constexpr Duration horizon = std::chrono::days{400};
    std::vector<Slot> slots;
    auto cursor = txn.cursor(Table::reservations_by_gpu);
    for (const GpuId part : silicon) {
        Instant end{};  // of the chain of back-to-back bookings
        projections::for_each_slot(cursor, part, {now, now + horizon}, [&](const Slot& slot) {
            slots.push_back(slot);
            const bool chained = slot.row.from <= now || slot.row.from == end;
            end = slot.until;
            return chained;
        });
    }
    std::sort(slots.begin(), slots.end(),
              [](const Slot& a, const Slot& b) { return a.row.from < b.row.from; });
    for (const Slot& slot : slots) {
        if (slot.row.from <= now) {
            const bool theirs = slot.row.ending != reservation::Ending::pending;
            if (!view.reservation && theirs) view.reservation = holder_of(txn, slot);
            view.free_from = std::max(view.free_from.value_or(slot.until), slot.until);
            continue;
        }
        if (!view.next) view.next = holder_of(txn, slot);
        if (view.free_from && slot.row.from <= *view.free_from) {
            view.free_from = std::max(*view.free_from, slot.until);
        }
    }
}

views::Gpu view_of(const Txn& txn, const projections::GpuPlace& place,
                   const std::vector<GpuId>& silicon, Instant now) {
    const auto& row = place.row;
    views::Gpu view{place.id,           row.host,      place.host_name,      row.index,
                    row.uuid,           row.model,     row.memory_total_mib, row.parent,
                    place.parent_index, place.state(), place.reason(),       place.since()};
    view.unhealthy = place.unhealthy;
    view.processes_known = place.seen() && !row.hides_processes;
    for (const auto& clash : row.clashes) {
        view.clashes.push_back(clash_of(txn, place.id, row, clash));
    }
    add_holders(txn, view, silicon, now);
    return view;
}

// A person's account is called what it is called today.
views::Origin view_of(const Txn& txn, const fleet::Origin& origin) {
    views::Origin view{origin.container, origin.tty, origin.session, origin.started_by, {}, {},
                       origin.uid};
    if (origin.starter) {
        if (const auto person = projections::find_person(txn, *origin.starter)) {
            view.started_by = person->unix_name;
        }
    }
    if (view.started_by) view.starter = projections::find_unix_name(txn, *view.started_by);
    if (view.starter) view.starter_name = projections::person_name(txn, *view.starter);
    return view;
}

views::Process view_of(const Txn& txn, const projections::GpuPlace& place, ProcessId id,
                       const projections::ProcessRow& row) {
    views::Process view{id,
                        place.id,
                        place.name(),
                        place.row.host,
                        place.host_name,
                        row.pid,
                        row.unix_name,
                        {},
                        {},
                        row.command_line,
                        row.started,
                        {},
                        projections::open_violation_of(txn, id),
                        place.unknown_since()};
    if (contains(row.unknown_slice_gpus, place.id)) view.slice_unknown = true;
    if (row.origin) view.origin = view_of(txn, *row.origin);
    if (row.unix_name) view.person = projections::find_unix_name(txn, *row.unix_name);
    if (view.person) view.person_name = projections::person_name(txn, *view.person);
    view.command_owner = command_owner(view.person, row.origin, row.unix_name);
    return view;
}

// The last values; nothing where a clock that ran ahead had stamped them.
std::optional<views::Live> live_of(const Snapshot& tables, const SubjectId& of, bool in_sight) {
    if (!tables.usage()) return std::nullopt;
    const auto last = tables.usage()->last(of);
    if (!last || is_ahead(last->at, tables.now())) return std::nullopt;
    return views::seen_at(*last, in_sight, tables.now());
}

// Of a process of a card nobody may know on which slice it runs.
std::vector<GpuId> where_use_counts(const projections::GpuPlace& place,
                                    const std::vector<GpuId>& silicon) {
    return place.row.parent ? std::vector{place.id} : silicon;
}

// With the last values, and what follows from them, from what runs there and from its bookings.
void add_use(const Snapshot& tables, views::Gpu& view, const projections::GpuPlace& place,
             const std::vector<GpuId>& silicon) {
    constexpr auto utilization = column_of(Subject::gpu, "utilization_percent");
    constexpr auto memory = column_of(Subject::gpu, "memory_used_mib");
    view.live = live_of(tables, place.id, place.seen());
    const auto runs_on = [&](GpuId gpu) {
        return !projections::running_on(tables.txn(), gpu).empty();
    };
    const auto parts = where_use_counts(place, silicon);
    views::OccupancySigns signs{.booked = view.free_from.has_value(),
                                .available = view.state == views::GpuState::available,
                                .seen = place.seen(),
                                .runs = std::any_of(parts.begin(), parts.end(), runs_on),
                                .processes_known = view.processes_known};
    if (place.row.parent && runs_on(*place.row.parent)) signs.processes_known = false;
    if (view.live && view.live->sight->current) {
        signs.utilization_percent = view.live->values[utilization];
        signs.memory_used_mib = view.live->values[memory];
    }
    view.occupancy = views::occupancy_of(signs);
    if (view.occupancy == views::Occupancy::free && view.next) view.free_until = view.next->from;
}

// On this GPU alone.
std::optional<views::Decimal> memory_of(const Snapshot& tables, ProcessId id,
                                        const projections::GpuPlace& place) {
    constexpr auto column = column_of(Subject::process, "memory_used_mib");
    const auto live = live_of(tables, {id, place.id}, place.seen());
    if (!live || !live->sight->current) return std::nullopt;
    const auto steps = live->values[column];
    if (!steps) return std::nullopt;
    return views::value_of(metrics_of(Subject::process)[column], *steps);
}

}  // namespace

std::optional<views::Host> find_host(const Snapshot& tables, HostId id) {
    const auto row = projections::find_host(tables.txn(), id);
    if (!row || row->removed_at) return std::nullopt;
    auto view = view_of(tables.txn(), id, *row);
    view.live = live_of(tables, id, views::is_reached(view.state));
    return view;
}

std::optional<HostId> host_called(const Snapshot& tables, std::string_view id_or_name) {
    if (const auto id = parse_id<HostId>(id_or_name)) {
        const auto row = projections::find_host(tables.txn(), *id);
        return row && !row->removed_at ? id : std::nullopt;
    }
    const auto found = tables.txn().get(Table::host_names, Key().text(id_or_name));
    if (!found) return std::nullopt;
    return KeyReader(*found).id<HostId>();
}

Slice<views::Host> list_hosts(const Snapshot& tables, const PageFrom& page) {
    auto cursor = tables.txn().cursor(Table::host_names);
    return scan_page<views::Host>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        view = find_host(tables, KeyReader(at.value()).id<HostId>());
        if (view) view->topology.reset();  // thousands of links, and seldom asked for
        return true;
    });
}

std::optional<views::Gpu> find_gpu(const Snapshot& tables, GpuId id) {
    const auto place = projections::place_of(tables.txn(), id);
    if (!place) return std::nullopt;
    const auto silicon = projections::sharing_silicon(tables.txn(), id);
    auto view = view_of(tables.txn(), *place, silicon, tables.now());
    add_use(tables, view, *place, silicon);
    return view;
}

std::optional<GpuId> gpu_of_uuid(const Snapshot& tables, std::string_view uuid) {
    const auto found = tables.txn().get(Table::gpu_uuids, Key().text(uuid));
    if (!found) return std::nullopt;
    return KeyReader(*found).id<GpuId>();
}

std::string gpu_name(const Snapshot& tables, GpuId id) {
    return projections::gpu_name(tables.txn(), id);
}

std::vector<views::GpuTrouble> troubles_of(const Snapshot& tables, const std::vector<GpuId>& gpus) {
    return projections::troubles_of(tables.txn(), gpus);
}

std::optional<std::string> host_name_of(const Snapshot& tables, GpuId id) {
    const auto place = projections::place_of(tables.txn(), id);
    if (!place) return std::nullopt;
    return place->host_name;
}

std::vector<GpuId> sharing_silicon(const Snapshot& tables, GpuId id) {
    return projections::sharing_silicon(tables.txn(), id);
}

Slice<views::Gpu> list_gpus(const Snapshot& tables, const views::GpuFilter& filter,
                            const PageFrom& page) {
    PageMaker<views::Gpu> maker(page);
    std::vector<projections::HostGpu> of_host;  // the GPUs of a host come one behind the other
    HostId host{};
    for (const auto& place : projections::places(tables.txn(), filter, tables.now())) {
        if (place.row.host != host) {
            host = place.row.host;
            of_host = projections::gpus_of_host(tables.txn(), host);
        }
        const bool more = maker.offer(place.key(), [&] {
            const auto silicon = projections::sharing_silicon(of_host, place.id);
            auto view = view_of(tables.txn(), place, silicon, tables.now());
            add_use(tables, view, place, silicon);
            return view;
        });
        if (!more) break;
    }
    return std::move(maker.slice);
}

std::vector<views::CalendarGpu> plain_gpus(const Snapshot& tables, const views::GpuFilter& filter) {
    std::vector<views::CalendarGpu> list;
    for (auto& place : projections::places(tables.txn(), filter, tables.now())) {
        list.push_back(projections::calendar_gpu(std::move(place)));
    }
    return list;
}

Slice<views::Process> list_processes(const Snapshot& tables, const views::ProcessFilter& filter,
                                     const PageFrom& page) {
    PageMaker<views::Process> maker(page);
    for (const auto& place :
         projections::places(tables.txn(), {.host = filter.host}, tables.now())) {
        if (!filter.gpus.empty() && !contains(filter.gpus, place.id)) continue;
        std::map<std::string, views::Process> in_order;  // by pid
        for (const ProcessId id : projections::running_on(tables.txn(), place.id)) {
            const auto row = projections::find_process(tables.txn(), id);
            if (!row) continue;
            auto view = view_of(tables.txn(), place, id, *row);
            view.memory_used_mib = memory_of(tables, id, place);
            if (filter.person && view.person != filter.person) continue;
            const auto pid = static_cast<std::uint64_t>(row->pid);
            in_order.emplace(place.key() + std::string(Key().number(pid).id(id).view()),
                             std::move(view));
        }
        for (const auto& [key, view] : in_order) {
            if (!maker.offer(key, [&] { return view; })) return std::move(maker.slice);
        }
    }
    return std::move(maker.slice);
}

std::vector<views::Process> rows_of_process(const Snapshot& tables, ProcessId id) {
    std::vector<views::Process> rows;
    const auto row = projections::find_process(tables.txn(), id);
    if (!row || row->ended_at) return rows;
    for (const GpuId gpu : row->gpus) {
        const auto place = projections::place_of(tables.txn(), gpu);
        if (place) rows.push_back(view_of(tables.txn(), *place, id, *row));
    }
    return rows;
}

std::vector<views::ProcessOnGpu> processes_on(const Snapshot& tables,
                                              const std::vector<GpuId>& gpus) {
    std::vector<views::ProcessOnGpu> all;
    for (const GpuId gpu : gpus) {
        for (const ProcessId id : projections::running_on(tables.txn(), gpu)) {
            all.push_back({id, gpu});
        }
    }
    return all;
}

std::map<GpuId, std::vector<ProcessId>> running_processes(const Snapshot& tables) {
    std::map<GpuId, std::vector<ProcessId>> running;
    auto cursor = tables.txn().cursor(Table::running);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        KeyReader key(cursor.key());
        const auto gpu = key.id<GpuId>();
        running[gpu].push_back(key.id<ProcessId>());
    }
    return running;
}

std::set<GpuId> worked_on_by_others(const Snapshot& tables, PersonId me) {
    const auto is_of_others = [&](ProcessId id) {
        const auto row = projections::find_process(tables.txn(), id);
        return row && (!row->unix_name ||
                       projections::find_unix_name(tables.txn(), *row->unix_name) != me);
    };
    std::set<GpuId> gpus;
    for (const auto& [gpu, processes] : running_processes(tables)) {
        if (std::any_of(processes.begin(), processes.end(), is_of_others)) gpus.insert(gpu);
    }
    return gpus;
}

}  // namespace dibs
