// Takes the openings and closings of violations into their tables: all by id, the open ones once
// more by id and by process.
#include "projections/violations/violations.hpp"

#include "domain/overloaded.hpp"

namespace dibs::projections {
namespace {

void store(WriteTxn& txn, const ViolationRow& row) {
    txn.put(Table::violations, Key().id(row.violation.id), pack(row));
}

template <class Change>
void change(WriteTxn& txn, ViolationId id, const Change& change_row) {
    auto row = find_violation(txn, id);
    if (!row) return;
    change_row(*row);
    store(txn, *row);
}

void project_opened(WriteTxn& txn, Instant at, const violation::Violation& violation) {
    store(txn, ViolationRow{violation, at, {}, {}});
    txn.put(Table::open_violations, Key().id(violation.id), {});
    txn.put(Table::open_violations_by_process, Key().id(violation.process).id(violation.id), {});
}

void project_closed(WriteTxn& txn, Instant at, const violation::Violation& violation) {
    change(txn, violation.id, [&](ViolationRow& row) { row.closed_at = at; });
    txn.del(Table::open_violations, Key().id(violation.id));
    txn.del(Table::open_violations_by_process, Key().id(violation.process).id(violation.id));
}

}  // namespace

void Violations::project(WriteTxn& txn, const Recorded& recorded) {
    const auto* event = std::get_if<violation::Event>(&recorded.event);
    if (!event) return;
    std::visit(
        overloaded{
            [&](const violation::Opened& e) { project_opened(txn, recorded.at, e.violation); },
            [&](const violation::GpusChanged& e) {
                change(txn, e.violation.id,
                       [&](ViolationRow& row) { row.violation = e.violation; });
            },
            [&](const violation::Excused& e) {
                change(txn, e.violation.id, [&](ViolationRow& row) {
                    row.excuse = ExcuseRow{recorded.origin.actor, recorded.at, e.reason};
                });
            },
            [&](const violation::Closed& e) { project_closed(txn, recorded.at, e.violation); },
        },
        *event);
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
