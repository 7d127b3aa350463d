// Samples: what each GPU, host and process measured, second by second. Many, of passing interest,
// never decided upon: they have a log of their own with retention, apart from the facts. What is
// kept of them for ever are the hourly figures. Two adapters: LMDB (sample_log_lmdb.hpp) and Kafka
// (sample_log_kafka.hpp).
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

// Follows a sample log. Used by one thread at a time; ends before its log.
class SampleCursor {
  public:
    virtual ~SampleCursor() = default;
    // Adds what comes next in the log to `out`, some thousands at most; at the log's end waits so
    // long for more. False at the end.
    virtual LogResult<bool> next(std::vector<Sample>& out, std::chrono::milliseconds wait) = 0;
};

// append(), flush() and expire() from one thread at a time; follow() from any.
class SampleLog {
  public:
    virtual ~SampleLog() = default;

    // Samples of any subjects; those of one subject in the order of time. May keep them in memory
    // for a while, where a crash loses them; followers have them at once.
    virtual LogResult<void> append(std::span<const Sample> samples) = 0;
    // Stores what is still in memory.
    virtual LogResult<void> flush() = 0;
    // What was measured at `from` or later, and perhaps a little of what was before; then what is
    // appended from now on, by whom ever. Those of one subject come in the order of the log; some
    // may come twice.
    virtual LogResult<std::unique_ptr<SampleCursor>> follow(Instant from) = 0;
    // Deletes a little of what is older, whole hours of it; call again until it returns 0.
    virtual LogResult<std::size_t> expire(Instant before) = 0;
    // Samples that were accepted and could not be stored, so far.
    [[nodiscard]] virtual std::uint64_t lost() const = 0;
};

// Kept for ever. An hour appended again replaces itself. Used by one thread at a time.
class HourlyLog {
  public:
    virtual ~HourlyLog() = default;
    virtual LogResult<void> append(std::span<const HourlyUsage> hours) = 0;  // on disk on return
    // All hours of all subjects, for rebuilding tables.
    virtual LogResult<void> for_each(const std::function<void(const HourlyUsage&)>& take) = 0;
};

// A bucket as bytes, in the hourly log on disk and in the tables of usage: samples | how many
// metrics | for each that was ever given: its id, count, sum, greatest, and how far below it the
// least is. Varints, signed ones zigzag. A metric that this program does not know is passed over.
[[nodiscard]] std::string encode_bucket(Subject kind, const Bucket& bucket);
[[nodiscard]] std::optional<Bucket> decode_bucket(Subject kind, std::string_view bytes);

// Who used a GPU in an hour, and how the time of its bookings was, as bytes, in the same places:
// how many uses; for each its kind, the account's name, whether a booking was on the GPU and its
// id, seconds, seconds measured, percent times seconds. Then how many bookings; for each whether it
// is one and its id, seconds measured, idle with and without a process of the owner. Then, where
// any of it is known: for each use whether its energy is, hundredths of seconds, tenths of joules;
// and how many spreads, for each its booking and both distributions: how many bins, each with its
// seconds. Hours from before that was counted end before it.
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
