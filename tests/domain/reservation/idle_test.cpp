// Idle bookings: notifications to their owners, keeping them, and freeing the rest.
#include "tests/support/sample_site.hpp"

#include <random>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const auto idle_booking = booking(1, ann, {gpu_a, gpu_b}, "10:00", "18:00");

rules::Rules told_after_30_freed_after_20() {
    rules::Rules rules;
    rules.idle_tell_min = 30;
    rules.idle_release_min = 20;
    return rules;
}
Given idle_site(const rules::Rules& rules = told_after_30_freed_after_20()) {
    return given(sample_site(), fleet::HostReached{atlas}, fleet::HostReached{boreas},
                 booked(idle_booking))
        .with(rules);
}

reservation::ReportIdle idle(std::string_view since, std::string_view until, bool no_show = false) {
    return {idle_booking.id, clock(since), clock(until), no_show};
}
reservation::Idled idled(std::string_view since, std::string_view at,
                         std::optional<std::int64_t> release = 20,
                         reservation::IdleKind kind = reservation::IdleKind::idle) {
    return {idle_booking.id,
            ann,
            idle_booking.gpus,
            idle_booking.when,
            hosts_of(idle_booking.gpus),
            kind,
            clock(since),
            clock(at),
            release};
}
reservation::IdleTold told(std::string_view noticed, std::string_view at,
                           reservation::ToldOutcome outcome = reservation::ToldOutcome::done,
                           reservation::ToldBy by = reservation::ToldBy::mail) {
    return {idle_booking.id,
            ann,
            idle_booking.gpus,
            hosts_of(idle_booking.gpus),
            clock(noticed),
            clock(at),
            by,
            outcome,
            ""};
}
reservation::IdleEnded ended(reservation::IdleEnd why, std::string_view since,
                             std::string_view at) {
    return {idle_booking.id,
            ann,
            idle_booking.gpus,
            idle_booking.when,
            hosts_of(idle_booking.gpus),
            reservation::IdleKind::idle,
            why,
            clock(since),
            clock(at)};
}
reservation::Kept kept(std::string_view until, std::string reason = "") {
    return {idle_booking.id,    ann, idle_booking.gpus, hosts_of(idle_booking.gpus), clock(until),
            {std::move(reason)}};
}
// Noticed at 11:30, and notified a minute later.
Given told_site() {
    return given(idle_site().at(clock("11:30")), idled("11:00", "11:30"), told("11:30", "11:31"));
}

TEST(Idle, idle_booking_is_noticed_once_after_the_whole_time) {
    EXPECT_EQ(idle_site().at(clock("11:29")).when(idle("11:00", "11:29")), nothing());
    EXPECT_EQ(idle_site().at(clock("11:30")).when(idle("11:00", "11:30")),
              events(idled("11:00", "11:30")));
    EXPECT_EQ(told_site().at(clock("11:32")).when(idle("11:00", "11:32")), nothing());
}

TEST(Idle, not_tracked_without_idle_rule) {
    EXPECT_EQ(idle_site({}).at(clock("17:00")).when(idle("10:00", "17:00")), nothing());
    auto only_told = told_after_30_freed_after_20();
    only_told.idle_release_min.reset();
    EXPECT_EQ(idle_site(only_told).at(clock("11:30")).when(idle("11:00", "11:30")),
              events(idled("11:00", "11:30", {})));
}

TEST(Idle, idle_time_counts_from_the_start_of_the_booking) {
    EXPECT_EQ(idle_site().at(clock("10:29")).when(idle("08:00", "10:29")), nothing());
    EXPECT_EQ(idle_site().at(clock("10:30")).when(idle("08:00", "10:30")),
              events(idled("10:00", "10:30")));
}

TEST(Idle, stale_and_future_samples_are_ignored) {
    EXPECT_EQ(idle_site().at(clock("11:31:01")).when(idle("11:00", "11:30:30")), nothing());
    EXPECT_EQ(idle_site().at(clock("11:30")).when(idle("11:00", "11:31")), nothing());
}

TEST(Idle, report_of_an_unreached_host_is_ignored) {
    auto lost = given(idle_site(), fleet::HostLost{atlas, "no route"}).at(clock("11:30"));
    EXPECT_EQ(lost.when(idle("11:00", "11:30")), nothing());
    const auto never =
        given(sample_site(), booked(idle_booking)).with(told_after_30_freed_after_20());
    EXPECT_EQ(Given(never).at(clock("11:30")).when(idle("11:00", "11:30")), nothing());
}

TEST(Idle, booking_is_freed_after_the_promised_notice) {
    EXPECT_EQ(told_site().at(clock("11:50")).when(idle("11:00", "11:50")), nothing())
        << "told at 11:31";
    EXPECT_EQ(told_site().at(clock("11:51")).when(idle("11:00", "11:51")),
              events(ended(reservation::IdleEnd::released, "11:00", "11:51"),
                     released(idle_booking, clock("11:51"))));
}

TEST(Idle, booking_is_not_freed_without_a_delivered_notification) {
    for (const auto outcome :
         {reservation::ToldOutcome::failed, reservation::ToldOutcome::no_target}) {
        auto world = given(idle_site().at(clock("11:30")), idled("11:00", "11:30"),
                           told("11:30", "11:31", outcome));
        EXPECT_EQ(world.at(clock("17:59")).when(idle("11:00", "17:59")), nothing());
        world.and_then(
            told("11:30", "17:59", reservation::ToldOutcome::done, reservation::ToldBy::message));
        EXPECT_EQ(world.at(clock("17:59")).when(idle("11:00", "17:59")), nothing());
    }
}

TEST(Idle, notification_of_an_earlier_idle_time_does_not_count) {
    auto world = given(idle_site().at(clock("11:30")), idled("11:00", "11:30"),
                       ended(reservation::IdleEnd::in_use, "11:00", "11:31"),
                       idled("11:40", "12:10"), told("11:30", "11:31"));
    EXPECT_EQ(world.at(clock("17:00")).when(idle("11:40", "17:00")), nothing());
}

TEST(Idle, gap_in_samples_restarts_the_notice) {
    EXPECT_EQ(told_site().at(clock("12:09")).when(idle("11:50", "12:09")), nothing());
    EXPECT_EQ(told_site().at(clock("12:10")).when(idle("11:50", "12:10")),
              events(ended(reservation::IdleEnd::released, "11:00", "12:10"),
                     released(idle_booking, clock("12:10"))));
}

TEST(Idle, changed_rules_free_no_booking_without_new_notice) {
    auto rules = told_after_30_freed_after_20();
    rules.idle_release_min.reset();
    auto world = given(idle_site(rules).at(clock("11:30")), idled("11:00", "11:30", {}),
                       told("11:30", "11:31"));
    EXPECT_EQ(world.at(clock("13:00")).when(idle("11:00", "13:00")), nothing());
    world.with(told_after_30_freed_after_20());
    EXPECT_EQ(world.when(idle("11:00", "13:00")), events(idled("11:00", "13:00")))
        << "told anew, of the release";
    rules = told_after_30_freed_after_20();
    rules.idle_release_min = 1;
    EXPECT_EQ(told_site().with(rules).at(clock("11:50")).when(idle("11:00", "11:50")), nothing())
        << "20 minutes were promised";
    rules.idle_release_min.reset();
    EXPECT_EQ(told_site().with(rules).at(clock("12:50")).when(idle("11:00", "12:50")), nothing());
}

TEST(Idle, idle_time_ends_when_the_booking_is_used) {
    EXPECT_EQ(told_site().at(clock("11:45")).when(reservation::ReportInUse{idle_booking.id}),
              events(ended(reservation::IdleEnd::in_use, "11:00", "11:45")));
    EXPECT_EQ(idle_site().at(clock("11:45")).when(reservation::ReportInUse{idle_booking.id}),
              nothing());
}

TEST(Idle, no_show_has_its_own_minutes) {
    auto rules = told_after_30_freed_after_20();
    rules.no_show_tell_min = 15;
    EXPECT_EQ(idle_site(rules).at(clock("10:15")).when(idle("10:00", "10:15", true)),
              events(idled("10:00", "10:15", {}, reservation::IdleKind::no_show)));
    EXPECT_EQ(idle_site(rules).at(clock("10:15")).when(idle("10:00", "10:15")), nothing());
    rules.no_show_tell_min.reset();
    EXPECT_EQ(idle_site(rules).at(clock("10:30")).when(idle("10:00", "10:30", true)),
              events(idled("10:00", "10:30")));
}

TEST(Kept, owner_and_admin_keep_a_booking_for_hours_up_to_its_end) {
    auto world = told_site().at(clock("11:40"));
    EXPECT_EQ(
        world.when(
            reservation::Keep{.id = idle_booking.id, .for_min = 120, .reason = {{" Debugging "}}},
            ann),
        events(kept("13:40", "Debugging")));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id}, root), events(kept("12:40")));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id, .for_min = 480}, ann),
              events(kept("18:00")));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id}, ben),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id, .for_min = 481}, ann),
              refused(Code::out_of_range, "for_min"));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id, .for_min = 0}, ann),
              refused(Code::out_of_range, "for_min"));
    EXPECT_EQ(world.when(reservation::Keep{.id = nth<ReservationId>(9)}, ann),
              refused(Code::not_found, "id"));
    EXPECT_EQ(world.when(reservation::Keep{.id = idle_booking.id, .expected = 7}, ann),
              refused(Code::changed_meanwhile, "version"));
}

TEST(Kept, only_a_running_booking_is_kept) {
    EXPECT_EQ(idle_site().at(clock("09:59")).when(reservation::Keep{.id = idle_booking.id}, ann),
              refused(Code::not_ready));
    EXPECT_EQ(idle_site().at(clock("18:00")).when(reservation::Keep{.id = idle_booking.id}, ann),
              refused(Code::not_ready));
}

TEST(Kept, kept_booking_is_not_freed_and_idle_time_restarts_after_it) {
    auto world = given(told_site().at(clock("11:40")), kept("13:40"));
    EXPECT_EQ(world.at(clock("13:39")).when(idle("11:00", "13:39")), nothing());
    EXPECT_EQ(world.at(clock("14:09")).when(idle("11:00", "14:09")), nothing());
    EXPECT_EQ(world.at(clock("14:10")).when(idle("11:00", "14:10")),
              events(idled("13:40", "14:10")))
        << "told anew before anything";
}

TEST(Idle, only_dibs_reports_idle_time) {
    auto world = told_site().at(clock("11:51"));
    EXPECT_EQ(world.when(idle("11:00", "11:51"), root), refused(Code::not_allowed));
    EXPECT_EQ(world.when(reservation::ReportInUse{idle_booking.id}, ann),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(reservation::ReportTold{idle_booking.id, clock("11:30"),
                                                 reservation::ToldBy::mail,
                                                 reservation::ToldOutcome::done, ""},
                         ann),
              refused(Code::not_allowed));
}

TEST(IdleRules, release_rule_requires_a_notification_rule) {
    EXPECT_EQ(sample_site().when(rules::Set{.idle_release_min = 20}, root),
              refused(Code::out_of_range, "idle_release_min"));
    EXPECT_EQ(sample_site().when(rules::Set{.no_show_release_min = 20}, root),
              refused(Code::out_of_range, "no_show_release_min"));
    EXPECT_EQ(sample_site().when(rules::Set{.idle_tell_min = 0}, root),
              refused(Code::out_of_range, "idle_tell_min"));
    EXPECT_EQ(sample_site().when(rules::Set{.gpu_idle_percent = 51}, root),
              refused(Code::out_of_range, "gpu_idle_percent"));
}

// In random order of events, no booking is freed without a notification that long before, and idle
// time since then.
TEST(Idle, random_reports_free_no_booking_without_notice) {
    const char* seed_text = std::getenv("DIBS_SEED");
    const auto seed = seed_text ? static_cast<unsigned>(std::stoul(seed_text)) : 20261126U;
    SCOPED_TRACE("DIBS_SEED=" + std::to_string(seed));
    std::mt19937 random(seed);
    const auto any = [&](int most) {
        return static_cast<int>(random() % static_cast<unsigned>(most));
    };
    int freed = 0;
    for (int run = 0; run < 300; ++run) {
        auto world = idle_site();
        std::optional<Instant> told_at, used_at, kept_until;
        auto now = ten;
        for (int step = 0; step < 60 && now < idle_booking.when.until; ++step) {
            now += std::chrono::minutes{any(15)};
            world.at(now);
            const auto& held = world.world().reservations.all.at(idle_booking.id);
            if (held.ending != reservation::Ending::none || now >= idle_booking.when.until) break;
            const int what = any(20);
            if (what == 0) {
                world.done(reservation::ReportInUse{idle_booking.id});
                used_at = now;
                told_at.reset();
            } else if (what == 1) {
                world.done(reservation::Keep{.id = idle_booking.id, .for_min = 1 + any(30)}, ann);
                kept_until = world.world().reservations.all.at(idle_booking.id).kept_until;
                told_at.reset();
            } else if (what < 6 && held.idle) {
                const auto outcome = static_cast<reservation::ToldOutcome>(any(3));
                const auto of = any(4) > 0 ? held.idle->at : held.idle->at - 1min;
                world.done(reservation::ReportTold{idle_booking.id, of, reservation::ToldBy::mail,
                                                   outcome, ""});
                const bool counts =
                    outcome == reservation::ToldOutcome::done && of == held.idle->at;
                if (counts && !told_at) told_at = now;
            } else {
                const auto since =
                    std::max(used_at.value_or(ten), now - std::chrono::minutes{any(240)});
                world.done(reservation::ReportIdle{
                    idle_booking.id, since, now - std::chrono::seconds{any(60)}, any(2) == 0});
                const auto& after = world.world().reservations.all.at(idle_booking.id);
                if (after.ending == reservation::Ending::released) {
                    ++freed;
                    ASSERT_TRUE(told_at) << "run " << run;
                    const auto from = std::max({*told_at, since, kept_until.value_or(ten)});
                    ASSERT_GE(now - from, 20min) << "run " << run;
                }
            }
        }
    }
    EXPECT_GT(freed, 20) << "else it shows nothing";
}

}  // namespace
}  // namespace dibs::test
