// Projects violations and the steps against them into tables: all by id, the open ones also by
// process. Projects the levels of hosts and groups too.
#include "projections/violations/violations.hpp"

#include "domain/kernel/overloaded.hpp"

#include <algorithm>
#include <span>

namespace dibs::projections {
namespace {

void store(WriteTxn& txn, const ViolationRow& row) {
    txn.put(Table::violations, Key().id(row.violation.id), pack(row));
}

// The lists of open violations.
void list_as_open(WriteTxn& txn, const violation::Violation& violation) {
    txn.put(Table::open_violations, Key().id(violation.id), {});
    txn.put(Table::open_violations_by_process, Key().id(violation.process).id(violation.id), {});
}

void list_as_closed(WriteTxn& txn, const violation::Violation& violation) {
    txn.del(Table::open_violations, Key().id(violation.id));
    txn.del(Table::open_violations_by_process, Key().id(violation.process).id(violation.id));
}

// Sets the outcome of the step that it names; an old record names none, so the last step of that
// kind. A withheld stop was not taken: it is added to the steps as an outcome.
void take_outcome(ViolationRow& row, const violation::Acted& e, Instant at) {
    using violation::Outcome;
    if (e.outcome == Outcome::not_told) {
        row.steps.push_back({e.step, e.at.value_or(at), {}, e.outcome, e.count, e.words, at});
        return;
    }
    const auto step = std::find_if(row.steps.rbegin(), row.steps.rend(), [&](const StepRow& one) {
        return is_outcome_of(e, one.step, one.at);
    });
    if (step == row.steps.rend()) return;
    if (e.outcome == Outcome::not_needed && step->outcome) return;  // the step was taken after all
    step->outcome = e.outcome;
    step->count = e.count;
    step->words = e.words;
    step->acted_at = at;
}

void project_level(WriteTxn& txn, const violation::LevelSet& e, const Recorded& recorded) {
    const auto key = e.host ? level_key(*e.host) : level_key(*e.group);
    if (e.level) {
        txn.put(Table::violation_levels, key,
                pack(LevelRow{*e.level, recorded.at, recorded.origin.actor}));
    } else {
        txn.del(Table::violation_levels, key);
    }
}

std::span<const violation::Violation> violations_of(const violation::Event& event) {
    return visit(
        []<class E>(const E& e) -> std::span<const violation::Violation> {
            if constexpr (requires { e.violation; }) {
                return {&e.violation, 1};
            } else if constexpr (requires { e.violations; }) {
                return e.violations;
            } else {
                return {};
            }
        },
        event);
}

}  // namespace

std::optional<ViolationRow> row_after(std::optional<ViolationRow> row,
                                      const violation::Event& event, const Recorded& recorded) {
    if (const auto* opened = get_if<violation::ViolationOpened>(&event)) {
        return ViolationRow{opened->violation, recorded.at, {}, {}, {}, opened->since};
    }
    if (!row) return row;
    visit(
        overloaded{
            [](const violation::ViolationOpened&) {},
            [&](const violation::GpusChanged& e) { row->violation = e.violation; },
            [&](const violation::KindChanged& e) { row->violation = e.violation; },
            [&](const violation::Escalated& e) {
                row->steps.push_back({e.step, e.at, e.stop_mode, {}, {}, {}, {}});
            },
            [&](const violation::Acted& e) { take_outcome(*row, e, recorded.at); },
            [&](const violation::Excused& e) {
                row->excuse = ExcuseRow{e.by ? e.by : recorded.origin.actor, recorded.at, e.reason};
            },
            [&](const violation::ExcuseWithdrawn& e) {
                row->excuse.reset();
                if (e.at) row->steps_since = e.at;  // steps start again
            },
            [&](const violation::Closed&) { row->closed_at = recorded.at; },
            [](const violation::LevelSet&) {},
        },
        event);
    return row;
}

void Violations::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<violation::Event>(recorded.event);
    if (!event) return;
    if (const auto* set = get_if<violation::LevelSet>(&*event)) {
        return project_level(txn, *set, recorded);
    }
    for (const auto& violation : violations_of(*event)) {
        const auto row = row_after(find_violation(txn, violation.id), *event, recorded);
        if (row) store(txn, *row);
        if (event->is<violation::ViolationOpened>()) list_as_open(txn, violation);
        if (event->is<violation::Closed>()) list_as_closed(txn, violation);
    }
}

Key level_key(HostId host) {
    return Key().byte('h').id(host);
}

Key level_key(GroupId group) {
    return Key().byte('g').id(group);
}

std::optional<LevelRow> find_level(const Txn& txn, const Key& key) {
    const auto found = txn.get(Table::violation_levels, key);
    if (!found) return std::nullopt;
    return unpack<LevelRow>(*found);
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
