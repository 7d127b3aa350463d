// What GPUs, hosts and processes did, from samples: the last values in memory, the last hour at
// full rate in memory, and buckets of a minute, an hour and a day in tables of their own, time
// first, so that writing appends (history_kept.hpp: how long); and who used the GPUs, by the hour,
// since it was closed, for ever. Of a process only the last values are kept.
//
// Samples are no facts: they never pass the projector. The UsageFollower carries them here from
// their log, in its order; so every node, and a rebuild, comes to the same numbers. One thread
// takes samples; any thread asks.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/time.hpp"
#include "domain/usage/sample.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "projections/store/store.hpp"
#include "projections/usage/history_kept.hpp"
#include "projections/usage/usage_views.hpp"
#include "projections/usage/use_views.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dibs {

class Usage {
  public:
    static constexpr std::string_view format = "usage=6";
    static constexpr TableSet tables{Table::usage_minutes, Table::usage_hours, Table::usage_days,
                                     Table::usage_uses};

    explicit Usage(std::unique_ptr<Store> store, const HistoryKept& kept = {});
    ~Usage();

    // In the order of the log. Of a subject's second the first counts; a sample not newer than the
    // last of its subject is left out, so that the log may be read again from a little before, and
    // two nodes may have measured the same.
    void take(std::span<const Sample> samples);
    // At the end of the log: writes the buckets, if a minute has ended since they were written
    // last. While there is more to take that is done now and then, not for each minute.
    void settle();
    void flush();  // writes them; also done at the end
    // A little of what is not of this minute: a day made of its closed hours, rows that are too
    // old or that lie ahead. True if there may be more to do.
    bool tidy();
    // Where what was taken last, or closed, lies ahead of the clock (is_ahead), the clock was put
    // back: then what is in memory is forgotten, and is to be read again from follow_from(). True
    // if so. `samples_from`: what was measured before may have expired. Rows that lie ahead go with
    // tidy().
    bool clock_says(Instant now, Instant samples_from);
    [[nodiscard]] const HistoryKept& kept() const;

    // Tables made anew have no hours yet: these are read from the log of those that are kept for
    // ever. Does nothing when there are some.
    LogResult<void> restore_hours(HourlyLog& log);
    // Where in the sample log to go on: what is in no table, and the last hour for the seconds.
    [[nodiscard]] Instant follow_from(Instant now) const;

    // An hour that is over for all subjects, and that the hourly log does not have yet; oldest
    // first. They wait in the tables, so that a crash loses none.
    struct EndedHour {
        Instant start;
        std::vector<HourlyUsage> rows;
    };
    [[nodiscard]] std::optional<EndedHour> next_ended_hour() const;
    // The hourly log has it, with who used the GPUs.
    LogResult<void> reported(const EndedHour& hour);
    // Samples before it may be forgotten: their hours are in the hourly log.
    [[nodiscard]] std::optional<Instant> reported_until() const;
    [[nodiscard]] const Store& store() const;

    [[nodiscard]] std::optional<views::Live> last(const SubjectId& subject) const;
    // The last values of each, in order; none of one that is silent (views::fresh), or whose last
    // lies ahead.
    [[nodiscard]] std::vector<std::optional<Readings>> last_of(std::span<const SubjectId> subjects,
                                                               Instant now) const;
    // Processes without a value are left out: not every driver tells of them.
    [[nodiscard]] views::MetricsFrame frame(const views::FrameOf& whose) const;
    [[nodiscard]] Result<views::Usage> usage(const views::UsageQuestion& question) const;
    // Who used these GPUs, without the persons; in the hours that are still open too, by these
    // bookings and the seconds in memory, if there are bookings to go by.
    [[nodiscard]] Result<views::UseAnswer> use(const views::UseQuestion& question,
                                               const HoldsOfGpu& holds = {}) const;
    // The first hour of which the tables keep any value; none: of none.
    [[nodiscard]] std::optional<Instant> first_hour() const;
    // The closed hours of these GPUs that begin in the window and of which something is known, by
    // time and GPU. `all`: they are most of those there are, and are read in one go. Returns up to
    // when hours are closed. Holds up no samples meanwhile.
    std::optional<Instant> each_closed_hour(const std::vector<GpuId>& gpus, bool all,
                                            const Interval& window,
                                            const std::function<void(UseOfStep&&)>& take) const;
    // The same from the seconds in memory, of one GPU, in steps of an hour or less.
    [[nodiscard]] std::vector<UseOfStep> use_of_seconds(GpuId gpu, const Interval& window,
                                                        std::chrono::seconds step,
                                                        const std::vector<Hold>& holds) const;
    // Of these GPUs over the interval; none without a sample.
    [[nodiscard]] std::optional<views::Decimal> mean_utilization(const std::vector<GpuId>& gpus,
                                                                 Interval when) const;

    struct State;

  private:
    std::unique_ptr<State> state_;
};

}  // namespace dibs
