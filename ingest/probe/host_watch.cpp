// Sorts callbacks by stream: the current one, its successor, or a closed one. The first frame of a
// successor makes it the current one. A loss is reported once. One frame a period is kept, and a
// few at once after a stall; surplus frames are only counted.
#include "ingest/probe/host_watch.hpp"

#include "ingest/probe/parser/text_values.hpp"

#include <algorithm>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs::probe {

using ssh::RemoteErrorKind;

namespace {

constexpr std::chrono::seconds report_again_after{30};
constexpr int most_at_once = 2;  // besides the frame that is due
constexpr std::chrono::minutes complain_every{1};
constexpr std::uint64_t surplus_allowed = 60;  // in that time: as many as the expected frames

constexpr std::size_t most_said = 1000;
constexpr std::size_t longest_words = 200;

// Keeps the newest output: a host reports its failure last.
void add_words(std::string& said, std::string_view output) {
    said.append(output.substr(output.size() - std::min(output.size(), most_said)));
    if (said.size() > most_said) said.erase(0, said.size() - most_said);
}

std::string last_line(std::string_view said) {
    while (!said.empty() && (said.back() == '\n' || said.back() == '\r' || said.back() == ' ')) {
        said.remove_suffix(1);
    }
    const auto begin = said.find_last_of("\r\n");
    return clean_text(begin == said.npos ? said : said.substr(begin + 1), longest_words);
}

}  // namespace

HostWatch::HostWatch(ssh::HostTarget target, const DueRules& rules, WatchServices& services)
    : target_(std::move(target)),
      services_(services),
      due_(rules),
      period_(rules.period),
      frames_(rules.period * most_at_once) {
    stats_.name = target_.name;
}

HostWatch::~HostWatch() {
    for (const auto* slot : {&current_, &successor_}) {
        if (*slot) {
            services_.close_stream((*slot)->stream);
        }
    }
}

bool HostWatch::check(SteadyTime now) {
    const auto action = due_.check(now);
    if (action == HostDue::Action::give_up && current_) {
        services_.close_stream(current_->stream);
        lost({.kind = RemoteErrorKind::timeout, .text = why_silent()});
    }
    complain_of_surplus(now);
    return action == HostDue::Action::connect && !current_;
}

void HostWatch::complain_of_surplus(SteadyTime now) {
    if (now < next_surplus_check_) {
        return;
    }
    next_surplus_check_ = now + complain_every;
    const auto fresh =
        stats_.surplus_frames - std::exchange(logged_surplus_, stats_.surplus_frames);
    if (fresh > surplus_allowed) {
        spdlog::warn("host {}: {} frames more in the last minute than one a second; not kept",
                     target_.name, fresh);
    }
}

void HostWatch::connect(SteadyTime now) {
    ++stats_.connect_attempts;
    stats_.reconnects += stats_.frames > 0 ? 1 : 0;
    due_.connecting(now);
    current_ = open_slot();
}

std::optional<HostWatch::Slot> HostWatch::open_slot() {
    Slot slot;
    slot.tap = TapId{++taps_};
    slot.stream = services_.open_stream(target_, slot.tap);
    return slot;
}

HostStats HostWatch::stats() const {
    auto stats = stats_;
    stats.clock_offset_s = clock_offset_s();
    return stats;
}

// Advances the host's time with our monotonic clock, so that a corrected wall clock shows at once.
// The host sends whole seconds, so half a second is added.
std::optional<std::int64_t> HostWatch::clock_offset_s() const {
    if (!host_time_) return std::nullopt;
    const auto passed = services_.steady_now() - host_time_->at + std::chrono::milliseconds{500};
    const auto ahead = host_time_->time + passed - services_.wall_now();
    return std::chrono::round<std::chrono::seconds>(ahead).count();
}

void HostWatch::opened(TapId tap) {
    if (current_ && current_->tap == tap) {
        current_->opened = true;
        due_.opened(services_.steady_now());
    } else if (successor_ && successor_->tap == tap) {
        successor_->opened = true;
    }
}

HostWatch::Slot* HostWatch::slot_of(TapId tap) {
    for (auto* slot : {&current_, &successor_}) {
        if (*slot && (*slot)->tap == tap) return &**slot;
    }
    return nullptr;
}

std::string HostWatch::why_silent() const {
    if (current_->gave_frame) return "the host's probe fell silent";
    if (current_->parser.started()) return "the host's probe gave no frame";
    return current_->said.empty() ? "its login shell printed nothing for 30 s"
                                  : "its login shell ran no command for 30 s";
}

void HostWatch::error_bytes(TapId tap, std::string_view output) {
    if (auto* slot = slot_of(tap)) add_words(slot->said, output);
}

void HostWatch::bytes(TapId tap, std::string_view output) {
    auto* slot = slot_of(tap);
    if (!slot) return;
    const auto before = slot->parser.stats();
    std::vector<ProbeFrame> frames;
    slot->parser.feed(output, frames);
    if (!slot->parser.started()) add_words(slot->said, output);
    count(slot->parser, before);
    if (!frames.empty() && successor_ && slot == &*successor_) {
        take_over();
    }
    const auto now = services_.steady_now();
    for (const auto& frame : frames) {
        if (frame.host.clock) host_time_ = {*frame.host.clock, now};
        if (!frames_.is_free(now)) {
            ++stats_.surplus_frames;
            continue;
        }
        frames_.use(now, period_);
        take_frame(*current_, frame);
    }
}

// Switches to the successor at its first frame, without a gap.
void HostWatch::take_over() {
    if (current_) {
        services_.close_stream(current_->stream);
    }
    current_ = std::move(successor_);
    successor_.reset();
    due_.opened(services_.steady_now());
}

void HostWatch::take_frame(Slot& slot, const ProbeFrame& frame) {
    slot.gave_frame = true;
    due_.frame(services_.steady_now());
    stats_.last_frame = services_.wall_now();
    if (!frame.host.driver_version.empty()) stats_.driver_version = frame.host.driver_version;
    stats_.fullest_disk.reset();
    if (!frame.host.fullest_disk.empty()) stats_.fullest_disk = frame.host.fullest_disk;
    stats_.skipped_processes = frame.skipped_processes;
    reported_key_.clear();
    stats_.failure.reset();
    if (!std::exchange(stats_.reachable, true)) {
        reported_kind_.reset();
        services_.sink().on_reachable(target_.name);
    }
    services_.sink().on_frame(target_.name, frame);
    if (frame.ends_soon && !slot.ends_soon) {
        slot.ends_soon = true;
        // A new group membership of the account counts from its next login. With a successor the
        // connection, and so the old login, would never end.
        if (!frame.host.hidden) successor_ = open_slot();
    }
}

void HostWatch::closed(TapId tap, const ssh::RemoteError& why) {
    if (successor_ && successor_->tap == tap) {
        successor_.reset();  // the current one goes on; its end starts a new connection
        return;
    }
    if (!current_ || current_->tap != tap) {
        return;
    }
    if (current_->ends_soon && why.kind == RemoteErrorKind::ended) {
        due_.ended_as_planned(services_.steady_now());
        current_ = std::move(successor_);
        successor_.reset();
        if (current_) {
            due_.connecting(services_.steady_now());
            if (current_->opened) {
                due_.opened(services_.steady_now());
            }
        }
        return;
    }
    lost(why);
}

void HostWatch::lost(ssh::RemoteError why) {
    const bool spoke = current_ && current_->gave_frame;
    const auto words = current_ ? last_line(current_->said) : std::string();
    if (!spoke && !words.empty()) why.text = why.text + "; the host said: " + words;
    if (successor_) {
        services_.close_stream(successor_->stream);
        successor_.reset();
    }
    current_.reset();
    due_.failed(services_.steady_now(), services_.random());
    if (!spoke) {
        report_unreachable(why);
    }
}

void HostWatch::report_unreachable(const ssh::RemoteError& why) {
    stats_.reachable = false;
    stats_.failure = clean_text(why.text, most_said);
    const auto now = services_.steady_now();
    const bool again = now >= reported_at_ + report_again_after;
    if (again || reported_kind_ != why.kind) {
        reported_kind_ = why.kind;
        reported_at_ = now;
        services_.sink().on_unreachable(target_.name, why.kind, why.text);
    }
    if (why.kind == RemoteErrorKind::host_key_changed &&
        (again || reported_key_ != why.offered_host_key)) {
        reported_key_ = why.offered_host_key;
        services_.sink().on_host_key_changed(target_.name, why.offered_host_key, why.jump);
    }
}

void HostWatch::count(const FrameParser& parser, const ParserStats& before) {
    const auto& now = parser.stats();
    stats_.frames += now.frames - before.frames;
    stats_.bytes += now.bytes - before.bytes;
    stats_.bad_lines += now.bad_lines - before.bad_lines;
    stats_.dropped_frames += now.dropped_frames - before.dropped_frames;
}

}  // namespace dibs::probe
