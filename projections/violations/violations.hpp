// Violations by id, which orders them by time; open ones also in lists of their own.
#pragma once

#include "domain/violation/violation_fields.hpp"
#include "domain/world/world.hpp"
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

// A step that was taken, and its outcome; none: not known yet.
struct StepRow {
    enforcement::Step step;
    Instant at;
    std::optional<enforcement::StopMode> stop_mode{};
    std::optional<violation::Outcome> outcome{};
    std::optional<std::int64_t> count{};
    std::string words{};
    std::optional<Instant> acted_at{};
};

struct ViolationRow {
    violation::Violation violation;
    Instant opened_at;
    std::optional<Instant> closed_at{};
    std::optional<ExcuseRow> excuse{};
    std::vector<StepRow> steps{};  // ordered by time
    // Start of the delays of steps; none: an old record does not have it.
    std::optional<Instant> steps_since{};
};

// What counts as a violation on a host or for a group with its own level.
struct LevelRow {
    rules::ViolationLevel level{};
    Instant set_at;
    std::optional<PersonId> set_by{};
};

struct Violations {
    static constexpr std::string_view name = "violations";
    static constexpr int version = 5;
    static constexpr TableSet tables{Table::violations, Table::open_violations,
                                     Table::open_violations_by_process, Table::violation_levels};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<ViolationRow> find_violation(const Txn& txn, ViolationId id);
// The violation's row after a fact about it.
[[nodiscard]] std::optional<ViolationRow> row_after(std::optional<ViolationRow> row,
                                                    const violation::Event& event,
                                                    const Recorded& recorded);
// Key of the level of a host or a group; no row: the site's level applies.
[[nodiscard]] Key level_key(HostId host);
[[nodiscard]] Key level_key(GroupId group);
[[nodiscard]] std::optional<LevelRow> find_level(const Txn& txn, const Key& key);
// The open violation of the process that was opened last.
[[nodiscard]] std::optional<ViolationId> open_violation_of(const Txn& txn, ProcessId id);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::ExcuseRow> {
    using T = projections::ExcuseRow;
    static constexpr auto list =
        field_list(field("by_id", &T::by), field("at", &T::at), field("reason", &T::reason));
};
template <>
struct Fields<projections::StepRow> {
    using T = projections::StepRow;
    static constexpr auto list =
        field_list(field("step", &T::step), field("at", &T::at), field("stop_mode", &T::stop_mode),
                   field("outcome", &T::outcome), field("count", &T::count),
                   field("words", &T::words), field("acted_at", &T::acted_at));
};
template <>
struct Fields<projections::ViolationRow> {
    using T = projections::ViolationRow;
    static constexpr auto list =
        field_list(field("violation", &T::violation), field("opened_at", &T::opened_at),
                   field("closed_at", &T::closed_at), field("excuse", &T::excuse),
                   field("steps", &T::steps), field("steps_since", &T::steps_since));
};
template <>
struct Fields<projections::LevelRow> {
    using T = projections::LevelRow;
    static constexpr auto list = field_list(field("level", &T::level), field("set_at", &T::set_at),
                                            field("set_by_id", &T::set_by));
};

}  // namespace dibs
