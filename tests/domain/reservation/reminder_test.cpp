// Reminders of the start and end of a booking: time, receiver, once, and only for present facts.
#include "tests/support/sample_site.hpp"

#include <map>
#include <random>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const auto reminded_booking = booking(1, ann, {gpu_a}, "14:00", "16:00");

people::PreferencesChanged prefers(std::optional<std::int64_t> start,
                                   std::optional<std::int64_t> end, PersonId who = ann) {
    people::Preferences preferences;
    preferences.reminder_start_min = start;
    preferences.reminder_end_min = end;
    return {who, preferences};
}
reservation::Reminded reminded(const reservation::Booking& b, reservation::Boundary of,
                               Instant at) {
    return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus), of, at};
}
reservation::Reminded begins(std::string_view at,
                             const reservation::Booking& b = reminded_booking) {
    return reminded(b, reservation::Boundary::start, clock(at));
}
reservation::Reminded ends(std::string_view at, const reservation::Booking& b = reminded_booking) {
    return reminded(b, reservation::Boundary::end, clock(at));
}
// Ann wants reminders 15 minutes before both. It is 10:00, and she has booked.
Given reminder_site() {
    return given(sample_site(), prefers(15, 15), booked(reminded_booking));
}
reservation::Booking moved(std::string_view from, std::string_view until) {
    return booking(1, ann, {gpu_a}, from, until);
}

TEST(Reminder, reminders_come_at_the_chosen_time_before_start_and_end) {
    EXPECT_EQ(reminder_site().at(clock("13:44:59")).when(Tick{}), nothing());
    auto world = reminder_site().at(clock("13:45"));
    EXPECT_EQ(world.when(Tick{}), events(begins("13:45")));
    world.and_then(begins("13:45"));
    EXPECT_EQ(world.when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("15:44:59")).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("15:45")).when(Tick{}), events(ends("15:45")));
    EXPECT_EQ(given(world, ends("15:45")).at(clock("15:50")).when(Tick{}), nothing());
}

TEST(Reminder, default_reminder_is_half_an_hour_before_the_end) {
    auto world = given(sample_site(), booked(reminded_booking));
    EXPECT_EQ(world.at(clock("13:59")).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("15:29:59")).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("15:30")).when(Tick{}), events(ends("15:30")));
}

TEST(Reminder, zero_minutes_disable_the_reminder) {
    auto world = given(sample_site(), prefers(0, 0), booked(reminded_booking));
    for (const auto* at : {"13:50", "13:59", "15:30", "15:58"}) {
        EXPECT_EQ(world.at(clock(at)).when(Tick{}), nothing()) << at;
    }
}

TEST(Reminder, booking_made_too_late_gets_no_reminder_of_its_start) {
    auto late =
        given(given(sample_site(), prefers(15, 15)).at(clock("13:50")), booked(reminded_booking));
    EXPECT_EQ(late.at(clock("13:51")).when(Tick{}), nothing());
    auto just =
        given(given(sample_site(), prefers(15, 15)).at(clock("13:45")), booked(reminded_booking));
    EXPECT_EQ(just.when(Tick{}), nothing()) << "who books it just then knows";
}

TEST(Reminder, end_reminder_of_a_short_booking_comes_at_its_start) {
    const auto brief = moved("14:00", "14:30");
    auto world = given(sample_site(), booked(brief));
    EXPECT_EQ(world.at(clock("13:59")).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("14:00")).when(Tick{}), events(ends("14:00", brief)));
}

TEST(Reminder, late_reminder_is_sent_but_never_after_the_moment) {
    EXPECT_EQ(reminder_site().at(clock("13:56")).when(Tick{}), events(begins("13:56")));
    EXPECT_EQ(reminder_site().at(clock("13:59")).when(Tick{}), events(begins("13:59")));
    EXPECT_EQ(reminder_site().at(clock("13:59:40")).when(Tick{}), events(begins("13:59:40")));
    EXPECT_EQ(reminder_site().at(clock("13:59:41")).when(Tick{}), nothing())
        << "of no use any more";
    EXPECT_EQ(reminder_site().at(clock("14:00")).when(Tick{}), nothing());
    EXPECT_EQ(reminder_site().at(clock("16:00")).when(Tick{}), nothing());
}

TEST(Reminder, cancelled_or_suspended_booking_gets_no_reminder) {
    const auto at = clock("13:50");
    EXPECT_EQ(given(reminder_site(), cancelled(reminded_booking)).at(at).when(Tick{}), nothing());
    const reservation::Suspended suspended{reminded_booking.id,
                                           ann,
                                           reminded_booking.gpus,
                                           reminded_booking.when,
                                           hosts_of(reminded_booking.gpus),
                                           {}};
    auto world = given(reminder_site(), suspended);
    EXPECT_EQ(world.at(at).when(Tick{}), nothing());
    world.at(clock("13:30"))
        .and_then(reservation::Revived{reminded_booking, hosts_of(reminded_booking.gpus)});
    EXPECT_EQ(world.at(at).when(Tick{}), events(begins("13:50")));
    auto gone = given(reminder_site().at(clock("13:50")), begins("13:50"));
    gone.at(clock("15:00")).and_then(released(reminded_booking, clock("15:00")));
    EXPECT_EQ(gone.at(clock("15:50")).when(Tick{}), nothing());
}

TEST(Reminder, pending_booking_gets_its_reminder_after_approval) {
    auto world = given(sample_site(), prefers(15, 15),
                       reservation::Requested{reminded_booking, clock("16:00"), {atlas}});
    EXPECT_EQ(world.at(clock("13:46")).when(Tick{}), nothing());
    auto approved = given(sample_site(), prefers(15, 15),
                          reservation::Requested{reminded_booking, clock("16:00"), {atlas}});
    approved.at(clock("12:00")).and_then(reservation::Approved{reminded_booking, {atlas}});
    EXPECT_EQ(approved.at(clock("13:46")).when(Tick{}), events(begins("13:46")));
}

TEST(Reminder, reminder_follows_a_moved_start) {
    const auto later = moved("15:00", "17:00");
    auto world = given(reminder_site().at(clock("13:00")), changed(reminded_booking, later));
    EXPECT_EQ(world.at(clock("13:50")).when(Tick{}), nothing());
    EXPECT_EQ(world.at(clock("14:45")).when(Tick{}), events(begins("14:45", later)));
    world.and_then(begins("14:45", later));
    EXPECT_EQ(world.at(clock("15:50")).when(Tick{}), nothing()) << "that was the end before";
    EXPECT_EQ(world.at(clock("16:45")).when(Tick{}), events(ends("16:45", later)));
}

TEST(Reminder, extended_booking_gets_another_end_reminder) {
    auto world = given(reminder_site(), begins("13:45"), ends("15:45"));
    world.at(clock("15:50")).and_then(changed(reminded_booking, moved("14:00", "18:00")));
    EXPECT_EQ(world.at(clock("17:45")).when(Tick{}),
              events(ends("17:45", moved("14:00", "18:00"))));
    auto little = given(reminder_site(), begins("13:45"), ends("15:45"));
    little.at(clock("15:50")).and_then(changed(reminded_booking, moved("14:00", "16:04")));
    EXPECT_EQ(little.at(clock("15:51")).when(Tick{}), nothing());
    EXPECT_EQ(little.at(clock("16:02")).when(Tick{}), nothing());
}

TEST(Reminder, changed_title_repeats_no_reminder) {
    auto named = reminded_booking;
    named.title = Personal<std::string>{"Tuning"};
    auto world = given(reminder_site().at(clock("13:45")), begins("13:45"),
                       changed(reminded_booking, named));
    EXPECT_EQ(world.at(clock("13:50")).when(Tick{}), nothing());
    named.id = reminded_booking.id;
    EXPECT_EQ(world.at(clock("15:45")).when(Tick{}), events(ends("15:45", named)));
}

TEST(Reminder, reminder_follows_a_later_preference) {
    auto world = given(sample_site(), booked(reminded_booking));
    EXPECT_EQ(world.at(clock("13:30")).when(Tick{}), nothing());
    world.and_then(prefers(60, {}));
    EXPECT_EQ(world.when(Tick{}), events(begins("13:30"))) << "half an hour is left, and true";
}

TEST(Reminder, reminder_preference_is_at_most_a_day) {
    const auto wants = [](std::int64_t minutes) {
        people::ChangePreferences c{ann};
        c.reminder_start_min = minutes;
        c.reminder_end_min = minutes;
        return c;
    };
    for (const std::int64_t wrong : {-1, 1441}) {
        const auto said = sample_site().decide(wants(wrong), {ann, Scopes::all(), ten});
        ASSERT_FALSE(said.has_value());
        EXPECT_EQ(said.error().code, Code::out_of_range);
        EXPECT_EQ(said.error().field, "reminder_start_min");
        EXPECT_EQ(said.error().also.size(), 1U) << "both are named";
    }
    for (const std::int64_t right : {0, 1, 1440}) {
        EXPECT_EQ(sample_site().when(wants(right), ann), events(prefers(right, right)));
    }
}

// --- random changes and random times of checks

// Each hour, a booking or a preference changes in a valid way, or nothing changes. Ticks come at
// random times. Keeps the reminders so far.
class RandomReminderRun {
  public:
    explicit RandomReminderRun(unsigned seed) : random_(seed) {}

    // Returns the number of reminders.
    std::size_t run() {
        for (int step = 0; step < 300; ++step) {
            now_ += std::chrono::seconds{of(1, 1200)};
            world_.at(now_);
            if (of(0, 2) == 0) happen();
            look();
        }
        return said_.size();
    }

  private:
    int of(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }
    Context context(PersonId who) { return {who, Scopes::all(), now_}; }

    template <class C>
    void tried(const C& command, PersonId who) {
        const auto decided = world_.decide(command, context(who));
        if (!decided) return;
        for (const auto& one : *decided) world_.and_then(one);
        for (const auto& one : *decided) note(one);
    }
    // Records since when each booking has its present start and end.
    void note(const dibs::Event& event) {
        const auto of_booking = as<reservation::Event>(event);
        if (!of_booking) return;
        const auto id = visit(
            [](const auto& e) {
                if constexpr (requires { e.booking; }) {
                    return e.booking.id;
                } else {
                    return e.id;
                }
            },
            *of_booking);
        const auto& held = world_.world().reservations.all.at(id);
        auto& known = known_[id];
        const bool holds = held.ending == reservation::Ending::none;
        const bool anew = holds && !known.holds;
        if (anew || held.booking.when.from != known.when.from) known.from_since = now_;
        if (anew || held.booking.when.until != known.when.until) known.until_since = now_;
        known.when = held.booking.when;
        known.holds = holds;
    }
    void happen() {
        const auto who = of(0, 1) == 0 ? ann : ben;
        const auto any = nth<ReservationId>(static_cast<unsigned>(of(1, made_ + 1)));
        const auto from = now_ + std::chrono::minutes{of(0, 600)};
        const auto until = from + std::chrono::minutes{of(30, 600)};
        switch (of(0, 6)) {
            case 0:
            case 1:
                return tried(book(booking(static_cast<unsigned>(++made_), who,
                                          {of(0, 1) == 0 ? gpu_a : gpu_b}, from, until)),
                             who);
            case 2: {
                reservation::Change change{any};
                if (of(0, 1) == 0) change.from = from;
                change.until = until;
                return tried(change, root);
            }
            case 3:
                return tried(reservation::Cancel{any}, root);
            case 4:
                return tried(reservation::Reinstate{any}, root);
            default:
                people::ChangePreferences c{who};
                c.reminder_start_min =
                    of(0, 1) == 0 ? std::optional<std::int64_t>(of(0, 90)) : std::nullopt;
                c.reminder_end_min = std::optional<std::int64_t>(of(0, 90));
                return tried(c, who);
        }
    }
    void look() {
        const auto decided = world_.decide(Tick{}, {{}, Scopes::all(), now_});
        ASSERT_TRUE(decided.has_value());
        for (const auto& one : *decided) {
            const auto* said = get_if<reservation::Reminded>(&one);
            if (said != nullptr) check(*said);
            world_.and_then(one);
        }
    }
    void check(const reservation::Reminded& said) {
        const auto& held = world_.world().reservations.all.at(said.id);
        const auto& known = known_.at(said.id);
        const bool start = said.of == reservation::Boundary::start;
        const auto moment = start ? said.when.from : said.when.until;
        const auto since = start ? known.from_since : known.until_since;
        const auto* owner = people::find(world_.world().people, said.owner);
        const auto notice =
            start ? owner->preferences.notice_of_start() : owner->preferences.notice_of_end();
        EXPECT_EQ(held.ending, reservation::Ending::none) << "of what holds";
        EXPECT_EQ(held.booking.when, said.when) << "as it is now";
        EXPECT_GE(moment - now_, reservation::shortest_notice) << "never after the fact";
        EXPECT_LE(moment - now_, notice) << "not sooner than was chosen";
        const auto due = start ? moment - notice : std::max(moment - notice, said.when.from);
        EXPECT_LT(since, due) << "not of what was decided later than that";
        EXPECT_TRUE(said_.insert({said.id, said.of, moment, since}).second) << "once";
    }

    struct Known {
        Interval when{};
        Instant from_since{}, until_since{};
        bool holds = false;
    };
    std::mt19937 random_;
    Given world_ = sample_site();
    Instant now_ = ten;
    int made_ = 0;
    std::map<ReservationId, Known> known_;
    std::set<std::tuple<ReservationId, reservation::Boundary, Instant, Instant>> said_;
};

TEST(Reminder, random_reminders_are_unique_timely_and_correct) {
    std::size_t said = 0;
    for (unsigned seed = 0; seed < 40; ++seed) {
        SCOPED_TRACE(seed);
        said += RandomReminderRun(seed).run();
    }
    EXPECT_GT(said, 400U) << "there was something to check";
}

// --- a check reads only the near future, and runs when a reminder is due

TEST(Reminder, next_check_is_at_the_next_reminder) {
    const auto next = [](const Given& given, std::string_view now) {
        return reservation::Aggregate::next_due(given.world(), clock(now));
    };
    EXPECT_EQ(next(reminder_site(), "10:00"), clock("13:45"));
    EXPECT_EQ(next(given(reminder_site(), begins("13:45")), "13:46"), clock("15:45"));
    EXPECT_EQ(next(given(reminder_site(), begins("13:45"), ends("15:45")), "15:46"), std::nullopt);
    const auto far =
        booking(2, ann, {gpu_b}, clock("10:00", "2026-12-08"), clock("12:00", "2026-12-08"));
    EXPECT_EQ(next(given(sample_site(), prefers(15, 15), booked(far)), "10:00"),
              clock("10:00", "2026-12-07"))
        << "a day before: nothing of it can be due sooner";
}

}  // namespace
}  // namespace dibs::test
