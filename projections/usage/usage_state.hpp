// The memory of Usage, under one lock. Internal to usage*.cpp.
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
// How far samples of different subjects may be out of order in the log.
inline constexpr std::chrono::minutes disorder{10};

struct SubjectState {
    SubjectState(const SubjectId& of, std::chrono::seconds shown)
        : last{of, Instant{}, {}}, seconds(of, shown) {}

    Sample last;
    SecondRing seconds;
    Instant minute_start{}, hour_start{};
    Bucket minute_bucket, hour_bucket;  // open buckets that contain `last`
    bool changed = false;               // since the last flush
};

using BucketKey = std::pair<Instant, SubjectId>;

struct Usage::State {
    using Subjects = std::map<SubjectId, SubjectState>;

    std::unique_ptr<Store> store;
    HistoryKept kept{};
    mutable std::shared_mutex mutex;        // guards all members below
    Subjects subjects;                      // GPUs and hosts; never removed
    std::map<SubjectId, Sample> processes;  // last sample of each; dropped when silent
    // the next subject: samples come in the same order
    Subjects::iterator expected = subjects.end();
    std::map<BucketKey, Bucket> ended_minutes, ended_hours;  // not stored yet
    Instant newest{}, flushed{};
    std::optional<Instant> reported{};  // all hours before it are in the hourly log
    std::optional<Instant> folded{};    // all hours before it are part of a day
    Instant begin{};      // samples before it are ignored: the tables have them (usage_clock.cpp)
    Instant clock_now{};  // the clock at the last clock_says()

    void load();
    SubjectState& state_of(const SubjectId& id);
    void take(const Sample& sample);
    void take_process(const Sample& sample);
    void flush();
    // Makes the next whole day of closed hours; older days are kept. Like the next two, does a
    // small part and returns true if there may be more.
    bool fold_a_day();
    bool expire();
    bool drop_ahead();
    [[nodiscard]] bool lies_ahead(Instant now) const;
    bool put_back(Instant now, Instant samples_from);
    // From the table of minutes, hours or days, or from memory if not stored yet.
    [[nodiscard]] std::optional<Bucket> bucket(const ReadTxn& txn, Table table,
                                               const SubjectId& subject, Instant start) const;
    [[nodiscard]] std::optional<Bucket> open_day(const ReadTxn& txn, const SubjectId& subject,
                                                 Instant start) const;
    [[nodiscard]] const Sample* last(const SubjectId& subject) const;  // null: none yet
    [[nodiscard]] std::vector<std::optional<Readings>> last_of(std::span<const SubjectId> asked,
                                                               const Interval& when) const;
};

// Keys in `meta` and in the usage tables.
inline constexpr std::string_view last_prefix = "usage.last.";
inline constexpr std::string_view reported_key = "usage.reported";
inline constexpr std::string_view folded_key = "usage.folded";
[[nodiscard]] Key bucket_key(Instant start, const SubjectId& subject);
[[nodiscard]] BucketKey parse_bucket_key(std::string_view key);

}  // namespace dibs
