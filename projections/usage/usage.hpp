// What GPUs did, from samples: the last values in memory, the last hour at full rate in memory, and
// buckets of a minute (kept 30 days) and an hour (kept for ever) in tables of their own, time
// first, so that writing appends. Samples are no facts: they never pass the projector. One thread
// takes samples; any thread asks.
#pragma once

#include "domain/ids.hpp"
#include "domain/result.hpp"
#include "domain/time.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/store/store.hpp"
#include "projections/usage/usage_views.hpp"

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <span>
#include <vector>

namespace dibs {

class Usage {
  public:
    static constexpr std::string_view format = "usage=1";

    explicit Usage(std::unique_ptr<Store> store);
    ~Usage();

    // In order of time for each GPU; a sample not newer than the last of its GPU is left out, so
    // that the sample log may be read again from a little before.
    void take(std::span<const Sample> samples);
    // Writes the buckets still open; also done as each minute ends and at the end.
    void flush();
    // The hours that have ended since the last call, for the hourly log. After a restart the newest
    // may come again; there it replaces itself.
    [[nodiscard]] std::vector<HourlyUsage> ended_hours();
    // At the start: the last hour's seconds, what was taken after the last flush, and everything if
    // the tables were thrown away (hours from the hourly log, minutes from the samples still kept).
    // Others may read meanwhile. Ends early when told to; what is missing then is read next time.
    LogResult<void> restore(SampleLog& samples, HourlyLog& hours, Instant now,
                            const std::function<bool()>& stopping);
    // The newest sample whose buckets are stored: the sample log is read again from here.
    [[nodiscard]] std::optional<Instant> stored_until() const;

    [[nodiscard]] std::optional<views::GpuLive> last(GpuId gpu) const;
    [[nodiscard]] views::MetricsFrame frame(const std::vector<GpuId>& gpus) const;
    [[nodiscard]] Result<views::Usage> usage(const views::UsageQuestion& question) const;
    // Of these GPUs over the interval; none without a sample.
    [[nodiscard]] std::optional<views::Decimal> mean_utilization(const std::vector<GpuId>& gpus,
                                                                 Interval when) const;

    struct State;

  private:
    LogResult<Instant> restore_hours(HourlyLog& hours, Instant now);

    std::unique_ptr<State> state_;
};

}  // namespace dibs
