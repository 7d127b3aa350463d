// Questions about hosts and GPUs.
#include "projections/questions/fleet.hpp"

#include "projections/calendar/calendar.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/live_values.hpp"
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
    view.jumps = row.jumps;
    view.offered_by_jump = row.offered_by_jump;
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

// Builds the views of many GPUs in one snapshot. Keeps its cursors open and caches names.
class GpuViews {
  public:
    explicit GpuViews(const Snapshot& tables)
        : tables_(tables),
          slots_(tables.txn().cursor(Table::reservations_by_gpu)),
          running_(tables.txn().cursor(Table::running)) {}

    views::Gpu view_of(const projections::GpuPlace& place, const std::vector<GpuId>& devices) {
        const auto& row = place.row;
        views::Gpu view{place.id,           row.host,      place.host_name,      row.index,
                        row.uuid,           row.model,     row.memory_total_mib, row.parent,
                        place.parent_index, place.state(), place.reason(),       place.since()};
        view.unhealthy = place.unhealthy;
        view.processes_known = place.seen() && !row.hides_processes;
        for (const auto& clash : row.clashes) {
            view.clashes.push_back(clash_of(tables_.txn(), place.id, row, clash));
        }
        add_holders(view, devices);
        add_use(view, place, devices);
        return view;
    }

  private:
    void find_slots(const std::vector<GpuId>& devices);
    void add_holders(views::Gpu& view, const std::vector<GpuId>& devices);
    views::Holder holder_of(const Slot& slot);
    const Personal<std::string>& name_of(PersonId person);
    bool any_runs(const projections::GpuPlace& place, const std::vector<GpuId>& devices);
    void add_use(views::Gpu& view, const projections::GpuPlace& place,
                 const std::vector<GpuId>& devices);

    const Snapshot& tables_;
    TableCursor slots_, running_;
    std::vector<Slot> found_;  // of the current GPU
    std::map<PersonId, Personal<std::string>> names_;
};

const Personal<std::string>& GpuViews::name_of(PersonId person) {
    const auto [at, is_new] = names_.try_emplace(person);
    if (is_new) at->second = projections::person_name(tables_.txn(), person);
    return at->second;
}

views::Holder GpuViews::holder_of(const Slot& slot) {
    const auto& row = slot.row;
    return {slot.id, row.owner, name_of(row.owner), {std::string(row.title)}, row.from, slot.until};
}

// Collects the chain of back-to-back bookings from now on, and the first booking after it, ordered
// by start.
void GpuViews::find_slots(const std::vector<GpuId>& devices) {
    constexpr Duration horizon = std::chrono::days{400};
    const auto now = tables_.now();
    found_.clear();
    for (const GpuId part : devices) {
        Instant end{};  // end of the chain
        projections::for_each_slot(slots_, part, {now, now + horizon}, [&](const Slot& slot) {
            found_.push_back(slot);
            const bool chained = slot.row.from <= now || slot.row.from == end;
            end = slot.until;
            return chained;
        });
    }
    std::sort(found_.begin(), found_.end(),
              [](const Slot& a, const Slot& b) { return a.row.from < b.row.from; });
}

// Sets the running booking, the next one, and the time until which the GPU is held. Considers all
// overlapping devices, because a booking of one keeps the others from being used.
void GpuViews::add_holders(views::Gpu& view, const std::vector<GpuId>& devices) {
    find_slots(devices);
    for (const Slot& slot : found_) {
        if (slot.row.from <= tables_.now()) {
            const bool theirs = slot.row.ending != reservation::Ending::pending;
            if (!view.reservation && theirs) view.reservation = holder_of(slot);
            view.free_from = std::max(view.free_from.value_or(slot.until), slot.until);
            continue;
        }
        if (!view.next) view.next = holder_of(slot);
        if (view.free_from && slot.row.from <= *view.free_from) {
            view.free_from = std::max(*view.free_from, slot.until);
        }
    }
}

// The slice on which a GPU's process runs may be unknown, so a slice counts only its own processes.
bool GpuViews::any_runs(const projections::GpuPlace& place, const std::vector<GpuId>& devices) {
    const auto runs = [&](GpuId gpu) { return projections::runs_on(running_, gpu); };
    if (place.row.parent) return runs(place.id);
    return std::any_of(devices.begin(), devices.end(), runs);
}

// Adds the last values, and the occupancy that follows from them, the processes and the bookings.
void GpuViews::add_use(views::Gpu& view, const projections::GpuPlace& place,
                       const std::vector<GpuId>& devices) {
    constexpr auto utilization = column_of(Subject::gpu, "utilization_percent");
    constexpr auto memory = column_of(Subject::gpu, "memory_used_mib");
    const auto& card = place.row.parent;
    view.live = live_of(tables_, place.id, place.seen());
    views::OccupancySigns signs{.booked = view.free_from.has_value(),
                                .available = view.state == GpuState::available,
                                .seen = place.seen(),
                                .runs = any_runs(place, devices),
                                .processes_known = view.processes_known};
    if (card && projections::runs_on(running_, *card)) signs.processes_known = false;
    if (view.live && view.live->sight->current) {
        signs.utilization_percent = view.live->values[utilization];
        signs.memory_used_mib = view.live->values[memory];
    }
    view.occupancy = views::occupancy_of(signs);
    if (view.occupancy == views::Occupancy::free && view.next) view.free_until = view.next->from;
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
        if (view) view->topology.reset();  // thousands of links, and rarely requested
        return true;
    });
}

std::optional<views::Gpu> find_gpu(const Snapshot& tables, GpuId id) {
    const auto place = projections::place_of(tables.txn(), id);
    if (!place) return std::nullopt;
    const auto devices = projections::overlapping_devices(tables.txn(), id);
    return GpuViews(tables).view_of(*place, devices);
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

std::vector<GpuId> overlapping_devices(const Snapshot& tables, GpuId id) {
    return projections::overlapping_devices(tables.txn(), id);
}

Slice<views::Gpu> list_gpus(const Snapshot& tables, const views::GpuFilter& filter,
                            const PageFrom& page) {
    PageMaker<views::Gpu> maker(page);
    const auto places = projections::places(tables.txn(), filter, tables.now());
    if (places.empty()) return {};
    maker.slice.items.reserve(std::min(places.size(), page.limit));
    GpuViews views(tables);
    std::vector<projections::HostGpu> of_host;  // GPUs of a host are adjacent
    HostId host{};
    for (const auto& place : places) {
        if (place.row.host != host) {
            host = place.row.host;
            of_host = projections::gpus_of_host(tables.txn(), host);
        }
        const bool more = maker.offer(place.key(), [&] {
            return views.view_of(place, projections::overlapping_devices(of_host, place.id));
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

}  // namespace dibs
