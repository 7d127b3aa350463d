// Limits of letters in an hour, and the time of the next one.
#include "ops/react/mail/mail_pace.hpp"

#include "tests/support/record_maker.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using mail::MailPace;

TEST(MailPace, person_limit_delays_next_letter_until_hour_has_passed) {
    MailPace pace({.per_person_hour = 2, .per_site_hour = 100});
    const auto now = some_time;
    EXPECT_EQ(pace.free_at("ann", now), now);
    pace.note_sent("ann", now);
    pace.note_sent("ann", now + 10min);
    EXPECT_EQ(pace.free_at("ann", now + 20min), now + 1h);
    EXPECT_EQ(pace.free_at("ben", now + 20min), now + 20min) << "others have hours of their own";
    EXPECT_EQ(pace.free_at("ann", now + 1h), now + 1h);
    pace.note_sent("ann", now + 1h);
    EXPECT_EQ(pace.free_at("ann", now + 1h), now + 70min);
}

TEST(MailPace, site_limit_delays_letters_to_everybody) {
    MailPace pace({.per_person_hour = 2, .per_site_hour = 3});
    const auto now = some_time;
    for (const auto* person : {"ann", "ben", "cid"}) pace.note_sent(person, now);
    EXPECT_EQ(pace.free_at("dora", now + 1min), now + 1h);
    EXPECT_EQ(pace.free_at("dora", now + 1h), now + 1h);
}

TEST(MailPace, state_survives_restart_and_invalid_lines_are_ignored) {
    MailPace before({.per_person_hour = 1});
    before.note_sent("ann", some_time);
    before.note_sent("per_7", some_time + 1min);
    const auto text = before.text();
    const MailPace after({.per_person_hour = 1}, "ill\n12\n12x ann\n\n 5 ann\n" + text);
    EXPECT_EQ(after.free_at("ann", some_time + 2min), some_time + 1h);
    EXPECT_EQ(after.free_at("per_7", some_time + 2min), some_time + 61min);
    EXPECT_EQ(after.free_at("ben", some_time + 2min), some_time + 2min);
    EXPECT_EQ(after.text(), text);
}

TEST(MailPace, urgent_letters_go_ahead_of_full_hour_every_five_minutes) {
    using mail::Priority;
    MailPace pace({.per_person_hour = 2, .per_site_hour = 100});
    const auto now = some_time;
    EXPECT_EQ(pace.free_at("ann", now, Priority::urgent), now);
    pace.note_sent("ann", now, Priority::urgent);
    pace.note_sent("ann", now);
    EXPECT_EQ(pace.free_at("ann", now), now + 1h) << "both count";
    EXPECT_EQ(pace.free_at("ann", now, Priority::urgent), now) << "none went ahead yet";
    pace.note_sent("ann", now, Priority::urgent);
    EXPECT_EQ(pace.free_at("ann", now + 1min, Priority::urgent), now + 5min);
    EXPECT_EQ(pace.free_at("ben", now + 1min, Priority::urgent), now + 1min);
    int sent = 0;
    for (auto at = now; at < now + 1h; at += 1s) {
        if (pace.free_at("ann", at, Priority::urgent) > at) continue;
        pace.note_sent("ann", at, Priority::urgent);
        ++sent;
    }
    EXPECT_EQ(sent, 11) << "one in five minutes";
    EXPECT_EQ(pace.free_at("ann", now + 1h), now + 1h + 50min) << "news waits for them as well";
}

TEST(MailPace, urgent_letters_have_their_own_site_limit) {
    using mail::Priority;
    MailPace pace({.per_person_hour = 2, .per_site_hour = 3});
    const auto now = some_time;
    int sent = 0;
    for (int i = 0; i < 20; ++i) {
        const auto person = "p" + std::to_string(i);
        if (pace.free_at(person, now, Priority::urgent) > now) continue;
        pace.note_sent(person, now, Priority::urgent);
        ++sent;
    }
    EXPECT_EQ(sent, 6);
    EXPECT_EQ(pace.free_at("p20", now + 1min, Priority::urgent), now + 1h);
}

TEST(MailPace, urgent_letters_are_remembered_after_restart) {
    using mail::Priority;
    MailPace before({.per_person_hour = 1, .per_site_hour = 2});
    before.note_sent("ann", some_time, Priority::urgent);
    before.note_sent("ann", some_time + 1min, Priority::urgent);
    before.note_sent("ben", some_time + 1min);
    const auto text = before.text();
    const MailPace after({.per_person_hour = 1, .per_site_hour = 2}, "5! \n7!x\n" + text);
    EXPECT_EQ(after.text(), text);
    EXPECT_EQ(after.free_at("ann", some_time + 2min, Priority::urgent), some_time + 6min);
    EXPECT_EQ(after.free_at("ben", some_time + 2min, Priority::urgent), some_time + 2min);
    EXPECT_EQ(after.free_at("ann", some_time + 2min), some_time + 61min);
}

TEST(MailPace, clock_set_back_delays_letters_by_an_hour_at_most) {
    MailPace pace({.per_person_hour = 1});
    pace.note_sent("ann", some_time + 24h);
    EXPECT_EQ(pace.free_at("ann", some_time), some_time + 1h);
    pace.note_sent("ben", some_time);
    EXPECT_EQ(pace.free_at("ann", some_time + 1h), some_time + 1h) << "it counted as sent then";
}

TEST(MailPace, letters_older_than_an_hour_are_forgotten) {
    MailPace pace({.per_person_hour = 1'000'000, .per_site_hour = 1'000'000});
    for (int i = 0; i < 10'000; ++i)
        pace.note_sent("p" + std::to_string(i % 500), some_time + i * 1s);
    const auto text = pace.text();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3600);
}

}  // namespace
}  // namespace dibs::test
