// From the sample log to the usage tables, on a thread of its own.
#include "projections/usage/usage_follower.hpp"

namespace dibs {
namespace {

constexpr std::chrono::milliseconds at_most{200};  // until stop() is heard
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
    while (!stopping_) {
        if (!step(at_most) && !told_.empty() && !stopping_) {
            std::this_thread::sleep_for(after_error);
        }
    }
    // What was appended last; no more than one round, should the log be long.
    step(std::chrono::milliseconds{0});
    usage_.flush();
}

bool UsageFollower::step(std::chrono::milliseconds wait) {
    auto more = follow(wait);
    if (more && !*more) {
        usage_.settle();
        if (auto closed = close_hours(); !closed) more = tl::unexpected(closed.error());
    }
    const std::string problem = more ? std::string{} : more.error().text;
    if (problem != told_ && !problem.empty() && settings_.complain) settings_.complain(problem);
    told_ = problem;
    return more && *more;
}

LogResult<bool> UsageFollower::follow(std::chrono::milliseconds wait) {
    if (!restored_) {
        if (auto restored = usage_.restore_hours(hours_); !restored) {
            return tl::unexpected(restored.error());
        }
        restored_ = true;
    }
    if (!cursor_) {
        auto cursor = samples_.follow(usage_.follow_from(settings_.clock()));
        if (!cursor) return tl::unexpected(cursor.error());
        cursor_ = std::move(*cursor);
    }
    batch_.clear();
    const auto more = cursor_->next(batch_, wait);
    if (!more) cursor_.reset();  // opened anew with the next round
    usage_.take(batch_);
    return more;
}

LogResult<void> UsageFollower::close_hours() {
    while (const auto hour = usage_.next_ended_hour()) {
        if (auto stored = hours_.append(hour->rows); !stored) return stored;
        usage_.reported(*hour);
        expiring_ = true;
    }
    const auto reported = usage_.reported_until();
    if (!reported || !expiring_) return {};
    const auto expired = samples_.expire(std::min(settings_.clock() - settings_.kept, *reported));
    if (!expired) return tl::unexpected(expired.error());
    expiring_ = *expired > 0;
    return {};
}

}  // namespace dibs
