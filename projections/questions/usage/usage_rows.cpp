// Looks up current names and group memberships, once a row.
#include "projections/questions/usage/usage_rows.hpp"

#include "projections/access/access.hpp"
#include "projections/calendar/calendar.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"

#include <algorithm>

namespace dibs::reports {
namespace {

using views::Decimal;
using views::UsageBy;

Decimal seconds(std::int64_t hundredths) {
    return {hundredths * 10};
}

// Rounded to a watt-hour.
Decimal kilowatt_hours(std::int64_t decijoules) {
    constexpr std::int64_t of_a_watt_hour = 36'000;
    return {(decijoules + of_a_watt_hour / 2) / of_a_watt_hour};
}

std::optional<Decimal> percentile(const Distribution& all, std::int64_t percent,
                                  std::int64_t (*milli_of)(std::uint32_t)) {
    const auto bin = bin_at(all, percent);
    if (!bin) return std::nullopt;
    return Decimal{milli_of(*bin)};
}

void put_percentiles(const RowSpread& spread, views::UsageRow& row) {
    row.utilization_p50 = percentile(spread.utilization, 50, utilization_milli_of);
    row.utilization_p95 = percentile(spread.utilization, 95, utilization_milli_of);
    row.memory_p50 = percentile(spread.memory, 50, memory_milli_of);
    row.memory_p95 = percentile(spread.memory, 95, memory_milli_of);
}

void name_person(const Txn& txn, PersonId id, views::UsageRow& row) {
    row.person = id;
    if (const auto person = projections::find_person(txn, id)) {
        row.person_name = person->name;
        row.account = person->unix_name;
    }
}

void name_group(const Txn& txn, GroupId id, views::UsageRow& row) {
    row.group = id;
    if (const auto found = projections::find_group(txn, id)) {
        row.group_name = found->held.group.name;
    }
}

// A person in two groups counts in both, so these rows may exceed the total. Use without a person,
// or of a person in no group, is in one row without a group.
Rows by_group(const Txn& txn, Rows& rows) {
    Rows grouped;
    for (const auto& [key, at] : rows.all()) {
        std::vector<RowKey> keys;
        if (key.person) {
            for (const auto& membership : projections::groups_of(txn, *key.person)) {
                keys.emplace_back().group = membership.id;
            }
        }
        if (keys.empty()) keys.emplace_back();
        for (const auto& group : keys) {
            const auto its = grouped.of(group);
            grouped[its] += rows[at];
            grouped.spread(its).add(rows.spread(at).utilization, rows.spread(at).memory);
        }
    }
    return grouped;
}

void name_reservation(const Txn& txn, ReservationId id, views::UsageRow& row) {
    row.reservation = id;
    const auto found = projections::find_reservation(txn, id);
    if (!found) return;
    row.title = found->title;
    row.project = found->project;
    row.from = found->from;
    row.until = found->until;
    row.gpu_name = projections::gpu_names_short(txn, found->gpus);
    name_person(txn, found->owner, row);
}

void name_period(const views::UsagePeriods::Period& period, views::UsageRow& row) {
    if (period.when) {
        row.from = period.when->from;
        row.until = period.when->until;
    }
    row.weekday = period.weekday;
    row.hour = period.hour;
}

void name(const Txn& txn, const views::ReportQuestion& question, const RowKey& key,
          views::UsageRow& row) {
    if (key.period) return name_period(question.periods.rows[*key.period], row);
    if (key.person) return name_person(txn, *key.person, row);
    if (key.group) return name_group(txn, *key.group, row);
    if (key.reservation) return name_reservation(txn, *key.reservation, row);
    if (key.gpu) {
        row.gpu = key.gpu;
        row.gpu_name = projections::gpu_name(txn, *key.gpu);
    } else if (key.host) {
        row.host = key.host;
        row.host_name = projections::host_name(txn, *key.host);
    } else if (question.by == UsageBy::model) {
        row.model = key.text;
    } else if (question.by == UsageBy::project) {
        row.project = key.text;
    } else {
        row.account = key.text;
    }
}

// With `own_only`, rows of people and reservations are shown only to their person.
bool is_shown(const views::ReportQuestion& question, const views::UsageRow& row) {
    const bool personal = question.by == UsageBy::person || question.by == UsageBy::reservation;
    return !question.own_only || !personal || row.person == question.own_only;
}

}  // namespace

views::UsageRow row_of(const UseSums& sums, const RowSpread& spread, bool with_capacity) {
    views::UsageRow row;
    row.reserved_s = seconds(sums.reserved);
    row.used_by_owner_s = seconds(sums.by_owner);
    row.used_by_others_s = seconds(sums.by_others);
    row.used_by_unknown_s = seconds(sums.by_unknown);
    row.idle_s = seconds(sums.idle);
    row.idle_with_process_s = seconds(sums.idle_with);
    row.idle_without_process_s = seconds(sums.idle_without);
    row.unmeasured_s = seconds(sums.unmeasured);
    row.used_of_others_s = seconds(sums.of_others);
    row.unreserved_used_s = seconds(sums.unreserved_used);
    row.violated_s = seconds(sums.violated);
    row.given_back_s = seconds(sums.given_back);
    row.freed_as_idle_s = seconds(sums.freed_as_idle);
    row.nearly_idle_s = seconds(sums.nearly_idle);
    row.spread_s = seconds(sums.spread);
    put_percentiles(spread, row);
    row.energy_known_s = seconds(sums.energy_known);
    row.energy_unknown_s = seconds(sums.energy_unknown);
    if (sums.energy_known > 0) row.energy_kwh = kilowatt_hours(sums.energy_dj);
    if (with_capacity) {
        row.capacity_s = seconds(sums.capacity);
        row.unreserved_unmeasured_s = seconds(sums.unreserved_unmeasured);
    }
    return row;
}

std::vector<views::UsageRow> rows_of(const Snapshot& tables, const views::ReportQuestion& question,
                                     Rows& rows, bool with_capacity) {
    if (question.by == UsageBy::group) rows = by_group(tables.txn(), rows);
    std::vector<views::UsageRow> named;
    for (const auto& [key, at] : rows.all()) {
        // A GPU or host that was not present has no row; a period always has one.
        if (!key.period && rows[at] == UseSums{}) continue;
        auto row = row_of(rows[at], rows.spread(at), with_capacity);
        name(tables.txn(), question, key, row);
        if (is_shown(question, row)) named.push_back(std::move(row));
    }
    if (views::is_period(question.by)) return named;  // in order of time already
    const auto waste = [](const views::UsageRow& row) {
        return std::tuple(row.idle_s, row.reserved_s, row.used_of_others_s, row.unreserved_used_s);
    };
    std::stable_sort(named.begin(), named.end(),
                     [&](const auto& a, const auto& b) { return waste(b) < waste(a); });
    return named;
}

}  // namespace dibs::reports
