// See booked_times.hpp. Reads somewhat more than 24 hours, so that passing time alone seldom causes
// another read.
#include "api/routes/metrics/booked_times.hpp"

#include "api/routes/metrics/count_distinct.hpp"
#include "projections/questions/calendar.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::chrono::hours booked_ahead{24};
constexpr std::chrono::hours read_ahead{25};

}  // namespace

void BookedTimes::read_all(const Snapshot& tables, std::span<const SubjectId> gpus) {
    read_ = {tables.now(), tables.now() + read_ahead};
    gpus_.clear();
    for (const auto& gpu : gpus) gpus_.push_back(GpuId{gpu.uuid});
    times_.resize(gpus_.size());
    for (std::size_t i = 0; i < gpus_.size(); ++i) read(tables, i);
}

void BookedTimes::read(const Snapshot& tables, std::size_t gpu) {
    auto& times = times_[gpu];
    times.clear();
    for (const auto& row : calendar_rows(tables, {gpus_[gpu]}, {tables.now(), read_.until})) {
        times.push_back({row.id, {row.from, row.until}});
    }
}

void BookedTimes::add_gpus_of(ReservationId id, std::set<std::size_t>& gpus) const {
    for (std::size_t i = 0; i < times_.size(); ++i) {
        const auto& times = times_[i];
        const auto is_it = [&](const Time& time) { return time.id == id; };
        if (std::any_of(times.begin(), times.end(), is_it)) gpus.insert(i);
    }
}

bool BookedTimes::reaches(Instant now) const {
    return read_.from <= now && now + booked_ahead <= read_.until;
}

BookedTimes::Counts BookedTimes::count(Instant now) const {
    Counts counts{.reserved = std::vector<bool>(times_.size()),
                  .until = read_.until - booked_ahead};
    std::vector<ReservationId> running, upcoming;
    const auto changes_at = [&](Instant t) { counts.until = std::min(counts.until, t); };
    for (std::size_t i = 0; i < times_.size(); ++i) {
        for (const auto& [id, when] : times_[i]) {
            if (when.until <= now) continue;
            if (when.from <= now) {
                running.push_back(id);
                counts.reserved[i] = true;
                changes_at(when.until);
            } else if (when.from < now + booked_ahead) {
                upcoming.push_back(id);
                changes_at(when.from);
            } else {
                changes_at(when.from - booked_ahead + Duration{1});
            }
        }
    }
    counts.running = count_distinct(std::move(running));
    counts.upcoming = count_distinct(std::move(upcoming));
    return counts;
}

}  // namespace dibs::routes
