// Samples: what each GPU measured, second by second. Many, of passing interest, never decided upon:
// they have a log of their own with retention, apart from the facts. What is kept of them for ever
// are the hourly figures. Two adapters: LMDB (sample_log_lmdb.hpp) and Kafka
// (sample_log_kafka.hpp). A value the driver did not give is absent, never 0.
#pragma once

#include "domain/ids.hpp"
#include "domain/log/event_log.hpp"
#include "domain/time.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace dibs {

struct Sample {
    GpuId gpu;
    Instant at;
    std::optional<std::int32_t> utilization_percent{};
    std::optional<std::int32_t> memory_used_mib{};
    std::optional<std::int32_t> temperature_c{};
    std::optional<std::int32_t> power_dw{};  // 0.1 W

    friend bool operator==(const Sample&, const Sample&) = default;
};

// Used by one thread at a time.
class SampleLog {
  public:
    virtual ~SampleLog() = default;

    // Samples of any GPUs; those of one GPU in the order of time. May keep them in memory for a
    // while, where a crash loses them.
    virtual LogResult<void> append(std::span<const Sample> samples) = 0;
    // Stores what is still in memory.
    virtual LogResult<void> flush() = 0;
    // All GPUs' samples of that time in one pass, those in memory included, those of one GPU in the
    // order of time; ends early when `take` returns false.
    virtual LogResult<void> for_each(const Interval& when,
                                     const std::function<bool(const Sample&)>& take) = 0;
    // Deletes a little of what is older, whole hours of it; call again until it returns 0.
    virtual LogResult<std::size_t> expire(Instant before) = 0;
    // Samples that were accepted and could not be stored, so far.
    [[nodiscard]] virtual std::uint64_t lost() const = 0;
};

struct HourlyFigure {
    std::int32_t mean = 0;
    std::int32_t max = 0;
    friend bool operator==(const HourlyFigure&, const HourlyFigure&) = default;
};

// One GPU's hour. Mean and greatest of the values that were there; nothing when none was.
struct HourlyUsage {
    using Figure = HourlyFigure;
    GpuId gpu;
    Instant hour;  // its start, UTC
    std::uint32_t samples = 0;
    std::optional<Figure> utilization_percent{};
    std::optional<Figure> memory_used_mib{};
    std::optional<Figure> temperature_c{};
    std::optional<Figure> power_dw{};

    friend bool operator==(const HourlyUsage&, const HourlyUsage&) = default;
};

// The hour of these samples, all of one GPU and one hour; at least one.
[[nodiscard]] HourlyUsage summarize(std::span<const Sample> samples);

// Kept for ever. An hour appended again replaces itself. Used by one thread at a time.
class HourlyLog {
  public:
    virtual ~HourlyLog() = default;
    virtual LogResult<void> append(std::span<const HourlyUsage> hours) = 0;  // on disk on return
    // All hours of all GPUs, for rebuilding tables.
    virtual LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) = 0;
};

}  // namespace dibs
