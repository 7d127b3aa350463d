// What Usage keeps in memory, under one lock. Internal to usage*.cpp.
#pragma once

#include "projections/store/keys.hpp"
#include "projections/usage/floor_to.hpp"
#include "projections/usage/second_ring.hpp"
#include "projections/usage/usage.hpp"

#include <map>
#include <optional>
#include <shared_mutex>
#include <utility>

namespace dibs {

inline constexpr std::chrono::minutes minute{1};
inline constexpr std::chrono::hours hour{1};
inline constexpr std::chrono::days day{1};
// How far the samples of different subjects may be out of order in the log.
inline constexpr std::chrono::minutes disorder{10};

struct SubjectState {
    SubjectState(const SubjectId& of, std::chrono::seconds shown)
        : last{of, Instant{}, {}}, seconds(of, shown) {}

    Sample last;
    SecondRing seconds;
    Instant minute_start{}, hour_start{};
    Bucket minute_bucket, hour_bucket;  // those of `last`, still open
    bool changed = false;               // since the last flush
};

using BucketKey = std::pair<Instant, SubjectId>;

struct Usage::State {
    using Subjects = std::map<SubjectId, SubjectState>;

    std::unique_ptr<Store> store;
    HistoryKept kept{};
    mutable std::shared_mutex mutex;                         // over all that follows
    Subjects subjects;                                       // GPUs and hosts; none ever leaves
    std::map<SubjectId, Sample> processes;                   // their last; dropped when silent
    Subjects::iterator expected = subjects.end();            // samples come in the same order
    std::map<BucketKey, Bucket> ended_minutes, ended_hours;  // not yet stored
    Instant newest{}, flushed{};
    std::optional<Instant> reported{};  // all hours before it are in the hourly log
    std::optional<Instant> folded{};    // all days before it are rows of their own
    Instant begin{};     // before it nothing is taken: the tables have it (usage_clock.cpp)
    Instant told_now{};  // what the clock said last

    void load();
    SubjectState& state_of(const SubjectId& id);
    void take(const Sample& sample);
    void take_process(const Sample& sample);
    void flush();
    // The next whole day of hours that are closed; what is older than it is kept. Each a little:
    // true if there may be more.
    bool fold_a_day();
    bool expire();
    bool drop_ahead();
    [[nodiscard]] bool lies_ahead(Instant now) const;
    bool put_back(Instant now, Instant samples_from);
    // Of the tables of minutes, hours or days; what is not yet stored is newer.
    [[nodiscard]] std::optional<Bucket> bucket(const ReadTxn& txn, Table table,
                                               const SubjectId& subject, Instant start) const;
    [[nodiscard]] std::optional<Bucket> open_day(const ReadTxn& txn, const SubjectId& subject,
                                                 Instant start) const;
    [[nodiscard]] const Sample* last(const SubjectId& subject) const;  // null: none ever
    [[nodiscard]] std::vector<std::optional<Readings>> last_of(std::span<const SubjectId> asked,
                                                               const Interval& when) const;
};

// Keys of the usage tables and of their row in `meta`.
inline constexpr std::string_view last_prefix = "usage.last.";
inline constexpr std::string_view reported_key = "usage.reported";
inline constexpr std::string_view folded_key = "usage.folded";
[[nodiscard]] Key bucket_key(Instant start, const SubjectId& subject);
[[nodiscard]] BucketKey parse_bucket_key(std::string_view key);

}  // namespace dibs
