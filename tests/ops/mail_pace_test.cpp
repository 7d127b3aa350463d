// How many letters go out in an hour, and when the next one may.
#include "ops/react/mail/mail_pace.hpp"

#include "tests/support/record_maker.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using mail::MailPace;

TEST(MailPace, lets_so_many_go_to_one_person_in_an_hour_and_says_when_the_next_may) {
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

TEST(MailPace, holds_the_whole_site_to_its_own_number) {
    MailPace pace({.per_person_hour = 2, .per_site_hour = 3});
    const auto now = some_time;
    for (const auto* person : {"ann", "ben", "cid"}) pace.note_sent(person, now);
    EXPECT_EQ(pace.free_at("dora", now + 1min), now + 1h);
    EXPECT_EQ(pace.free_at("dora", now + 1h), now + 1h);
}

TEST(MailPace, goes_on_after_a_restart_and_passes_over_what_is_no_line) {
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

TEST(MailPace, lets_what_is_urgent_go_ahead_of_an_hour_that_is_full_and_bounds_that_too) {
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

TEST(MailPace, holds_what_is_urgent_of_the_whole_site_to_as_many_again) {
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

TEST(MailPace, knows_after_a_restart_what_went_ahead) {
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

TEST(MailPace, lets_nobody_wait_longer_than_an_hour_where_the_clock_was_set_back) {
    MailPace pace({.per_person_hour = 1});
    pace.note_sent("ann", some_time + 24h);
    EXPECT_EQ(pace.free_at("ann", some_time), some_time + 1h);
    pace.note_sent("ben", some_time);
    EXPECT_EQ(pace.free_at("ann", some_time + 1h), some_time + 1h) << "it counted as sent then";
}

TEST(MailPace, keeps_no_more_than_an_hour_of_letters) {
    MailPace pace({.per_person_hour = 1'000'000, .per_site_hour = 1'000'000});
    for (int i = 0; i < 10'000; ++i)
        pace.note_sent("p" + std::to_string(i % 500), some_time + i * 1s);
    const auto text = pace.text();
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 3600);
}

}  // namespace
}  // namespace dibs::test
