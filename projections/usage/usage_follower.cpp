// Carries samples from their log to the usage tables, on its own thread.
#include "projections/usage/usage_follower.hpp"

namespace dibs {
namespace {

constexpr std::chrono::milliseconds at_most{200};  // longest delay of stop()
constexpr std::chrono::seconds after_error{1};

}  // namespace

UsageFollower::UsageFollower(SampleLog& samples, HourlyLog& hours, Usage& usage, Settings settings)
    : samples_(samples), hours_(hours), usage_(usage), settings_(std::move(settings)) {}

UsageFollower::~UsageFollower() {
    stop();
}

void UsageFollower::start() {
    thread_ = std::thread([this] { run(); });
}

void UsageFollower::stop() {
    stopping_ = true;
    if (thread_.joinable()) thread_.join();
}

void UsageFollower::run() {
    try {
        while (!stopping_) {
            if (!step(at_most) && !last_problem_.empty() && !stopping_) {
                std::this_thread::sleep_for(after_error);
            }
        }
        // Reads what was appended last, at most one round, because the log may be long.
        step(std::chrono::milliseconds{0});
        usage_.flush();
    } catch (const TablesDamaged& error) {  // damage ends Dibs; the next start rebuilds the tables
        if (settings_.complain) settings_.complain(error.what());
    }
}

bool UsageFollower::step(std::chrono::milliseconds wait) {
    auto more = follow(busy_ ? std::chrono::milliseconds{0} : wait);
    if (more && !*more) {
        usage_.settle();
        more = close_hours();
    }
    const std::string problem = more ? std::string{} : more.error().text;
    if (problem != last_problem_ && !problem.empty() && settings_.complain)
        settings_.complain(problem);
    last_problem_ = problem;
    busy_ = more && *more;
    return busy_;
}

// After the clock was put back, reads the last hours again from the log.
void UsageFollower::check_clock() {
    if (!settings_.clock_is_trusted()) return;
    const Instant now = settings_.clock();
    if (!usage_.clock_says(now, now - settings_.kept)) return;
    cursor_.reset();
    closing_.reset();
}

// Drops samples that a clock running ahead stamped.
void UsageFollower::drop_samples_ahead() {
    const Instant now = settings_.clock();
    std::erase_if(batch_, [&](const Sample& sample) { return is_ahead(sample.at, now); });
}

LogResult<bool> UsageFollower::follow(std::chrono::milliseconds wait) {
    if (!restored_) {
        if (auto restored = usage_.restore_hours(hours_); !restored) {
            return tl::unexpected(restored.error());
        }
        restored_ = true;
    }
    check_clock();
    if (!cursor_ && !settings_.clock_is_trusted()) {
        std::this_thread::sleep_for(wait);
        return false;
    }
    if (!cursor_) {
        auto cursor = samples_.follow(usage_.follow_from(settings_.clock()));
        if (!cursor) return tl::unexpected(cursor.error());
        cursor_ = std::move(*cursor);
    }
    batch_.clear();
    const auto more = cursor_->next(batch_, wait);
    if (!more) cursor_.reset();  // opened again with the next round
    drop_samples_ahead();
    usage_.take(batch_);
    return more;
}

// Processes a small part, so that live values are not delayed.
LogResult<bool> UsageFollower::close_hours() {
    if (!closing_) {
        const auto begun = begin_closing();
        if (!begun || *begun) return begun;
        if (auto expired = expire(); !expired) return tl::unexpected(expired.error());
        return settings_.clock_is_trusted() && usage_.tidy();
    }
    batch_.clear();
    const auto more = closing_->cursor->next(batch_, std::chrono::milliseconds{0});
    if (!more) {
        closing_.reset();
        return more;
    }
    drop_samples_ahead();
    closing_->use.take(batch_);
    if (!closing_->use.over()) return more;
    auto stored = store_closed();
    closing_.reset();
    if (!stored) return tl::unexpected(stored.error());
    return true;
}

LogResult<bool> UsageFollower::begin_closing() {
    auto ended = usage_.next_ended_hour();
    if (!ended || !settings_.facts_are_read()) return false;
    auto cursor = samples_.follow(ended->start);
    if (!cursor) return tl::unexpected(cursor.error());
    UseOfHour use(ended->start, settings_.holds);
    closing_.emplace(Closing{std::move(*ended), std::move(use), std::move(*cursor)});
    return true;
}

LogResult<void> UsageFollower::store_closed() {
    auto& ended = closing_->ended;
    for (auto& row : ended.rows) closing_->use.put_into(row);
    if (auto stored = hours_.append(ended.rows); !stored) return stored;
    expiring_ = true;
    return usage_.reported(ended);
}

LogResult<void> UsageFollower::expire() {
    const auto reported = usage_.reported_until();
    if (!reported || !expiring_ || !settings_.clock_is_trusted()) return {};
    const auto expired = samples_.expire(std::min(settings_.clock() - settings_.kept, *reported));
    if (!expired) return tl::unexpected(expired.error());
    expiring_ = *expired > 0;
    return {};
}

}  // namespace dibs
