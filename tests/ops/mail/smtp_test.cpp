// A letter to a mail server that rejects, hangs, floods or disconnects at any point of the
// dialogue. tests/system/mail/mail_test.py has well-behaved servers with TLS and logins.
#include "ops/react/mail/smtp.hpp"

#include "tests/support/local_server.hpp"
#include "tests/support/record_maker.hpp"

#include <map>
#include <mutex>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using namespace mail;
using Steady = std::chrono::steady_clock;

// The server's answers by the first word of a command; a missing one is a success. "greeting" and
// "content" are no commands. An empty text hangs; "close" closes the connection.
using Script = std::map<std::string, std::string>;

void serve(Connection& client, const Script& script) {
    const auto answer = [&](const std::string& what, std::string_view good) {
        const auto said = script.find(what);
        const auto text = said == script.end() ? std::string(good) : said->second;
        if (text.empty()) client.hang();
        return text != "close" && !text.empty() && client.say(text + "\r\n");
    };
    if (!answer("greeting", "220 here")) return;
    for (;;) {
        const auto line = client.hear();
        if (line.empty()) return;
        const auto word = line.substr(0, line.find_first_of(" \r"));
        const std::string_view good = word == "DATA"   ? "354 go on"
                                      : word == "QUIT" ? "221 bye"
                                      : word == "EHLO" ? "250-here\r\n250 AUTH PLAIN"
                                                       : "250 fine";
        if (!answer(word, good)) return;
        if (word == "QUIT") return;
        if (word != "DATA" || script.contains("DATA")) continue;
        if (client.hear("\r\n.\r\n").empty() || !answer("content", "250 2.0.0 taken as 4711"))
            return;
    }
}

struct SmtpAttempt {
    Sent sent;
    Steady::duration took{};
};

SmtpAttempt attempt_send(const Script& script, Duration stop_after = 60s, Duration deadline = 20s) {
    LocalServer server([&](Connection& client) { serve(client, script); });
    SmtpSettings settings{.server = "127.0.0.1", .port = server.port(), .tls = Tls::none};
    settings.from = {"dibs@example.org", "Dibs"};
    settings.deadline = deadline;
    settings.connect_deadline = deadline;
    if (script.contains("login")) settings.login = settings.password = "dibs";
    Letter letter{.to = {"ann@example.org", "Ann"}};
    letter.subject = "Hello";
    letter.text = ".\nA line\n.\n";
    letter.id = message_id(settings.from, "one");
    std::atomic<bool> stopping{false};
    std::atomic<bool> ended{false};
    std::thread stops([&] {
        const auto end = Steady::now() + stop_after;
        while (!ended && Steady::now() < end) std::this_thread::sleep_for(2ms);
        stopping = true;
    });
    const auto begin = Steady::now();
    SmtpAttempt tried;
    tried.sent = send_letter(letter, settings, some_time, stopping);
    tried.took = Steady::now() - begin;
    ended = true;
    stops.join();
    return tried;
}

TEST(Smtp, accepted_letter_reports_answer_of_server) {
    const auto [sent, took] = attempt_send({});
    EXPECT_EQ(sent.status, SendStatus::sent);
    EXPECT_EQ(sent.said, "250 2.0.0 taken as 4711");
}

TEST(Smtp, old_server_is_greeted_with_helo) {
    EXPECT_EQ(attempt_send({{"EHLO", "502 what"}}).sent.status, SendStatus::sent);
    const auto [sent, took] = attempt_send({{"EHLO", "502 what"}, {"HELO", "550 5.7.1 no"}});
    EXPECT_EQ(sent.status, SendStatus::later);
    EXPECT_EQ(sent.said, "550 5.7.1 no");
    EXPECT_TRUE(sent.no_server);
}

TEST(Smtp, accepted_letter_is_sent_despite_later_failures) {
    for (const auto& after :
         {Script{{"QUIT", ""}}, Script{{"QUIT", "close"}}, Script{{"QUIT", "500 what"}},
          Script{{"content", "250-2.0.0 taken\r\n250 as 4711"}, {"QUIT", ""}}}) {
        const auto [sent, took] = attempt_send(after);
        EXPECT_EQ(sent.status, SendStatus::sent);
        EXPECT_EQ(sent.said.substr(0, 15), "250 2.0.0 taken");
        EXPECT_LT(took, 5s) << "nothing is waited for behind it";
    }
}

TEST(Smtp, permanently_rejected_letter_is_given_up) {
    for (const auto& script :
         {Script{{"RCPT", "550 5.1.1 no such user"}}, Script{{"DATA", "554 5.7.1 no"}},
          Script{{"content", "552 5.2.3 too long"}}}) {
        const auto [sent, took] = attempt_send(script);
        EXPECT_EQ(sent.status, SendStatus::never) << sent.said;
        EXPECT_EQ(sent.said, script.begin()->second);
        EXPECT_FALSE(sent.no_server);
        EXPECT_LT(took, 5s);
    }
}

TEST(Smtp, rejection_does_not_wait_for_quit) {
    const auto [sent, took] = attempt_send({{"RCPT", "550 5.1.1 no"}, {"QUIT", ""}});
    EXPECT_EQ(sent.status, SendStatus::never);
    EXPECT_LT(took, 5s);
}

TEST(Smtp, temporary_rejection_is_retried_later) {
    for (const auto& script :
         {Script{{"RCPT", "450 4.2.0 greylisted"}}, Script{{"DATA", "451 later"}},
          Script{{"content", "452 4.3.1 no room"}}}) {
        const auto [sent, took] = attempt_send(script);
        EXPECT_EQ(sent.status, SendStatus::later);
        EXPECT_EQ(sent.said, script.begin()->second);
        EXPECT_FALSE(sent.no_server) << "another letter may fare better";
    }
}

// A password that is wrong for an hour loses no letter.
TEST(Smtp, rejection_of_connection_is_retried_later_and_blocks_others) {
    for (const auto& script : {Script{{"greeting", "554 5.3.2 not today"}},
                               Script{{"AUTH", "535 5.7.8 wrong"}, {"login", ""}},
                               Script{{"MAIL", "550 5.7.1 who are you"}},
                               Script{{"content", "421 4.3.2 shutting down"}}}) {
        const auto [sent, took] = attempt_send(script);
        EXPECT_EQ(sent.status, SendStatus::later) << script.begin()->second;
        EXPECT_EQ(sent.said, script.begin()->second);
        EXPECT_TRUE(sent.no_server);
        EXPECT_LT(took, 5s);
    }
}

TEST(Smtp, broken_connection_is_retried_later) {
    for (const auto* where : {"greeting", "EHLO", "MAIL", "RCPT", "DATA", "content"}) {
        const auto [sent, took] = attempt_send({{where, "close"}});
        EXPECT_EQ(sent.status, SendStatus::later) << where;
        EXPECT_FALSE(sent.said.empty());
        EXPECT_LT(took, 5s) << where;
    }
}

TEST(Smtp, hanging_server_is_cut_off_at_deadline) {
    for (const auto* where : {"greeting", "EHLO", "RCPT", "content"}) {
        const auto [sent, took] = attempt_send({{where, ""}}, 60s, 300ms);
        EXPECT_EQ(sent.status, SendStatus::later) << where;
        EXPECT_GE(took, 250ms) << where;
        EXPECT_LT(took, 5s) << where;
    }
}

TEST(Smtp, delivery_is_interrupted_when_dibs_stops) {
    for (const auto* where : {"greeting", "EHLO", "MAIL", "RCPT", "DATA", "content"}) {
        const auto [sent, took] = attempt_send({{where, ""}}, 150ms);
        EXPECT_EQ(sent.status, SendStatus::interrupted) << where;
        EXPECT_LT(took, 150ms + 1s) << where;  // 200 ms, plus time on a busy machine
    }
}

TEST(Smtp, endless_answer_of_server_ends_delivery) {
    std::string flood = "220-hello";
    for (int i = 0; i < 20'000; ++i) flood += "\r\n220-and hello";
    for (const auto* where : {"greeting", "EHLO", "content"}) {
        const auto [sent, took] = attempt_send({{where, flood}});
        EXPECT_EQ(sent.status, SendStatus::later) << where;
        EXPECT_LE(sent.said.size(), 600U);
        EXPECT_LT(took, 10s) << where;
    }
    const auto [sent, took] = attempt_send({{"greeting", std::string(10'000'000, '2')}});
    EXPECT_EQ(sent.status, SendStatus::later);
}

TEST(Smtp, invalid_letter_opens_no_connection) {
    Letter letter{.to = {"ann@example.org\r\nRCPT TO:<all@example.org>", ""}};
    letter.id = "<a@b>";
    SmtpSettings settings{.server = "127.0.0.1", .port = 1};
    settings.from = {"dibs@example.org", ""};
    const std::atomic<bool> stopping{false};
    const auto sent = send_letter(letter, settings, some_time, stopping);
    EXPECT_EQ(sent.status, SendStatus::never);
    EXPECT_EQ(sent.said, "the receiver's address is no mail address");
}

}  // namespace
}  // namespace dibs::test
