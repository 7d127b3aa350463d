// The reactor's steps. A crash between two of them repeats at most one effect.
#include "ops/react/reactor.hpp"

#include "domain/codec/json_reader.hpp"
#include "domain/effect/effect_fields.hpp"
#include "domain/log/fact.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::string_view own_events = "effect.";
// The minimum wait of an effect that is postponed to the past.
constexpr std::chrono::seconds least_patience{1};
constexpr std::chrono::milliseconds look_at_running{20};

}  // namespace

Reactor::Reactor(SharedTail& log, std::string name, ReactorPorts ports,
                 std::optional<Checkpoint> saved, Retries retries)
    : name_(std::move(name)),
      ports_(std::move(ports)),
      retries_(retries),
      reader_(log, saved.value_or(Checkpoint{})),
      watched_(saved.has_value()),
      began_(ports_.clock()) {}

LogResult<void> Reactor::step(std::chrono::milliseconds wait) {
    take_ended();
    if (epoch_to_act_in() && next_due() != open_.end()) {
        wait = std::chrono::milliseconds{0};
    } else if (!running_.empty()) {
        wait = std::min(wait, look_at_running);
    }
    const auto read = reader_.next(wait, [this](const Accepted& accepted) { take(accepted); });
    if (!read) return tl::unexpected(read.error());
    at_the_end_ = reader_.is_at_end();
    came_to_the_end_ = came_to_the_end_ || at_the_end_;
    if (*read > 0) remember_boundary();
    save();
    act();
    return {};
}

bool Reactor::is_idle() {
    return at_the_end_ && !(epoch_to_act_in() && next_due() != open_.end());
}

void Reactor::take(const Accepted& accepted) {
    const auto record = accepted.view();
    if (record.type.starts_with(own_events)) return take_end(record);
    if (!watched_ || !is_fact(record) || !ports_.wants(record)) return;
    Open open{accepted.bytes, record.at};
    if (ports_.side_by_side.most > 1) open.keeps_busy = ports_.side_by_side.keeps_busy(record);
    open_.emplace(accepted.position, std::move(open));
}

// Handles a fact about effects, of this reactor or another one.
void Reactor::take_end(const RecordView& record) {
    if (record.type == effect::Watched::type) {
        const auto event = parse_json<effect::Watched>(parser_, record.body);
        watched_ = watched_ || (event && event->reactor == name_);
    } else if (record.type == effect::Done::type) {
        const auto event = parse_json<effect::Done>(parser_, record.body);
        if (event && event->reactor == name_) take_done(*event, record.at);
    } else if (record.type == effect::Failed::type) {
        const auto event = parse_json<effect::Failed>(parser_, record.body);
        if (event && event->reactor == name_) take_failed(*event, record.at);
    }
}

void Reactor::take_done(const effect::Done& event, Instant at) {
    open_.erase(event.position);
    if (at >= began_) ++counted_.done;
    counted_.last_done = at;
    given_up_since_.reset();
}

void Reactor::take_failed(const effect::Failed& event, Instant at) {
    if (at >= began_) ++(event.gave_up ? counted_.given_up : counted_.failed);
    counted_.last_failure = event.detail;
    const auto found = open_.find(event.position);
    if (event.gave_up) {
        last_given_up_ = at;
        const auto since =
            found == open_.end() ? std::nullopt : std::exchange(found->second.failed_since, {});
        if (!given_up_since_) given_up_since_ = since.value_or(at);
        if (found != open_.end()) open_.erase(found);
        return;
    }
    if (found == open_.end()) return;
    auto& open = found->second;
    open.attempts = std::max(open.attempts, event.attempt);
    if (!open.failed_since) open.failed_since = at;
    open.due = at + pause_after(open.attempts);
    open.reported = false;
}

std::optional<effect::Status> Reactor::status(Instant now) const {
    if (!came_to_the_end_) return std::nullopt;
    auto its = counted_;
    its.reactor = name_;
    its.waiting = open_.size();
    if (!open_.empty()) its.oldest_waiting = open_.begin()->second.happened;
    if (given_up_since_ && now - last_given_up_ < effect::given_up_is_told_for) {
        its.failing_since = given_up_since_;
    }
    for (const auto& [position, open] : open_) {
        if (!open.failed_since) continue;
        its.failing_since = std::min(its.failing_since.value_or(now), *open.failed_since);
    }
    if (!its.failing_since) its.last_failure.clear();
    return its;
}

Duration Reactor::pause_after(std::int64_t attempts) const {
    return retries_.first * (std::int64_t{1} << (2 * std::clamp<std::int64_t>(attempts - 1, 0, 8)));
}

// Keeps one boundary for each stretch of the log without open effects: the last one.
void Reactor::remember_boundary() {
    if (!watched_) return;
    const bool same_stretch =
        !boundaries_.empty() &&
        (open_.empty() || open_.rbegin()->first <= boundaries_.back().position);
    if (same_stretch) boundaries_.pop_back();
    boundaries_.push_back(reader_.checkpoint());
}

// Saves the newest boundary with no open effect before it.
void Reactor::save() {
    std::optional<Checkpoint> newest;
    while (!boundaries_.empty() &&
           (open_.empty() || boundaries_.front().position < open_.begin()->first)) {
        newest = std::move(boundaries_.front());
        boundaries_.pop_front();
    }
    if (newest) ports_.save(*newest);
}

// Effects of other writers are in the log before this node's claim. Afterwards this node is the
// only writer and knows its own effects. It does not wait for the end of the log: with a steady
// flow of facts that would never end.
std::optional<std::uint64_t> Reactor::epoch_to_act_in() const {
    const auto epoch = ports_.epoch();
    return epoch == reader_.checkpoint().fence.epoch ? epoch : std::nullopt;
}

Reactor::OpenEffects::iterator Reactor::next_due() {
    if (!running_.empty() && running_.size() >= ports_.side_by_side.most) return open_.end();
    const auto now = ports_.clock();
    return std::find_if(open_.begin(), open_.end(), [&](const auto& entry) {
        return may_begin(entry.first, entry.second, now);
    });
}

bool Reactor::may_begin(Position position, const Open& open, Instant now) const {
    if (open.reported || open.due > now || running_.contains(position)) return false;
    return std::all_of(open.keeps_busy.begin(), open.keeps_busy.end(), [&](const Busy& one) {
        const auto found = busy_.find(one.what);
        return found == busy_.end() || found->second < one.places;
    });
}

void Reactor::act() {
    const auto epoch = epoch_to_act_in();
    if (!epoch) return;
    if (!watched_) {
        ports_.report(effect::Watch{name_});
        return;
    }
    for (auto due = next_due(); due != open_.end(); due = next_due()) {
        begin(due->first, due->second, *epoch);
        if (ports_.side_by_side.most == 1) return;
    }
}

// An effect that throws counts as failed: on its own thread it must not end Dibs. If no thread can
// be made, the effect is begun later.
void Reactor::begin(Position position, Open& open, std::uint64_t epoch) {
    Effect effect{open.record, position, open.attempts + 1, epoch, open.happened < began_};
    if (ports_.side_by_side.most == 1) {
        return ended(position, effect.attempt, epoch, ports_.perform(effect));
    }
    Running running{effect.attempt, epoch, open.keeps_busy, {}};
    try {
        running.end = std::async(std::launch::async, [this, effect = std::move(effect)] {
            try {
                return ports_.perform(effect);
            } catch (const std::exception& error) {
                return EffectEnd{.detail = error.what()};
            }
        });
    } catch (const std::system_error& error) {
        spdlog::warn("{}: no thread for an effect: {}", name_, error.what());
        open.due = ports_.clock() + least_patience;
        return;
    }
    for (const auto& one : running.keeps_busy) ++busy_[one.what];
    running_.emplace(position, std::move(running));
}

void Reactor::take_ended() {
    for (auto one = running_.begin(); one != running_.end();) {
        auto& [position, running] = *one;
        if (running.end.wait_for(std::chrono::seconds{0}) != std::future_status::ready) {
            ++one;
            continue;
        }
        for (const auto& its : running.keeps_busy) {
            if (--busy_.at(its.what) == 0) busy_.erase(its.what);
        }
        ended(position, running.attempt, running.epoch, running.end.get());
        one = running_.erase(one);
    }
}

void Reactor::settle() {
    for (const auto& [position, running] : running_) running.end.wait();
    take_ended();
}

void Reactor::ended(Position position, std::int64_t attempt, std::uint64_t epoch,
                    const EffectEnd& end) {
    const auto found = open_.find(position);  // absent if another node has reported the end
    if (found == open_.end() || end.interrupted) return;
    auto& open = found->second;
    if (end.postponed) {
        open.due = std::max<Instant>(*end.postponed, ports_.clock() + least_patience);
        return;
    }
    const bool last = end.for_good || attempt >= retries_.most_attempts;
    effect::Report report{
        name_,     position, attempt, static_cast<std::int64_t>(epoch), effect::Outcome::done,
        end.detail};
    if (!end.good) {
        report.outcome = last ? effect::Outcome::gave_up : effect::Outcome::failed;
        spdlog::log(last ? spdlog::level::err : spdlog::level::warn,
                    "{}: the effect of fact {} failed ({} of {} attempts): {}{}", name_, position,
                    attempt, retries_.most_attempts, end.detail, last ? "; it is given up" : "");
    }
    open.reported = ports_.report(std::move(report));
    // The end is not on record, so the effect is repeated.
    if (!open.reported) open.due = ports_.clock() + pause_after(attempt);
}

}  // namespace dibs
