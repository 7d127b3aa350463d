// Questions about violations.
#include "projections/questions/violations.hpp"

#include "projections/access/access.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>

namespace dibs {
namespace {

using projections::ViolationRow;

views::ViolationStep view_of(const projections::StepRow& row) {
    views::ViolationStep view{row.step.action, row.step.after_s, row.at,       row.stop_mode,
                              row.outcome,     row.count,        std::nullopt, row.acted_at};
    if (!row.words.empty()) view.words = row.words;
    return view;
}

views::Violation view_of(const Txn& txn, const ViolationRow& row) {
    const auto& violation = row.violation;
    views::Violation view;
    view.id = violation.id;
    view.state = row.closed_at ? views::ViolationState::closed : views::ViolationState::open;
    view.kind = violation.kind;
    view.gpus = violation.gpus;
    view.gpu_name = projections::gpu_names_short(txn, violation.gpus);
    view.host = violation.host;
    view.reservation = violation.reservation;
    view.owner = violation.owner;
    if (view.owner) view.owner_name = projections::person_name(txn, *view.owner);
    view.unix_name = violation.unix_name;
    view.starter_unknown = violation.starter_unknown;
    // The person with that account now: one may have been added since.
    if (!violation.starter_unknown.value_or(false)) {
        view.person = projections::find_unix_name(txn, violation.unix_name);
    }
    if (view.person) view.person_name = projections::person_name(txn, *view.person);
    // An account that was reassigned to another person hides its commands.
    if (!violation.person || violation.person == view.person) view.command_owner = view.person;
    if (const auto process = projections::find_process(txn, violation.process)) {
        view.processes.push_back({violation.process, process->pid, process->command_line,
                                  process->started, process->ended_at});
    }
    view.opened_at = row.opened_at;
    view.closed_at = row.closed_at;
    if (!row.closed_at && !view.gpus.empty()) {
        const auto place = projections::place_of(txn, view.gpus.front());
        if (place) view.unknown_since = place->unknown_since();
    }
    if (row.excuse) {
        const auto& e = *row.excuse;
        const auto by = e.by ? projections::person_name(txn, *e.by) : Personal<std::string>{"Dibs"};
        view.excused = views::Excuse{e.by, by, e.at, e.reason};
    }
    for (const auto& step : row.steps) view.steps.push_back(view_of(step));
    view.steps_since = row.steps_since;
    return view;
}

bool matches(const views::ViolationFilter& filter, const ViolationRow& row) {
    if (filter.state == views::ViolationState::open && row.closed_at) return false;
    if (filter.state == views::ViolationState::closed && !row.closed_at) return false;
    if (filter.host && row.violation.host != *filter.host) return false;
    const auto& gpus = row.violation.gpus;
    return filter.gpus.empty() || std::any_of(gpus.begin(), gpus.end(), [&](GpuId gpu) {
               return contains(filter.gpus, gpu);
           });
}

}  // namespace

views::Violation view_of(const Snapshot& tables, const ViolationRow& row) {
    return view_of(tables.txn(), row);
}

std::optional<views::Violation> find_violation(const Snapshot& tables, ViolationId id) {
    const auto row = projections::find_violation(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of(tables.txn(), *row);
}

Slice<views::Violation> list_violations(const Snapshot& tables,
                                        const views::ViolationFilter& filter,
                                        const PageFrom& page) {
    const bool open = filter.state == views::ViolationState::open;
    auto cursor = tables.txn().cursor(open ? Table::open_violations : Table::violations);
    return scan_page<views::Violation>(
        cursor, {.order = Order::descending}, page, [&](TableCursor& at, auto& view) {
            const auto id = KeyReader(at.key()).id<ViolationId>();
            const auto row = projections::find_violation(tables.txn(), id);
            if (row && matches(filter, *row)) view = view_of(tables.txn(), *row);
            return true;
        });
}

std::vector<views::ViolationLevel> violation_levels(const Snapshot& tables) {
    std::vector<views::ViolationLevel> levels;
    auto cursor = tables.txn().cursor(Table::violation_levels);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto row = unpack<projections::LevelRow>(cursor.value());
        views::ViolationLevel view;
        KeyReader key(cursor.key().substr(1));
        if (cursor.key().front() == 'h') {
            view.host = key.id<HostId>();
            view.host_name = projections::host_name(tables.txn(), *view.host);
        } else {
            view.group = key.id<GroupId>();
            const auto group = projections::find_group(tables.txn(), *view.group);
            if (!group) continue;  // it was removed
            view.group_name = group->held.group.name;
        }
        view.level = row.level;
        view.set_at = row.set_at;
        view.set_by = row.set_by;
        if (row.set_by) view.set_by_name = projections::person_name(tables.txn(), *row.set_by);
        levels.push_back(std::move(view));
    }
    return levels;
}

std::vector<violation::Violation> open_violations(const Snapshot& tables) {
    std::vector<violation::Violation> open;
    auto cursor = tables.txn().cursor(Table::open_violations);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto id = KeyReader(cursor.key()).id<ViolationId>();
        auto row = projections::find_violation(tables.txn(), id);
        if (row) open.push_back(std::move(row->violation));
    }
    return open;
}

}  // namespace dibs
