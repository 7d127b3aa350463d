// Watches one host: its stream, the successor that takes over in time, its parser, back-off and
// state. Uses no clock and no SSH: the monitor passes in the time and the remote. Callback thread
// only.
#pragma once

#include "ingest/probe/monitor.hpp"
#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/ssh/pace.hpp"

#include <memory>
#include <optional>
#include <string>

namespace dibs::probe {

// Identifies the stream of a host that a callback belongs to.
enum class TapId : std::uint64_t {};

// The services that a host watch uses from the monitor.
class WatchServices {
  public:
    virtual ~WatchServices() = default;
    virtual ssh::StreamId open_stream(const ssh::HostTarget& target, TapId tap) = 0;
    virtual void close_stream(ssh::StreamId stream) = 0;
    virtual ProbeSink& sink() = 0;
    virtual double random() = 0;
    virtual SteadyTime steady_now() = 0;
    virtual Instant wall_now() = 0;
};

class HostWatch {
  public:
    HostWatch(ssh::HostTarget target, const DueRules& rules, WatchServices& services);
    ~HostWatch();  // closes its streams
    HostWatch(const HostWatch&) = delete;
    HostWatch& operator=(const HostWatch&) = delete;

    // Gives up a silent stream and logs surplus frames. Returns true if a connection attempt is
    // due.
    [[nodiscard]] bool check(SteadyTime now);
    void connect(SteadyTime now);

    void opened(TapId tap);
    void bytes(TapId tap, std::string_view output);
    void error_bytes(TapId tap, std::string_view output);
    void closed(TapId tap, const ssh::RemoteError& why);

    [[nodiscard]] SteadyTime next_attempt() const { return due_.next_attempt(); }
    [[nodiscard]] const ssh::HostTarget& target() const { return target_; }
    [[nodiscard]] HostStats stats() const;  // at this moment

  private:
    struct ReportedTime {
        Instant time;
        SteadyTime at;
    };
    struct Slot {
        TapId tap{};
        ssh::StreamId stream{};
        FrameParser parser{};
        std::string said{};  // output before the probe's first line, and standard error
        bool opened{false};
        bool gave_frame{false};
        bool ends_soon{false};
    };

    [[nodiscard]] std::optional<Slot> open_slot();
    void take_over();
    void take_frame(Slot& slot, const ProbeFrame& frame);
    void complain_of_surplus(SteadyTime now);
    [[nodiscard]] Slot* slot_of(TapId tap);
    [[nodiscard]] std::string why_silent() const;
    void lost(ssh::RemoteError why);
    void report_unreachable(const ssh::RemoteError& why);
    [[nodiscard]] std::optional<std::int64_t> clock_offset_s() const;
    void count(const FrameParser& parser, const ParserStats& before);

    ssh::HostTarget target_;
    WatchServices& services_;
    HostDue due_;
    std::optional<Slot> current_;
    std::optional<Slot> successor_;
    std::uint64_t taps_{0};
    std::optional<ssh::RemoteErrorKind> reported_kind_;
    std::string reported_key_;
    SteadyTime reported_at_{};
    std::optional<ReportedTime> host_time_;  // by the host's clock
    const Duration period_;
    ssh::Pace frames_;  // the kept frames
    SteadyTime next_surplus_check_{};
    std::uint64_t logged_surplus_{0};
    HostStats stats_;
};

}  // namespace dibs::probe
