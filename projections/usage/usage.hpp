// Metrics of GPUs, hosts and processes, made from samples: the last values and the last hour of
// seconds in memory. Buckets of a minute, an hour and a day are in tables, keyed by time first, so
// that writing appends. history_kept.hpp has how long each is kept. The closed hours also say who
// used the GPUs, and are kept permanently. Of processes only the last values are kept.
//
// Samples are not facts and do not pass the projector. The UsageFollower reads them from their log
// in order, so every node and every rebuild gets the same numbers. One thread takes samples; any
// thread may query.
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

    // Call in the order of the log. Of a subject's second the first sample counts. Samples that are
    // not newer than the subject's last are ignored. So the log may be read again from a little
    // before, and two nodes may have measured the same.
    void take(std::span<const Sample> samples);
    // Call at the end of the log: writes the buckets if a minute has ended since the last write.
    // While there is more to take, call it now and then, not for each minute.
    void settle();
    void flush();  // writes the buckets; also called by the destructor
    // Does a small part of the periodic work: makes a day from its closed hours, deletes expired
    // rows and rows ahead of the clock. True if there may be more.
    bool tidy();
    // Detects that the clock was put back: the newest sample or closed hour is ahead of it
    // (is_ahead). Then clears memory and returns true; the caller must read again from
    // follow_from(). Samples before `samples_from` may have expired. tidy() deletes rows ahead of
    // the clock.
    bool clock_says(Instant now, Instant samples_from);
    [[nodiscard]] const HistoryKept& kept() const;

    // Fills the hours of rebuilt tables from the hourly log. Does nothing if there are some.
    LogResult<void> restore_hours(HourlyLog& log);
    // Where to continue in the sample log: covers what no table has yet, and the last hour for the
    // seconds.
    [[nodiscard]] Instant follow_from(Instant now) const;

    // An hour that has ended for all subjects and is not in the hourly log yet; oldest first. Its
    // rows stay in the tables, so a crash loses none.
    struct EndedHour {
        Instant start;
        std::vector<HourlyUsage> rows;
    };
    [[nodiscard]] std::optional<EndedHour> next_ended_hour() const;
    // Call once the hour is in the hourly log, with its users.
    LogResult<void> reported(const EndedHour& hour);
    // Samples before it may be deleted: their hours are in the hourly log.
    [[nodiscard]] std::optional<Instant> reported_until() const;
    [[nodiscard]] const Store& store() const;

    [[nodiscard]] std::optional<views::Live> last(const SubjectId& subject) const;
    // The last values of each subject, in the given order. None for a silent subject (views::fresh)
    // or one whose last sample is ahead of the clock.
    [[nodiscard]] std::vector<std::optional<Readings>> last_of(std::span<const SubjectId> subjects,
                                                               Instant now) const;
    // Leaves out processes without a value: not every driver reports them.
    [[nodiscard]] views::MetricsFrame frame(const views::FrameOf& whose) const;
    [[nodiscard]] Result<views::Usage> usage(const views::UsageQuestion& question) const;
    // Who used these GPUs, by UNIX account without persons. With `holds`, open hours are included,
    // from these bookings and the seconds in memory.
    [[nodiscard]] Result<views::UseAnswer> use(const views::UseQuestion& question,
                                               const HoldsOfGpu& holds = {}) const;
    // The first hour for which the tables have a value; none: there is none.
    [[nodiscard]] std::optional<Instant> first_hour() const;
    // Calls `take` with the known closed hours of these GPUs that start in the window, by time and
    // GPU. `all`: they are many of the site's GPUs and are read in one pass. Returns the end of the
    // closed hours. Does not block samples.
    std::optional<Instant> each_closed_hour(const std::vector<GpuId>& gpus, bool all,
                                            const Interval& window,
                                            const std::function<void(UseOfStep&&)>& take) const;
    // The same from the seconds in memory, for one GPU, in steps of at most an hour.
    [[nodiscard]] std::vector<UseOfStep> use_of_seconds(GpuId gpu, const Interval& window,
                                                        std::chrono::seconds step,
                                                        const std::vector<Hold>& holds) const;
    // Over these GPUs and the interval; none without a sample.
    [[nodiscard]] std::optional<views::Decimal> mean_utilization(const std::vector<GpuId>& gpus,
                                                                 Interval when) const;

    struct State;

  private:
    std::unique_ptr<State> state_;
};

}  // namespace dibs
