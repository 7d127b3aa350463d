// Violations by id, which is also their order in time, and the open ones once more.
#pragma once

#include "domain/codec/violation_fields.hpp"
#include "domain/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>

namespace dibs::projections {

struct ExcuseRow {
    std::optional<PersonId> by{};
    Instant at;
    std::string reason;
};

struct ViolationRow {
    violation::Violation violation;
    Instant opened_at;
    std::optional<Instant> closed_at{};
    std::optional<ExcuseRow> excuse{};
};

struct Violations {
    static constexpr std::string_view name = "violations";
    static constexpr int version = 3;
    static constexpr TableSet tables{Table::violations, Table::open_violations,
                                     Table::open_violations_by_process};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<ViolationRow> find_violation(const Txn& txn, ViolationId id);
// What a fact makes of the row of the violation that it is about.
[[nodiscard]] std::optional<ViolationRow> row_after(std::optional<ViolationRow> row,
                                                    const violation::Event& event,
                                                    const Recorded& recorded);
// The one that was opened last, of those that are open.
[[nodiscard]] std::optional<ViolationId> open_violation_of(const Txn& txn, ProcessId id);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::ExcuseRow> {
    using T = projections::ExcuseRow;
    static constexpr auto list =
        std::tuple(field("by_id", &T::by), field("at", &T::at), field("reason", &T::reason));
};
template <>
struct Fields<projections::ViolationRow> {
    using T = projections::ViolationRow;
    static constexpr auto list =
        std::tuple(field("violation", &T::violation), field("opened_at", &T::opened_at),
                   field("closed_at", &T::closed_at), field("excuse", &T::excuse));
};

}  // namespace dibs
