// Samples: the measurements of each GPU, host and process, second by second. They are many and of
// passing interest, and no decision uses them. So they have a log of their own with retention,
// apart from the facts. Only the hourly figures are kept permanently. Two adapters: LMDB
// (sample_log_lmdb.hpp) and Kafka (sample_log_kafka.hpp).
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/log/event_log.hpp"
#include "domain/usage/sample.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

// Follows a sample log. Used by one thread at a time; must end before its log.
class SampleCursor {
  public:
    virtual ~SampleCursor() = default;
    // Adds the next samples to `out`, some thousands at most. At the log's end it waits up to
    // `wait` for more, and returns false.
    virtual LogResult<bool> next(std::vector<Sample>& out, std::chrono::milliseconds wait) = 0;
};

// append(), flush() and expire() from one thread at a time; follow() from any.
class SampleLog {
  public:
    virtual ~SampleLog() = default;

    // Takes samples of any subjects; those of one subject in time order. May keep them in memory
    // for a while, where a crash loses them; followers get them at once.
    virtual LogResult<void> append(std::span<const Sample> samples) = 0;
    // Stores the samples in memory.
    virtual LogResult<void> flush() = 0;
    // Delivers the samples of `from` or later, and perhaps a few earlier ones. Then it delivers all
    // later appends of any process. Samples of one subject come in log order; some may come twice.
    virtual LogResult<std::unique_ptr<SampleCursor>> follow(Instant from) = 0;
    // Deletes some samples before `before`, in whole hours; call it again until it returns 0.
    virtual LogResult<std::size_t> expire(Instant before) = 0;
    // Samples that were accepted and could not be stored, so far.
    [[nodiscard]] virtual std::uint64_t lost() const = 0;
};

// Kept permanently. An hour appended again replaces itself. Used by one thread at a time.
class HourlyLog {
  public:
    virtual ~HourlyLog() = default;
    // on disk on return
    virtual LogResult<void> append(std::span<const HourlyUsage> hours) = 0;
    // Reads all hours of all subjects, for rebuilding tables.
    virtual LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) = 0;
};

// Encodes a bucket for the hourly log on disk and the usage tables. Varints, signed ones zigzag.
// Readers skip metrics that they do not know.
//   samples | number of metrics | for each metric with values: its id, count, sum, greatest, and
//   the distance of the least below the greatest
[[nodiscard]] std::string encode_bucket(Subject kind, const Bucket& bucket);
[[nodiscard]] std::optional<Bucket> decode_bucket(Subject kind, std::string_view bytes);

// Encodes the uses of a GPU in an hour and the times of its bookings, for the same places:
//   number of uses; each: its kind, the account's name, whether a booking was on the GPU and its
//   id, seconds, seconds measured, percent times seconds
//   number of bookings; each: whether it is one and its id, seconds measured, idle with and without
//   a process of the owner
//   if any of it is known: for each use whether its energy is known, hundredths of seconds, tenths
//   of joules; number of spreads; each: its booking and both distributions; of each distribution
//   the number of bins, each with its seconds
// Hours from before the last part existed end before it.
struct HourUses {
    std::vector<Use> uses{};
    std::vector<HeldTime> held{};
    std::vector<Spread> spreads{};
    friend bool operator==(const HourUses&, const HourUses&) = default;
};
[[nodiscard]] std::string encode_uses(std::span<const Use> uses, std::span<const HeldTime> held,
                                      std::span<const Spread> spreads = {});
[[nodiscard]] std::optional<HourUses> decode_uses(std::string_view bytes);

}  // namespace dibs
