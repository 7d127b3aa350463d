// Adds up the bookings that count against a budget: those of a group's members, or of a project,
// within a period. Read from the tables, which also have bookings that the domain's world has
// forgotten.
#include "projections/questions/budgets.hpp"

#include "domain/budget/budget_rules.hpp"
#include "projections/access/access.hpp"
#include "projections/budgets/budgets.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/store/page_scan.hpp"

#include <algorithm>
#include <set>

namespace dibs {
namespace {

using projections::BudgetRow;

constexpr Duration second = std::chrono::seconds{1};

struct Sums {
    Duration spent{};
    Duration ahead{};
};

void add(Sums& sums, const projections::ReservationRow& row, const Interval& period, Instant now) {
    if (!reservation::holds_time(row.ending)) return;
    const Interval when{row.from, row.until};
    const auto gpus = static_cast<std::int64_t>(row.gpus.size());
    const auto split = std::clamp(now, period.from, period.until);
    sums.spent += budget::part_of(when, gpus, {period.from, split});
    sums.ahead += budget::part_of(when, gpus, {split, period.until});
}

// Calls `use` with each booking whose key begins with `prefix` and that may overlap the period. In
// the key, the start follows the prefix.
template <class Use>
void each_booking(const Txn& txn, Table table, const Key& prefix, const Interval& period,
                  const Use& use) {
    Key start = prefix;
    start.time(period.from - projections::longest_reservation(txn));
    auto cursor = txn.cursor(table);
    for (bool more = cursor.seek(start); more; more = cursor.next()) {
        if (!cursor.key().starts_with(prefix.view())) return;
        KeyReader key(cursor.key().substr(prefix.view().size()));
        if (key.time() >= period.until) return;
        const auto row = projections::find_reservation(txn, key.id<ReservationId>());
        if (row) use(*row);
    }
}

Sums booked_in(const Txn& txn, const budget::Budget& budget, const Interval& period, Instant now) {
    Sums sums;
    const auto count = [&](const auto& row) { add(sums, row, period, now); };
    if (budget.project) {
        each_booking(txn, Table::reservations_by_project, Key().text(*budget.project), period,
                     count);
    }
    const auto group = budget.group ? projections::find_group(txn, *budget.group) : std::nullopt;
    if (!group) return sums;
    for (const auto& member : group->held.members) {
        each_booking(txn, Table::reservations_by_owner, Key().id(member.person), period, count);
    }
    return sums;
}

// Spent and ahead are rounded so that with what is left they add up to the budget.
views::BudgetPeriod period_of(const Txn& txn, const budget::Budget& budget, const Interval& period,
                              Instant now) {
    constexpr std::int64_t hour = 3600;
    const auto sums = booked_in(txn, budget, period, now);
    views::BudgetPeriod view{period.from, period.until};
    const auto booked = (sums.spent + sums.ahead) / second;
    view.spent_s = sums.spent / second;
    view.ahead_s = booked - view.spent_s;
    view.left_s = budget.gpu_hours * hour - booked;
    return view;
}

std::optional<Interval> shown_period(const budget::Budget& budget, Instant now,
                                     const Zones& zones) {
    if (budget.period == budget::Period::once) return Interval{*budget.from, *budget.until};
    return budget::period_at(budget, now, &zones);
}

bool matches(const Txn& txn, const views::BudgetFilter& filter, const budget::Budget& budget) {
    if (filter.group && budget.group != filter.group) return false;
    if (filter.project && budget.project != filter.project) return false;
    if (!filter.person || !budget.group) return true;
    const auto groups = projections::groups_of(txn, *filter.person);
    return std::any_of(groups.begin(), groups.end(),
                       [&](const auto& group) { return group.id == *budget.group; });
}

}  // namespace

views::Budget view_of_budget(const Snapshot& tables, const Zones& zones,
                             const budget::Budget& budget, budget::Version version,
                             Instant created_at, std::optional<Instant> changed_at) {
    views::Budget view;
    view.id = budget.id;
    view.group = budget.group;
    if (budget.group) {
        const auto group = projections::find_group(tables.txn(), *budget.group);
        if (group) view.group_name = group->held.group.name;
    }
    view.project = budget.project;
    view.gpu_hours = budget.gpu_hours;
    view.period = budget.period;
    view.from = budget.from;
    view.until = budget.until;
    view.zone = budget.zone;
    view.when_spent = budget.when_spent;
    if (const auto period = shown_period(budget, tables.now(), zones)) {
        view.now = period_of(tables.txn(), budget, *period, tables.now());
    }
    view.version = version;
    view.created_at = created_at;
    view.changed_at = changed_at;
    return view;
}

std::optional<views::Budget> find_budget(const Snapshot& tables, const Zones& zones, BudgetId id) {
    const auto row = projections::find_budget(tables.txn(), id);
    if (!row) return std::nullopt;
    return view_of_budget(tables, zones, row->budget, row->version, row->created_at,
                          row->changed_at);
}

Slice<views::Budget> list_budgets(const Snapshot& tables, const Zones& zones,
                                  const views::BudgetFilter& filter, const PageFrom& page) {
    auto cursor = tables.txn().cursor(Table::budgets);
    return scan_page<views::Budget>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        const auto row = unpack<BudgetRow>(at.value());
        if (!matches(tables.txn(), filter, row.budget)) return true;
        view =
            view_of_budget(tables, zones, row.budget, row.version, row.created_at, row.changed_at);
        return true;
    });
}

std::vector<BudgetId> budgets_to_tell(const Snapshot& tables, const Zones& zones) {
    std::vector<BudgetId> all;
    auto cursor = tables.txn().cursor(Table::budgets);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto row = unpack<BudgetRow>(cursor.value());
        const auto period = budget::period_at(row.budget, tables.now(), &zones);
        if (!period) continue;
        const auto sums = booked_in(tables.txn(), row.budget, *period, tables.now());
        const auto booked = sums.spent + sums.ahead;
        if (budget::untold_step(row.budget, *period, booked, row.told)) {
            all.push_back(row.budget.id);
        }
    }
    return all;
}

std::vector<PersonId> people_of_project(const Snapshot& tables, std::string_view project,
                                        const Interval& period) {
    std::set<PersonId> all;
    each_booking(tables.txn(), Table::reservations_by_project, Key().text(project), period,
                 [&](const projections::ReservationRow& row) {
                     if (!reservation::holds_time(row.ending)) return;
                     const Interval when{row.from, row.until};
                     if (when.overlaps(period)) all.insert(row.owner);
                 });
    return {all.begin(), all.end()};
}

// Reads only the last booking of each project; the cursor skips the others.
Slice<views::Project> list_projects(const Snapshot& tables, const PageFrom& page) {
    auto cursor = tables.txn().cursor(Table::reservations_by_project);
    PageMaker<views::Project> projects(page);
    bool more = page.after ? cursor.seek(*page.after) : cursor.seek("");
    while (more) {
        const std::string project(KeyReader(cursor.key()).text());
        const auto own = project + '\0';
        const auto behind = project + '\1';
        const bool there = cursor.seek_before(behind);
        const auto last = there ? KeyReader(cursor.key().substr(own.size())).time() : Instant{};
        if (!projects.offer(own, [&] { return views::Project{project, last}; })) break;
        more = cursor.seek(behind);
    }
    return std::move(projects.slice);
}

}  // namespace dibs
