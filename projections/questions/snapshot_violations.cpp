// Questions about violations.
#include "projections/calendar/calendar.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page_scan.hpp"
#include "projections/violations/violations.hpp"

namespace dibs {
namespace {

using projections::ViolationRow;

void add_people(const Txn& txn, views::Violation& view) {
    if (const auto held = projections::find_reservation(txn, view.reservation)) {
        view.owner = held->owner;
        view.owner_name = projections::person_name(txn, held->owner);
    }
    view.person = projections::find_unix_name(txn, view.unix_name);
    if (view.person) view.person_name = projections::person_name(txn, *view.person);
}

views::Violation view_of(const Txn& txn, ViolationId id, const ViolationRow& row) {
    views::Violation view;
    view.id = id;
    view.state = row.closed_at ? views::ViolationState::closed : views::ViolationState::open;
    view.gpu = row.gpu;
    view.gpu_name = projections::gpu_name(txn, row.gpu);
    view.reservation = row.reservation;
    view.unix_name = row.unix_name;
    add_people(txn, view);
    if (const auto process = projections::find_process(txn, row.process)) {
        view.processes.push_back({row.process, process->pid, process->command_line,
                                  process->started, process->ended_at});
    }
    view.opened_at = row.opened_at;
    view.closed_at = row.closed_at;
    if (row.excuse) {
        const auto& e = *row.excuse;
        const auto by = e.by ? projections::person_name(txn, *e.by) : Personal<std::string>{"Dibs"};
        view.excused = views::Excuse{e.by, by, e.at, e.reason};
    }
    return view;
}

bool matches(const Txn& txn, const views::ViolationFilter& filter, const ViolationRow& row) {
    if (filter.state == views::ViolationState::open && row.closed_at) return false;
    if (filter.state == views::ViolationState::closed && !row.closed_at) return false;
    if (!filter.gpus.empty() && !contains(filter.gpus, row.gpu)) return false;
    if (!filter.host) return true;
    const auto gpu = projections::find_gpu(txn, row.gpu);
    return gpu && gpu->host == *filter.host;
}

}  // namespace

std::optional<views::Violation> Snapshot::violation(ViolationId id) const {
    const auto row = projections::find_violation(txn_, id);
    if (!row) return std::nullopt;
    return view_of(txn_, id, *row);
}

Slice<views::Violation> Snapshot::violations(const views::ViolationFilter& filter,
                                             const PageFrom& page) const {
    const bool open = filter.state == views::ViolationState::open;
    auto cursor = txn_.cursor(open ? Table::open_violations : Table::violations);
    return scan_page<views::Violation>(cursor, {.order = Order::descending}, page,
                                       [&](TableCursor& at, auto& view) {
                                           const auto id = KeyReader(at.key()).id<ViolationId>();
                                           const auto row = projections::find_violation(txn_, id);
                                           if (row && matches(txn_, filter, *row))
                                               view = view_of(txn_, id, *row);
                                           return true;
                                       });
}

}  // namespace dibs
