// One person after the other: on Monday morning that is as many commands as people who want it.
#include "ops/react/weekly/week_clock.hpp"

#include "ops/react/reporting.hpp"
#include "ops/react/weekly/due.hpp"
#include "projections/people/people.hpp"

#include <spdlog/spdlog.h>

namespace dibs::weekly {
namespace {

constexpr std::chrono::milliseconds nap{200};  // until stop() is heard
constexpr int naps_of_a_round = 300;           // a minute
constexpr int naps_at_first = 25;              // until the reactor that is to hear it is on record

}  // namespace

std::vector<Due> all_due(const Snapshot& tables, const Zones& zones) {
    std::vector<Due> all;
    auto cursor = tables.txn().cursor(Table::people);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        const auto id = KeyReader(cursor.key()).id<PersonId>();
        const auto row = unpack<projections::PersonRow>(cursor.value());
        if (!row.weekly_since || row.state != views::PersonState::active) continue;
        const auto* clock = zones.find(row.preferences.zone.value_or("UTC"));
        if (clock == nullptr) clock = zones.find("UTC");
        if (clock == nullptr) continue;
        const auto week = due_week(*clock, tables.now(), *row.weekly_since, row.week_told);
        if (week) all.push_back({id, to_text(*week)});
    }
    return all;
}

WeekClock::~WeekClock() {
    stop();
}

void WeekClock::start() {
    thread_ = std::thread([this] { run(); });
}

void WeekClock::request_stop() {
    stopping_ = true;
}

void WeekClock::stop() {
    request_stop();
    if (thread_.joinable()) thread_.join();
}

void WeekClock::step() {
    if (!parts_.writes() || !parts_.model.behind().all_answer()) return;
    // The tables are let go of before the log is waited for.
    const auto due = all_due(parts_.model.snapshot(parts_.clock()), parts_.zones);
    for (const auto& one : due) {
        if (stopping_) return;
        // What is not taken is found again in the next round.
        (void)reported(parts_.commands,
                       people::Command{people::CallWeekOver{one.person, one.week}});
    }
}

void WeekClock::round() {
    try {
        step();
        told_.clear();
    } catch (const std::exception& error) {  // tables that are made anew, or damaged
        if (told_ != error.what()) spdlog::warn("weekly report: {}", error.what());
        told_ = error.what();
    }
}

void WeekClock::run() {
    auto naps = naps_of_a_round - naps_at_first;
    for (; !stopping_; naps = (naps + 1) % naps_of_a_round) {
        if (naps == 0) round();
        std::this_thread::sleep_for(nap);
    }
}

}  // namespace dibs::weekly
