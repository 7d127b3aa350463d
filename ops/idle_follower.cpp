// Reads the tables every few seconds, the samples as they arrive.
#include "ops/idle_follower.hpp"

#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"

namespace dibs {
namespace {

constexpr std::chrono::milliseconds at_most{200};  // until a call of stop() takes effect
constexpr Duration table_check_interval = std::chrono::seconds{5};
constexpr Duration report_every = std::chrono::seconds{10};

std::vector<Watched> running(const Snapshot& tables) {
    std::vector<Watched> all;
    const views::ReservationFilter filter{.from = tables.now(),
                                          .until = tables.now() + Duration{1},
                                          .states = {views::ReservationState::running}};
    every_row([&](const PageFrom& page) { return list_reservations(tables, filter, page); },
              [&](const views::Reservation& one) {
                  const auto owner = find_person(tables, one.owner);
                  all.push_back({one.id,
                                 one.gpus,
                                 {one.from, one.until},
                                 owner ? owner->unix_name : "",
                                 one.idle.has_value()});
              });
    return all;
}

}  // namespace

IdleFollower::~IdleFollower() {
    stop();
}

void IdleFollower::start() {
    thread_ = std::thread([this] { run(); });
}

void IdleFollower::request_stop() {
    stopping_ = true;
}

void IdleFollower::stop() {
    request_stop();
    if (thread_.joinable()) thread_.join();
}

void IdleFollower::run() {
    while (!stopping_) {
        try {
            step(at_most);
        } catch (const std::exception& error) {  // tables under rebuild, or damaged
            complain(error.what());
        }
    }
}

// Whether idle bookings are to be reported. Where the rules do not ask for it, only bookings
// already on record as idle are followed, to report that they are used again.
bool IdleFollower::refresh(Instant now) {
    const auto tables = parts_.model.snapshot(now);
    const auto rules = site_rules(tables).rules;
    const bool asked = rules.idle_tell_min || rules.no_show_tell_min;
    auto bookings = running(tables);
    if (!asked) std::erase_if(bookings, [](const Watched& one) { return !one.noticed; });
    const bool wanted = asked || !bookings.empty();
    if (wanted) watch_.watch(std::move(bookings), rules.idle_percent());
    return wanted;
}

void IdleFollower::follow(Instant now, std::chrono::milliseconds wait) {
    if (!cursor_) {
        auto cursor = parts_.samples.follow(now);
        if (!cursor) return complain(cursor.error().text);
        cursor_ = std::move(*cursor);
    }
    batch_.clear();
    const auto more = cursor_->next(batch_, wait);
    if (!more) {
        cursor_.reset();
        complain(more.error().text);
    }
    watch_.clock_says(now);
    for (const auto& sample : batch_) {
        if (!is_ahead(sample.at, now)) watch_.take(sample);
    }
}

void IdleFollower::step(std::chrono::milliseconds wait) {
    const auto now = parts_.clock();
    if (is_due(looked_, now, table_check_interval)) {
        looked_ = now;
        wanted_ = parts_.writes() && refresh(now);
    }
    if (!wanted_) {
        cursor_.reset();
        watch_ = {};
        std::this_thread::sleep_for(wait);
        return;
    }
    follow(now, wait);
    if (!is_due(reported_, now, report_every)) return;
    reported_ = now;
    for (auto& report : watch_.reports(now)) {
        Envelope envelope{Command{std::move(report)}};
        envelope.source = "probe";
        parts_.commands.submit(std::move(envelope), nullptr);
    }
}

void IdleFollower::complain(const std::string& problem) {
    if (problem != last_complaint_) parts_.complain(problem);
    last_complaint_ = problem;
    std::this_thread::sleep_for(at_most);
}

}  // namespace dibs
