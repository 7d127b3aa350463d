// Violations of the window, by the booking that they affected.
#include "projections/questions/usage/usage_violated.hpp"

#include "projections/calendar/calendar.hpp"
#include "projections/violations/violations.hpp"

#include <algorithm>

namespace dibs::reports {
namespace {

using projections::ViolationRow;
using OfBooking = std::map<ReservationId, std::vector<ViolationRow>>;

// A violation is never open longer than its booking. Ids are ordered by time, except for
// differences between clocks.
OfBooking violations_of(const Snapshot& tables, const Interval& window) {
    constexpr std::chrono::hours clocks_apart{1};
    const auto& txn = tables.txn();
    const auto since = window.from - projections::longest_reservation(txn) - clocks_apart;
    OfBooking found;
    auto cursor = txn.cursor(Table::violations);
    const auto first = Key().id(first_id_at<ViolationId>(since));
    for (bool more = cursor.seek(first); more; more = cursor.next()) {
        auto row = unpack<ViolationRow>(cursor.value());
        if (row.opened_at >= window.until + clocks_apart) break;
        if (!row.violation.reservation || row.excuse) continue;
        found[*row.violation.reservation].push_back(std::move(row));
    }
    return found;
}

bool touches(const Scope& scope, const Device& device, const ViolationRow& row) {
    const auto& gpus = row.violation.gpus;
    return std::any_of(device.units.begin(), device.units.end(), [&](std::size_t unit) {
        return std::find(gpus.begin(), gpus.end(), scope.units[unit].id) != gpus.end();
    });
}

void add(const Interval& window, const Slot& slot, std::vector<Interval> open, Scope& scope) {
    std::sort(open.begin(), open.end());
    auto done = window.from;
    for (auto when : open) {
        when.from = std::max(when.from, done);
        if (when.from >= when.until) continue;
        done = when.until;
        each_hour(window, when, [&](std::int64_t hour, std::int64_t seconds) {
            scope.rows[scope.row_of(slot, hour)].violated += seconds * a_second;
        });
    }
}

}  // namespace

void add_violated(const Snapshot& tables, const Interval& window, Scope& scope) {
    const auto of_booking = violations_of(tables, window);
    if (of_booking.empty()) return;
    for (const auto& device : scope.devices) {
        for (const auto& slot : device.slots) {
            const auto found = of_booking.find(slot.reservation);
            if (!slot.counted || found == of_booking.end()) continue;
            std::vector<Interval> open;
            for (const auto& row : found->second) {
                if (!touches(scope, device, row)) continue;
                open.push_back(
                    both({row.opened_at, row.closed_at.value_or(window.until)}, slot.when));
            }
            add(window, slot, std::move(open), scope);
        }
    }
}

}  // namespace dibs::reports
