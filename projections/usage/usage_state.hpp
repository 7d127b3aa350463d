// What Usage keeps in memory. Internal to usage*.cpp.
#pragma once

#include "projections/usage/usage.hpp"
#include "projections/usage/usage_bucket.hpp"

#include <map>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dibs {

inline constexpr std::chrono::minutes minute{1};
inline constexpr std::chrono::hours hour{1};
inline constexpr std::chrono::hours seconds_kept{1};
inline constexpr std::chrono::days minutes_kept{30};

template <class Step>
[[nodiscard]] Instant floor_to(Instant t, Step step) {
    const auto ms = std::chrono::duration_cast<Duration>(step).count();
    auto rest = unix_ms(t) % ms;
    if (rest < 0) rest += ms;
    return t - Duration{rest};
}

// The last hour, a second a place; a place is valid for the second it names.
class SecondRing {
  public:
    void put(const Sample& sample);
    [[nodiscard]] std::optional<Sample> at(Instant second) const;

  private:
    struct Place {  // 16 bytes: 58 kB a GPU
        std::uint32_t second = 0;
        std::int32_t memory = absent, power = absent;
        std::int16_t utilization = absent_short, temperature = absent_short;
    };
    static constexpr std::int32_t absent = std::numeric_limits<std::int32_t>::min();
    static constexpr std::int16_t absent_short = std::numeric_limits<std::int16_t>::min();
    std::vector<Place> places_;  // empty until the first sample
};

struct GpuState {
    Sample last{};
    SecondRing seconds;
    Instant minute_start{}, hour_start{};
    Bucket minute_bucket, hour_bucket;  // those of `last`, still open
    bool changed = false;               // since the last flush
};

// An hour as the hourly log keeps it, and back.
[[nodiscard]] HourlyUsage report_of(GpuId gpu, Instant start, const Bucket& bucket);
[[nodiscard]] Bucket bucket_of(const HourlyUsage& h);

using BucketKey = std::pair<Instant, GpuId>;

struct Usage::State {
    std::unique_ptr<Store> store;
    mutable std::shared_mutex mutex;                            // over all that follows
    std::map<GpuId, GpuState> gpus;                             // none ever leaves
    std::map<GpuId, GpuState>::iterator expected = gpus.end();  // samples come in the same order
    std::map<BucketKey, Bucket> ended_minutes, ended_hours;     // not yet stored
    std::vector<HourlyUsage> to_report;                         // for the hourly log
    Instant newest{}, flushed{};

    void load();
    GpuState& state_of(const GpuId& id);
    void take(const Sample& sample);
    void take_again(const Sample& sample);  // perhaps: a restart reads some twice
    void flush();
    [[nodiscard]] std::optional<Bucket> bucket(const ReadTxn& txn, Table table, GpuId gpu,
                                               Instant start) const;
};

}  // namespace dibs
