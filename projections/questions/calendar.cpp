// Reads reservations and calendars from the tables; calendar.hpp has the contract.
#include "projections/questions/calendar.hpp"

#include "domain/reservation/idle_decisions.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/people.hpp"
#include "projections/rules/rules.hpp"
#include "projections/store/page_scan.hpp"

namespace dibs {
namespace {

using projections::ReservationRow;
using projections::Slot;

bool on_host(const Txn& txn, const ReservationRow& row, HostId host) {
    return std::any_of(row.gpus.begin(), row.gpus.end(), [&](GpuId id) {
        const auto gpu = projections::find_gpu(txn, id);
        return gpu && gpu->host == host;
    });
}

// True if the booking is pending and `approver` may approve it: as an admin, or by the grants that
// the booking depends on.
bool can_approve(const Snapshot& tables, PersonId approver, const ReservationRow& row,
                 const Zones& zones) {
    if (row.ending != reservation::Ending::pending) return false;
    const auto role = role_of(tables, approver);
    if (!role) return false;
    if (*role == people::Role::admin) return true;
    return approves(tables, approver, {row.owner, row.gpus, {row.from, row.until}}, zones);
}

// Tests every condition of the filter except `until`, which the scan of the index tests.
bool matches(const Snapshot& tables, const views::ReservationFilter& filter,
             const ReservationRow& row) {
    const auto now = tables.now();
    if (filter.from && row.until <= *filter.from) return false;
    if (filter.owner && row.owner != *filter.owner) return false;
    if (filter.project && row.project != filter.project) return false;
    if (!filter.states.empty() &&
        !contains(filter.states, views::state_at(row.ending, {row.from, row.until}, now))) {
        return false;
    }
    if (filter.approver && !can_approve(tables, *filter.approver, row, *filter.zones)) return false;
    const auto is_requested = [&](GpuId id) { return contains(filter.gpus, id); };
    if (!filter.gpus.empty() && std::none_of(row.gpus.begin(), row.gpus.end(), is_requested)) {
        return false;
    }
    return !filter.host || on_host(tables.txn(), row, *filter.host);
}

// Keeps the earliest row of each booking. A booking has several rows if it has several GPUs or
// swapped one. Orders the rows by id if it drops any.
void keep_one_row_each(std::vector<views::CalendarRow>& rows) {
    std::vector<ReservationId> ids;
    ids.reserve(rows.size());
    for (const auto& row : rows) ids.push_back(row.id);
    std::sort(ids.begin(), ids.end());
    if (std::adjacent_find(ids.begin(), ids.end()) == ids.end()) return;
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::tie(a.id, a.from) < std::tie(b.id, b.from);
    });
    const auto same = [](const auto& a, const auto& b) { return a.id == b.id; };
    rows.erase(std::unique(rows.begin(), rows.end(), same), rows.end());
}

// Orders the rows by start, each booking once. The rows of a single GPU have that order already.
std::vector<views::CalendarRow> ordered_by_start(std::vector<views::CalendarRow> rows) {
    keep_one_row_each(rows);
    const auto earlier = [](const auto& a, const auto& b) {
        return std::tie(a.from, a.id) < std::tie(b.from, b.id);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), earlier)) {
        std::sort(rows.begin(), rows.end(), earlier);
    }
    return rows;
}

// Each owner once.
std::vector<PersonId> owners_of(const std::vector<views::CalendarRow>& rows) {
    std::vector<PersonId> owners;
    for (const auto& row : rows) {
        if (owners.empty() || owners.back() != row.owner) owners.push_back(row.owner);
    }
    std::sort(owners.begin(), owners.end());
    owners.erase(std::unique(owners.begin(), owners.end()), owners.end());
    return owners;
}

// When an idle booking is released: the announced time. None if that time has passed, because
// unknown use postponed the release. None if the rules no longer release idle bookings.
std::optional<Instant> frees_at(const Snapshot& tables, const reservation::Idle& idle, Instant at) {
    const auto announced = idle.frees_at();
    if (!announced || *announced <= at) return std::nullopt;
    const auto rules = projections::find_rules(tables.txn()).rules;
    return reservation::minutes_for(rules, idle.kind).release ? announced : std::nullopt;
}

// The end of the whole booking, from its JSON. The slot of a GPU that was swapped ends earlier.
Instant booking_end(const Slot& slot) {
    constexpr std::string_view member = R"("until":")";
    constexpr std::size_t length = std::string_view("2026-11-24T12:00:00.000Z").size();
    const auto at = slot.row.shown.find(member);
    if (at == std::string_view::npos) return slot.until;
    return parse_instant(slot.row.shown.substr(at + member.size(), length)).value_or(slot.until);
}

// The state of the whole booking, which may continue on another GPU after this slot.
views::ReservationState state_of(const Slot& slot, Instant now) {
    const auto& row = slot.row;
    const auto state = views::state_at(row.ending, {row.from, slot.until}, now);
    if (state != views::ReservationState::finished) return state;
    return views::state_at(row.ending, {row.from, booking_end(slot)}, now);
}

}  // namespace

views::Reservation view_of(const Snapshot& tables, ReservationId id,
                           const projections::ReservationRow& row, Instant at) {
    const auto& txn = tables.txn();
    views::Reservation view;
    view.id = id;
    view.gpus = row.gpus;
    for (const GpuId gpu : row.gpus) view.gpu_names.push_back(projections::gpu_name(txn, gpu));
    view.owner = row.owner;
    view.owner_name = projections::person_name(txn, row.owner);
    view.title = row.title;
    view.from = row.from;
    view.until = row.until;
    view.state = views::state_at(row.ending, {row.from, row.until}, at);
    view.version = row.version;
    view.created_at = row.created_at;
    view.created_by = row.created_by;
    view.changed_at = row.changed_at;
    view.held_until = row.held_until;
    view.decline_reason = row.decline_reason;
    view.protection = row.protection;
    view.project = row.project;
    if (row.moves) {
        auto& moves = view.moves.emplace();
        for (const auto& move : *row.moves) {
            moves.push_back({move.from, projections::gpu_name(txn, move.from), move.to,
                             projections::gpu_name(txn, move.to), move.at});
        }
    }
    if (view.state == views::ReservationState::running) {
        if (const auto& idle = row.idle) {
            view.idle = views::IdleNote{idle->kind, idle->since, idle->at, idle->told_at,
                                        frees_at(tables, *idle, at)};
        }
        if (row.kept_until && *row.kept_until > at) view.kept_until = row.kept_until;
    }
    if (view.state == views::ReservationState::upcoming ||
        view.state == views::ReservationState::running) {
        view.warnings = projections::troubles_of(txn, row.gpus);
    }
    return view;
}

void views::write_json(std::string& out, const CalendarRow& row) {
    out += row.shown.substr(0, row.shown.size() - 1);  // drops the closing brace
    out += R"(,"state":")";
    (out += name_of_value(row.state)) += R"("})";
}

std::optional<views::Reservation> find_reservation(const Snapshot& tables, ReservationId id) {
    const auto row = projections::find_reservation(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(tables, id, *row, tables.now());
}

Slice<views::Reservation> list_reservations(const Snapshot& tables,
                                            const views::ReservationFilter& filter,
                                            const PageFrom& page) {
    const bool by_project = filter.project && !filter.owner;
    const auto prefix = filter.owner ? Key().id(*filter.owner)
                        : by_project ? Key().text(*filter.project)
                                     : Key();
    Key start = prefix;
    if (filter.from) start.time(*filter.from - projections::longest_reservation(tables.txn()));
    auto cursor = tables.txn().cursor(filter.owner ? Table::reservations_by_owner
                                      : by_project ? Table::reservations_by_project
                                                   : Table::reservations_by_start);
    return scan_page<views::Reservation>(
        cursor, {.prefix = prefix, .start = start}, page, [&](TableCursor& entry, auto& view) {
            KeyReader key(entry.key().substr(prefix.view().size()));
            const auto from = key.time();
            const auto id = key.id<ReservationId>();
            if (filter.until && from >= *filter.until) return false;
            const auto row = projections::find_reservation(tables.txn(), id);
            if (row && matches(tables, filter, *row))
                view = view_of(tables, id, *row, tables.now());
            return true;
        });
}

std::vector<views::CalendarRow> calendar_rows(const Snapshot& tables,
                                              const std::vector<GpuId>& gpus, Interval window) {
    std::vector<views::CalendarRow> rows;
    auto cursor = tables.txn().cursor(Table::reservations_by_gpu);
    const auto add = [&](const Slot& slot) {
        const auto& row = slot.row;
        rows.push_back({row.from, slot.id, slot.gpu, row.owner, slot.until,
                        state_of(slot, tables.now()), row.shown});
        return true;
    };
    for (const GpuId gpu : gpus) projections::for_each_slot(cursor, gpu, window, add);
    return rows;
}

views::Calendar calendar_of(const Snapshot& tables, const std::vector<GpuId>& gpus,
                            Interval window) {
    views::Calendar view{window.from, window.until, {}, {}, {}};
    auto places = gpus.empty() ? projections::places(tables.txn(), {}, tables.now())
                               : projections::places_of(tables.txn(), gpus);
    for (auto& place : places) {
        view.gpus.push_back(projections::calendar_gpu(std::move(place)));
    }
    std::vector<GpuId> gpu_ids;
    for (const auto& gpu : view.gpus) gpu_ids.push_back(gpu.id);
    view.reservations = ordered_by_start(calendar_rows(tables, gpu_ids, window));
    for (const PersonId owner : owners_of(view.reservations)) {
        view.people[to_text(owner)] = projections::person_name(tables.txn(), owner);
    }
    return view;
}

std::vector<Hold> bookings_on(const Snapshot& tables, GpuId gpu, const Interval& window) {
    std::vector<Hold> holds;
    auto by_gpu = tables.txn().cursor(Table::reservations_by_gpu);
    for (const GpuId device : projections::overlapping_devices(tables.txn(), gpu)) {
        projections::for_each_slot(by_gpu, device, window, [&](const Slot& slot) {
            // A pending booking does not hold the GPU yet.
            if (slot.row.ending == reservation::Ending::pending) return true;
            const auto owner = projections::find_person(tables.txn(), slot.row.owner);
            const Interval when{slot.row.from, slot.until};
            holds.push_back({when, slot.id, owner ? owner->unix_name : std::string()});
            return true;
        });
    }
    return holds;
}

}  // namespace dibs
