// The list of projections. Their order does not matter, except that the most used are rebuilt
// first.
#include "projections/projection.hpp"

#include "projections/access/access.hpp"
#include "projections/boards/boards.hpp"
#include "projections/budgets/budgets.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/feeds/feeds.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/history/history.hpp"
#include "projections/people/people.hpp"
#include "projections/rules/rules.hpp"
#include "projections/usage/usage.hpp"
#include "projections/violations/violations.hpp"

#include <array>

namespace dibs {
namespace {

template <class P>
constexpr Projection row_of() {
    return {P::name, P::version, P::tables, &P::project};
}

// clang-format off
constexpr std::array known_projections = {
    row_of<projections::People>(),
    row_of<projections::Access>(),
    row_of<projections::Fleet>(),
    row_of<projections::Calendar>(),
    row_of<projections::SiteRules>(),
    row_of<projections::Boards>(),
    row_of<projections::Budgets>(),
    row_of<projections::Feeds>(),
    row_of<projections::Violations>(),
    row_of<projections::History>(),
};
// clang-format on

// Each table belongs to one projection, to the store itself, or to the samples.
constexpr bool each_table_has_one_owner() {
    TableSet taken = Usage::tables + TableSet{Table::meta};
    for (const auto& one : known_projections) {
        if (taken.overlaps(one.tables)) return false;
        taken = taken + one.tables;
    }
    return taken == TableSet::all();
}
static_assert(each_table_has_one_owner());

}  // namespace

Projections all_projections() {
    return known_projections;
}

TableSet tables_of(Projections projections) {
    TableSet tables{};
    for (const auto& one : projections) tables = tables + one.tables;
    return tables;
}

std::vector<Projection> present_in(const Txn& txn, Projections projections) {
    std::vector<Projection> present;
    for (const auto& one : projections) {
        bool there = true;
        one.tables.for_each([&](Table table) { there = there && txn.has(table); });
        if (there) present.push_back(one);
    }
    return present;
}

void project(WriteTxn& txn, Projections projections, const Recorded& recorded) {
    for (const auto& one : projections) {
        txn.confine_to(one.tables);
        one.project(txn, recorded);
    }
    txn.confine_to(TableSet::all());
}

}  // namespace dibs
