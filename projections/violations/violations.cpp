// Takes the openings and closings of violations into their tables: all by id, the open ones once
// more by id and by process.
#include "projections/violations/violations.hpp"

#include "domain/overloaded.hpp"

namespace dibs::projections {
namespace {

void store(WriteTxn& txn, const ViolationRow& row) {
    txn.put(Table::violations, Key().id(row.violation.id), pack(row));
}

// The lists of the open ones.
void list_as_open(WriteTxn& txn, const violation::Violation& violation) {
    txn.put(Table::open_violations, Key().id(violation.id), {});
    txn.put(Table::open_violations_by_process, Key().id(violation.process).id(violation.id), {});
}

void list_as_closed(WriteTxn& txn, const violation::Violation& violation) {
    txn.del(Table::open_violations, Key().id(violation.id));
    txn.del(Table::open_violations_by_process, Key().id(violation.process).id(violation.id));
}

}  // namespace

std::optional<ViolationRow> row_after(std::optional<ViolationRow> row,
                                      const violation::Event& event, const Recorded& recorded) {
    if (const auto* opened = std::get_if<violation::Opened>(&event)) {
        return ViolationRow{opened->violation, recorded.at, {}, {}};
    }
    if (!row) return row;
    std::visit(
        overloaded{
            [&](const violation::Opened&) {},
            [&](const violation::GpusChanged& e) { row->violation = e.violation; },
            [&](const violation::Excused& e) {
                row->excuse = ExcuseRow{e.by ? e.by : recorded.origin.actor, recorded.at, e.reason};
            },
            [&](const violation::ExcuseWithdrawn&) { row->excuse.reset(); },
            [&](const violation::Closed&) { row->closed_at = recorded.at; },
        },
        event);
    return row;
}

void Violations::project(WriteTxn& txn, const Recorded& recorded) {
    const auto* event = std::get_if<violation::Event>(&recorded.event);
    if (!event) return;
    const auto& violation = std::visit(
        [](const auto& e) -> const violation::Violation& { return e.violation; }, *event);
    const auto row = row_after(find_violation(txn, violation.id), *event, recorded);
    if (row) store(txn, *row);
    if (std::holds_alternative<violation::Opened>(*event)) list_as_open(txn, violation);
    if (std::holds_alternative<violation::Closed>(*event)) list_as_closed(txn, violation);
}

std::optional<ViolationRow> find_violation(const Txn& txn, ViolationId id) {
    const auto found = txn.get(Table::violations, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<ViolationRow>(*found);
}

std::optional<ViolationId> open_violation_of(const Txn& txn, ProcessId id) {
    std::optional<ViolationId> last;
    const auto mine = Key().id(id);
    auto cursor = txn.cursor(Table::open_violations_by_process);
    for (bool more = cursor.seek(mine); more; more = cursor.next()) {
        if (!cursor.key().starts_with(mine.view())) break;
        last = KeyReader(cursor.key().substr(mine.view().size())).id<ViolationId>();
    }
    return last;
}

}  // namespace dibs::projections
