// The mailer's limits over a reactor that is killed at any point: each letter is reported and sent,
// and those above the hourly limit are one digest. The mail server answers as the test asks.
#include "ops/react/mail/mailer.hpp"

#include "tests/ops/mail/post_office.hpp"

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

TEST_F(MailerTest, letters_above_hourly_limit_are_sent_as_one_digest) {
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

TEST_F(MailerTest, waiting_letters_are_sent_as_one_digest_after_restart) {
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

TEST_F(MailerTest, urgent_letters_are_sent_above_hourly_limit_without_others) {
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

TEST_F(MailerTest, stale_letter_is_recorded_and_not_sent) {
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

TEST_F(MailerTest, status_reports_failing_server_until_it_accepts_a_letter) {
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

TEST_F(MailerTest, rejection_or_delay_of_one_letter_is_no_server_failure) {
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

TEST_F(MailerTest, delaying_all_mail_of_several_people_is_a_server_failure) {
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

TEST_F(MailerTest, site_limit_applies_to_all_letters) {
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

TEST_F(MailerTest, rejected_letter_does_not_stop_others_and_is_reported_anonymously) {
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

TEST_F(MailerTest, retry_for_one_reader_does_not_resend_to_another) {
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

TEST_F(MailerTest, unreachable_server_is_tried_once_a_minute) {
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

TEST_F(MailerTest, waiting_letters_are_dropped_after_another_node_wrote) {
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

TEST_F(MailerTest, every_letter_is_sent_and_reported_despite_hundreds_of_kills) {
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
        // A crash costs at most one additional letter.
        for (std::size_t i = 0; i + 4 + 4 < post.sent_at.size(); ++i) {
            EXPECT_GE(post.sent_at[i + 4 + 4] - post.sent_at[i], 1h);
        }
    }
    EXPECT_GE(crashes, 200);
}

}  // namespace
}  // namespace dibs::test
