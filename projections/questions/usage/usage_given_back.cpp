// Reads bookings by start. The longest booking bounds where it has to start.
#include "projections/questions/usage/usage_given_back.hpp"

#include "projections/calendar/calendar.hpp"

namespace dibs::reports {
namespace {

using projections::GivenBack;
using projections::GivenBackBy;

// Time that people other than the owner ended counts neither for the owner nor for the idle rule.
std::int64_t UseSums::*sum_of(GivenBackBy by) {
    switch (by) {
        case GivenBackBy::owner:
            return &UseSums::given_back;
        case GivenBackBy::idle_rule:
            return &UseSums::freed_as_idle;
        case GivenBackBy::others:
            break;
    }
    return nullptr;
}

void add(const Interval& window, const GivenBack& part, const Slot& slot, Scope& scope) {
    const auto sum = sum_of(part.by);
    if (sum == nullptr || !slot.counted) return;
    each_hour(window, slot.when, [&](std::int64_t hour, std::int64_t seconds) {
        scope.rows[scope.row_of(slot, hour)].*sum += seconds * a_second;
    });
}

}  // namespace

void add_given_back(const Snapshot& tables, const Interval& window, Scope& scope) {
    const auto& txn = tables.txn();
    const auto first = window.from - projections::longest_reservation(txn);
    auto cursor = txn.cursor(Table::reservations_by_start);
    for (bool more = cursor.seek(Key().time(first)); more; more = cursor.next()) {
        KeyReader key(cursor.key());
        if (key.time() >= window.until) return;
        const auto id = key.id<ReservationId>();
        const auto row = projections::find_reservation(txn, id);
        if (!row || !row->given_back) continue;
        for (const auto& part : *row->given_back) {
            for (const GpuId gpu : row->gpus) {
                const auto slot = scope.slot_of(gpu, part.when, id, row->owner);
                if (slot && slot->when.from < slot->when.until) add(window, part, *slot, scope);
            }
        }
    }
}

}  // namespace dibs::reports
