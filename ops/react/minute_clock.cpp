// One command after the other: on a Monday morning there is one for each weekly report.
#include "ops/react/minute_clock.hpp"

#include "ops/react/reporting.hpp"

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

constexpr std::chrono::milliseconds nap{200};  // until a call of stop() takes effect
constexpr int naps_of_a_round = 300;           // a minute
constexpr int naps_at_first = 25;  // until the reactors that handle its facts are on record

}  // namespace

MinuteClock::~MinuteClock() {
    stop();
}

void MinuteClock::start() {
    thread_ = std::thread([this] { run(); });
}

void MinuteClock::request_stop() {
    stopping_ = true;
}

void MinuteClock::stop() {
    request_stop();
    if (thread_.joinable()) thread_.join();
}

void MinuteClock::step() {
    for (const auto& check : checks_) {
        if (stopping_ || !parts_.writes() || !parts_.model.behind().all_answer()) return;
        // Releases the tables before it waits for the log.
        auto due = check(parts_.model.snapshot(parts_.clock()), parts_.zones);
        for (auto& command : due) {
            if (stopping_) return;
            // The next round repeats a rejected command.
            (void)reported(parts_.commands, std::move(command));
        }
    }
}

void MinuteClock::round() {
    try {
        step();
        last_complaint_.clear();
    } catch (const std::exception& error) {  // tables under rebuild, or damaged
        if (last_complaint_ != error.what())
            spdlog::warn("what is due each minute: {}", error.what());
        last_complaint_ = error.what();
    }
}

void MinuteClock::run() {
    auto naps = naps_of_a_round - naps_at_first;
    for (; !stopping_; naps = (naps + 1) % naps_of_a_round) {
        if (naps == 0) round();
        std::this_thread::sleep_for(nap);
    }
}

}  // namespace dibs
