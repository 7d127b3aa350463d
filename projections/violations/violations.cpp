// Takes the openings and closings of violations into both tables, and marks the process that a
// violation is about while it is open.
#include "projections/violations/violations.hpp"

#include "domain/overloaded.hpp"
#include "projections/fleet/fleet.hpp"

namespace dibs::projections {
namespace {

void store(WriteTxn& txn, ViolationId id, const ViolationRow& row) {
    txn.put(Table::violations, Key().id(id), pack(row));
}

// The process shows the violation while it is open.
void mark_process(WriteTxn& txn, ProcessId id, std::optional<ViolationId> before,
                  std::optional<ViolationId> after) {
    auto process = find_process(txn, id);
    if (!process || (before && process->violation != before)) return;
    process->violation = after;
    txn.put(Table::processes, Key().id(id), pack(*process));
}

void project_opened(WriteTxn& txn, Instant at, const violation::Opened& e) {
    store(txn, e.id, ViolationRow{e.process, e.gpu, e.reservation, e.unix_name, at, {}, {}});
    txn.put(Table::open_violations, Key().id(e.id), {});
    mark_process(txn, e.process, std::nullopt, e.id);
}

void project_closed(WriteTxn& txn, Instant at, const violation::Closed& e) {
    auto row = find_violation(txn, e.id);
    if (!row) return;
    row->closed_at = at;
    store(txn, e.id, *row);
    txn.del(Table::open_violations, Key().id(e.id));
    mark_process(txn, row->process, e.id, std::nullopt);
}

}  // namespace

void Violations::project(WriteTxn& txn, const Recorded& recorded) {
    const auto* event = std::get_if<violation::Event>(&recorded.event);
    if (!event) return;
    std::visit(overloaded{
                   [&](const violation::Opened& e) { project_opened(txn, recorded.at, e); },
                   [&](const violation::Excused& e) {
                       auto row = find_violation(txn, e.id);
                       if (!row) return;
                       row->excuse = ExcuseRow{recorded.origin.actor, recorded.at, e.reason};
                       store(txn, e.id, *row);
                   },
                   [&](const violation::Closed& e) { project_closed(txn, recorded.at, e); },
               },
               *event);
}

std::optional<ViolationRow> find_violation(const Txn& txn, ViolationId id) {
    const auto found = txn.get(Table::violations, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<ViolationRow>(*found);
}

}  // namespace dibs::projections
