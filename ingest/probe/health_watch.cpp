// Settles one symptom of one GPU at a time.
#include "ingest/probe/health_watch.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace dibs::probe {
namespace {

using health::Symptom;

struct Shown {
    Symptom what;
    Column column;
};
constexpr std::array shown_by{
    Shown{Symptom::ecc_errors, column_of(Subject::gpu, "ecc_errors")},
    Shown{Symptom::row_remap_failed, column_of(Subject::gpu, "row_remap_failed")},
    Shown{Symptom::repair_pending, column_of(Subject::gpu, "row_remap_pending")},
    Shown{Symptom::repair_pending, column_of(Subject::gpu, "retired_pages_pending")},
    Shown{Symptom::recovery_needed, column_of(Subject::gpu, "recovery_needed")}};

std::map<Symptom, std::int64_t> shown_in(const GpuReading& card) {
    std::map<Symptom, std::int64_t> shown;
    for (const auto& [what, column] : shown_by) {
        const auto steps = card.values[column];
        if (!steps) continue;
        auto& value = shown[what];
        value = std::max<std::int64_t>(value, *steps);
    }
    return shown;
}

}  // namespace

void HealthWatch::take(Entry& entry, std::int64_t value, Instant now) {
    if (now < entry.seen || now - entry.seen > blind) {
        entry.calm_since = now;
        entry.rising.reset();
    }
    entry.seen = now;
    if (value == entry.value) return entry.rising.reset();
    entry.calm_since = now;
    if (value < entry.value) {
        entry.value = value;
        return entry.rising.reset();
    }
    if (!entry.rising) entry.rising = Rising{now, value};
    entry.rising->least = std::min(entry.rising->least, value);
    if (now - entry.rising->since < hold) return;
    entry.value = entry.rising->least;
    entry.rising.reset();
}

void HealthWatch::observe(const ProbeFrame& frame, Instant now) {
    settled_.clear();
    xids_.observe(frame, now);
    auto lost = xids_.cards_with_any();
    for (const auto& card : frame.gpus) {
        if (!cards_.contains(card.uuid) && cards_.size() >= max_cards_per_host) continue;
        auto& known = cards_[card.uuid];
        fleet::SeenHealth seen{card.uuid, {}};
        for (const auto& [what, value] : shown_in(card)) {
            const auto [entry, is_new] = known.try_emplace(what, Entry{0, now, now, {}});
            take(entry->second, value, now);
            seen.readings.push_back({what, entry->second.value, entry->second.calm_since});
        }
        const auto xids = xids_.readings_of(card.uuid);
        seen.readings.insert(seen.readings.end(), xids.begin(), xids.end());
        if (!seen.readings.empty()) settled_.push_back(std::move(seen));
        std::erase(lost, card.uuid);
    }
    for (auto& uuid : lost) {
        auto readings = xids_.readings_of(uuid);
        settled_.push_back({std::move(uuid), std::move(readings)});
    }
}

}  // namespace dibs::probe
