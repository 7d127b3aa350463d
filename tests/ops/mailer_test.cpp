// Letters at a pace, over a reactor that is killed at any point: each is reported, each arrives,
// and what was too much for an hour arrives as one. The mail server is one that says what the test
// wants.
#include "ops/react/mail/mailer.hpp"

#include "tests/ops/post_office.hpp"

#include <set>

#include <gtest/gtest.h>
#include <spdlog/spdlog.h>

namespace dibs::test {
namespace {

class MailerTest : public ::testing::Test {
  protected:
    MailerTest() { spdlog::set_level(spdlog::level::off); }
    ~MailerTest() override { spdlog::set_level(spdlog::level::info); }
};

void expect_all_reported_done(const PostOffice& post) {
    std::set<Position> done;
    for (const auto& report : post.reported) {
        if (report.outcome == effect::Outcome::done) done.insert(report.position);
    }
    EXPECT_EQ(done, post.wanted);
    for (const auto position : post.wanted) EXPECT_GE(post.told(position), 1U) << position;
}

TEST_F(MailerTest, sends_what_the_hour_allows_and_the_rest_as_one_letter) {
    PostOffice post({.per_person_hour = 3});
    for (int i = 0; i < 10; ++i) post.say();
    post.settle();
    EXPECT_EQ(post.letters.size(), 3U);
    EXPECT_EQ(post.reported.size(), 3U) << "what waits is on record as nothing";
    EXPECT_EQ(post.mail().held, 7U);
    EXPECT_EQ(post.mail().held_until, post.now + 1h);
    post.now += 59min;
    post.settle();
    EXPECT_EQ(post.letters.size(), 3U);
    post.now += 1min;
    post.settle();
    ASSERT_EQ(post.letters.size(), 4U);
    EXPECT_EQ(post.letters[3].subject, "7 messages: Fact ...");
    EXPECT_EQ(post.open(), 0U);
    EXPECT_EQ(post.mail().held, 0U);
    EXPECT_EQ(post.mail().held_until, std::nullopt);
    EXPECT_EQ(post.reported.size(), 10U) << "each for itself";
    expect_all_reported_done(post);
    for (const auto position : post.wanted) EXPECT_EQ(post.told(position), 1U);
}

TEST_F(MailerTest, sends_what_waited_as_one_letter_also_after_a_restart) {
    for (const bool another : {false, true}) {
        PostOffice post({.per_person_hour = 2}, 2s);
        for (int i = 0; i < 6; ++i) post.say();
        post.settle();
        ASSERT_EQ(post.letters.size(), 2U) << "new facts wait for nothing";
        another ? post.claim() : post.begin();
        post.now += 61min;
        post.settle();
        EXPECT_EQ(post.letters.size(), 2U) << "until all of them were asked for";
        post.now += 2s;
        post.settle();
        ASSERT_EQ(post.letters.size(), 3U);
        EXPECT_EQ(post.letters[2].subject, "4 messages: Fact ...");
        EXPECT_EQ(post.open(), 0U);
        expect_all_reported_done(post);
        for (const auto position : post.wanted) EXPECT_EQ(post.told(position), 1U);
    }
}

TEST_F(MailerTest, sends_what_is_urgent_at_once_though_the_hour_is_full_and_without_the_news) {
    PostOffice post({.per_person_hour = 2});
    for (int i = 0; i < 4; ++i) post.say();
    post.settle();
    ASSERT_EQ(post.letters.size(), 2U);
    post.say_urgently();
    post.settle();
    ASSERT_EQ(post.letters.size(), 3U);
    EXPECT_EQ(post.letters[2].subject, "Urgent");
    EXPECT_EQ(post.open(), 2U) << "the news waits";
    post.now += 1min;
    post.say_urgently();
    post.say_urgently();
    post.settle();
    EXPECT_EQ(post.letters.size(), 3U);
    post.now += 4min;
    post.settle();
    ASSERT_EQ(post.letters.size(), 4U);
    EXPECT_EQ(post.letters[3].subject, "2 messages: Urgent ...");
    EXPECT_EQ(post.open(), 2U);
    post.live(3h);
    expect_all_reported_done(post);
    for (const auto position : post.wanted) EXPECT_EQ(post.told(position), 1U);
}

TEST_F(MailerTest, puts_on_record_what_came_too_late_and_sends_it_to_nobody) {
    PostOffice post({.per_person_hour = 1});
    post.say();
    const auto late = post.say();
    post.until[late] = post.now + 10min;
    post.say();
    post.settle();
    ASSERT_EQ(post.letters.size(), 1U);
    post.now += 10min;
    post.settle();
    ASSERT_EQ(post.reported.size(), 2U) << "at its moment, not an hour later";
    EXPECT_EQ(post.reported[1].position, late);
    EXPECT_EQ(post.reported[1].outcome, effect::Outcome::gave_up);
    EXPECT_EQ(post.reported[1].detail, "not sent: it came too late");
    post.live(2h);
    EXPECT_EQ(post.told(late), 0U);
    EXPECT_EQ(post.letters.size(), 2U);
}

TEST_F(MailerTest, says_since_when_the_server_takes_no_letters_until_it_does) {
    PostOffice post({.per_person_hour = 1000});
    EXPECT_EQ(post.mail().sent, 0U);
    EXPECT_FALSE(post.mail().last_sent || post.mail().failing_since);
    bool down = true;
    post.answer = [&](const auto&) {
        return down ? Sent{SendStatus::later, "no connection", true} : Sent{SendStatus::sent};
    };
    const auto since = post.now;
    post.say();
    post.settle();
    post.now += 1min;
    post.say();
    post.settle();
    EXPECT_EQ(post.mail().failing_since, since);
    EXPECT_EQ(post.mail().last_failure, "no connection");
    EXPECT_GE(post.mail().failed_tries, 2U);
    EXPECT_EQ(post.status().failing_since, since);
    EXPECT_EQ(post.status().waiting, 2U);
    EXPECT_EQ(post.status().oldest_waiting, since);
    down = false;
    post.live(30min);
    EXPECT_FALSE(post.mail().failing_since);
    EXPECT_EQ(post.mail().last_failure, "");
    EXPECT_GE(post.mail().sent, 1U);
    EXPECT_TRUE(post.mail().last_sent);
    EXPECT_EQ(post.status().waiting, 0U);
    EXPECT_EQ(post.status().done, 2U);
    EXPECT_FALSE(post.status().failing_since);
}

TEST_F(MailerTest, a_letter_that_is_refused_or_wanted_later_says_nothing_against_the_server) {
    for (const auto status : {SendStatus::never, SendStatus::later}) {
        PostOffice post({});
        post.answer = [&](const auto&) { return Sent{status, "450 or 550"}; };
        post.say();
        post.settle();
        EXPECT_FALSE(post.mail().failing_since);
        EXPECT_EQ(post.mail().sent, 0U);
        EXPECT_TRUE(post.status().failing_since) << "against this effect it does";
    }
}

TEST_F(MailerTest, wanting_the_mail_of_several_later_and_taking_none_is_said_of_the_server) {
    PostOffice post({});
    post.receivers = {"ann", "ben"};
    bool takes = false;
    post.answer = [&](const auto&) {
        return takes ? Sent{SendStatus::sent} : Sent{SendStatus::later, "452 no room"};
    };
    const auto since = post.now;
    post.say();
    post.settle();
    EXPECT_EQ(post.mail().failing_since, since);
    EXPECT_EQ(post.mail().last_failure, "452 no room");
    takes = true;
    post.live(10min);
    EXPECT_FALSE(post.mail().failing_since);
}

TEST_F(MailerTest, holds_the_whole_site_to_its_number) {
    PostOffice post({.per_person_hour = 100, .per_site_hour = 4});
    post.receivers = {"ann", "ben"};
    for (int i = 0; i < 5; ++i) post.say();
    post.settle();
    EXPECT_EQ(post.letters.size(), 4U);
    post.now += 1h;
    post.settle();
    EXPECT_EQ(post.letters.size(), 6U) << "a digest each";
    expect_all_reported_done(post);
}

TEST_F(MailerTest, sends_to_the_others_where_one_is_refused_and_says_so_without_a_name) {
    PostOffice post({});
    post.receivers = {"ann", "ben", "cid"};
    post.answer = [](const Letter& letter) {
        if (letter.to.name != "ben") return Sent{SendStatus::sent};
        return Sent{SendStatus::never, "550 5.1.1 <ben@example.org>: no such user ben"};
    };
    post.say();
    post.settle();
    EXPECT_EQ(post.letters.size(), 2U);
    ASSERT_EQ(post.reported.size(), 1U);
    EXPECT_EQ(post.reported[0].outcome, effect::Outcome::gave_up);
    EXPECT_EQ(post.reported[0].detail, "550 5.1.1 <(address)>: no such user (address)");
}

TEST_F(MailerTest, does_not_send_twice_to_one_where_another_is_to_be_tried_again) {
    PostOffice post({});
    post.receivers = {"ann", "ben"};
    int tries = 0;
    post.answer = [&](const Letter& letter) {
        if (letter.to.name == "ben" && ++tries < 3) return Sent{SendStatus::later, "451 later"};
        return Sent{SendStatus::sent};
    };
    post.say();
    post.live(1h);
    EXPECT_EQ(tries, 3);
    EXPECT_EQ(post.letters.size(), 2U);
    ASSERT_EQ(post.reported.size(), 3U);
    EXPECT_EQ(post.reported[0].outcome, effect::Outcome::failed);
    EXPECT_EQ(post.reported[2].outcome, effect::Outcome::done);
}

TEST_F(MailerTest, asks_a_server_that_is_down_once_a_minute_and_not_for_each_letter) {
    PostOffice post({.per_person_hour = 1000});
    bool down = true;
    post.answer = [&](const auto&) {
        return down ? Sent{SendStatus::later, "no connection", true} : Sent{SendStatus::sent};
    };
    for (int i = 0; i < 20; ++i) post.say();
    post.settle();
    EXPECT_EQ(post.asked, 1);
    EXPECT_EQ(post.reported.size(), 1U);
    post.now += 1min;
    post.settle();
    EXPECT_EQ(post.asked, 2);
    down = false;
    post.live(30min);
    expect_all_reported_done(post);
}

TEST_F(MailerTest, sends_nothing_of_what_another_node_may_have_sent_meanwhile) {
    PostOffice post({.per_person_hour = 1});
    post.say();
    post.say();
    post.settle();
    post.claim();
    const auto newest = post.say();
    post.now += 1h;
    post.settle();
    EXPECT_EQ(post.letters.back().subject, "Fact") << "no digest with what was open before";
    post.now += 1h;
    post.settle();
    expect_all_reported_done(post);
    EXPECT_EQ(post.told(newest), 1U);
}

TEST_F(MailerTest, loses_no_letter_and_reports_each_killed_at_hundreds_of_points) {
    int crashes = 0;
    for (int at = 1; at <= 200; ++at) {
        PostOffice post({.per_person_hour = 4});
        post.crash_at(at % 100 + 1);
        for (int i = 0; i < 30; ++i) {
            post.say();
            post.live(2min);
            if (i % 10 == at % 10) post.crash_at(at / 10 + 1);
        }
        post.live(4h, 10min);
        ASSERT_EQ(post.open(), 0U);
        expect_all_reported_done(post);
        crashes += post.crashes;
        // A crash costs at most one letter more.
        for (std::size_t i = 0; i + 4 + 4 < post.sent_at.size(); ++i) {
            EXPECT_GE(post.sent_at[i + 4 + 4] - post.sent_at[i], 1h);
        }
    }
    EXPECT_GE(crashes, 200);
}

}  // namespace
}  // namespace dibs::test
