// Current budgets by id. Removed budgets are deleted; the history keeps them.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>

namespace dibs::projections {

struct BudgetRow {
    budget::Budget budget;
    budget::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
    // the last step that was notified, as in the domain's world
    std::optional<budget::NotifiedStep> told{};
};

struct Budgets {
    static constexpr std::string_view name = "budgets";
    static constexpr int version = 2;
    static constexpr TableSet tables{Table::budgets};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<BudgetRow> find_budget(const Txn& txn, BudgetId id);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::BudgetRow> {
    using T = projections::BudgetRow;
    static constexpr auto list =
        field_list(field("budget", &T::budget), field("version", &T::version),
                   field("created_at", &T::created_at), field("changed_at", &T::changed_at),
                   field("told", &T::told));
};

}  // namespace dibs
