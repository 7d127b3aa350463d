// Notifies the owner of an idle booking: content, reported results, and cases without a message.
// Host and mail server are fakes here; tests/system has real ones.
#include "domain/reservation/reservation_fields.hpp"
#include "ops/react/idle/tell.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/answering_host.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/test_keys.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using reservation::Idled;
using reservation::IdleEnd;
using reservation::IdleEnded;
using reservation::IdleKind;
using reservation::Kept;
using reservation::ReportTold;
using reservation::ToldBy;
using reservation::ToldOutcome;

const auto idle_booking = booking(1, ann, {gpu_a, gpu_b}, "10:00", "18:00");
const std::string told_there = R"({"outcome":"told","told":1,"closed":0,"failed":0,"detail":""})";

Idled idled(std::optional<std::int64_t> release = 20, IdleKind kind = IdleKind::idle) {
    return {idle_booking.id,
            ann,
            idle_booking.gpus,
            idle_booking.when,
            hosts_of(idle_booking.gpus),
            kind,
            clock("11:00"),
            clock("11:30"),
            release};
}

class ToldReports final : public CommandHandler {
  public:
    void submit(Envelope envelope, OnReply on_reply) override {
        all.push_back(get<ReportTold>(envelope.command));
        on_reply(Done{});
    }
    std::vector<ReportTold> all;
};

class IdleTell : public ::testing::Test {
  protected:
    IdleTell() {
        tables.sample_site().fact(booked(idle_booking)).at("11:30").fact(idled());
        give_mail(ann, "ann@example.org");
        give_mail(root, "root@example.org");
    }
    void give_mail(PersonId id, std::string address) {
        tables.fact(people::MailChanged{id, Personal<std::string>{std::move(address)}});
    }
    idle::TellParts parts(bool with_mail = true) {
        return {test_keys(),
                told,
                [this](Position) { return std::optional<Snapshot>(tables.ask()); },
                with_mail ? &mailer : nullptr,
                {"dibs@example.org", "Dibs"},
                host,
                "https://dibs.example.org"};
    }
    template <class E>
    EffectEnd take(const Reaction& reaction, const E& fact, std::int64_t attempt = 1) {
        RecordMaker pen;
        pen.created();
        auto record = pen.command({event(fact)}).front();
        EXPECT_TRUE(reaction.wants(*parse_record(record)));
        return reaction.perform({std::move(record), ++position, attempt, 1}, stopping);
    }
    EffectEnd by_mail(std::int64_t attempt = 1, const Idled& fact = idled()) {
        return take(idle::mail_reaction(parts()), fact, attempt);
    }
    EffectEnd message(std::int64_t attempt = 1) {
        return take(idle::terminal_reaction(parts()), idled(), attempt);
    }

    TablesWith tables;
    ToldReports told;
    AnsweringHost host;
    std::vector<mail::Letter> letters;
    mail::Sent answer{mail::SendStatus::sent, ""};
    mail::Mailer mailer{{.send =
                             [this](const mail::Letter& letter, const auto&) {
                                 letters.push_back(letter);
                                 return answer;
                             },
                         .keep = [](const std::string&) {},
                         .clock = [this] { return tables.now(); },
                         .from = {"dibs@example.org", "Dibs"}},
                        mail::MailPace({}, "")};
    std::atomic<bool> stopping{false};
    Position position = 8;
};

TEST_F(IdleTell, mail_to_owner_names_release_and_how_to_keep_booking) {
    EXPECT_TRUE(by_mail().good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].to.address, "ann@example.org");
    EXPECT_EQ(letters[0].subject, "Your booking of atlas:0-1 idles");
    EXPECT_TRUE(letters[0].urgent) << "it is the notice before the booking is freed";
    for (const auto& part : std::vector<std::string>{
             "since 2026-12-01 11:00 UTC", "If that goes on for 20 minutes after you were told",
             "until 2026-12-01 18:00 UTC", "dibs reservation keep " + to_text(idle_booking.id),
             "https://dibs.example.org/reservations/" + to_text(idle_booking.id)}) {
        EXPECT_NE(letters[0].text.find(part), std::string::npos) << part << letters[0].text;
    }
    ASSERT_EQ(told.all.size(), 1U);
    EXPECT_EQ(told.all[0].by, ToldBy::mail);
    EXPECT_EQ(told.all[0].outcome, ToldOutcome::done);
    EXPECT_EQ(told.all[0].noticed_at, clock("11:30"));
}

TEST_F(IdleTell, mail_without_automatic_release_mentions_none) {
    tables.fact(idled({}));
    EXPECT_TRUE(by_mail(1, idled({})).good);
    EXPECT_EQ(letters.at(0).text.find("free for others"), std::string::npos);
    EXPECT_FALSE(letters.at(0).urgent);
}

TEST_F(IdleTell, owner_without_address_is_no_target_and_admins_are_notified) {
    tables.fact(people::MailChanged{ann, {}});
    EXPECT_TRUE(by_mail().good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].to.address, "root@example.org");
    EXPECT_EQ(letters[0].subject, "ann does not know that atlas:0-1 idles");
    EXPECT_EQ(told.all.at(0).outcome, ToldOutcome::no_target);
}

TEST_F(IdleTell, mail_is_reported_as_impossible_on_site_without_mail) {
    EXPECT_TRUE(take(idle::mail_reaction(parts(false)), idled()).good);
    EXPECT_EQ(told.all.at(0).outcome, ToldOutcome::failed);
    EXPECT_EQ(told.all.at(0).words, "this site sends no mail");
}

TEST_F(IdleTell, booking_used_again_kept_or_over_causes_no_message) {
    host.answers = {told_there};
    tables.fact(Kept{idle_booking.id,
                     ann,
                     idle_booking.gpus,
                     hosts_of(idle_booking.gpus),
                     clock("12:30"),
                     {}},
                ann);
    EXPECT_TRUE(by_mail().good);
    EXPECT_TRUE(message().good);
    tables.fact(released(idle_booking, clock("11:40")), ann);
    EXPECT_TRUE(by_mail().good);
    EXPECT_TRUE(letters.empty());
    EXPECT_TRUE(host.asked.empty());
    EXPECT_TRUE(told.all.empty());
}

TEST_F(IdleTell, message_reaches_owners_terminals_on_each_host) {
    host.answers = {told_there};
    EXPECT_TRUE(message().good);
    ASSERT_EQ(host.asked.size(), 1U);
    EXPECT_EQ(host.asked[0].target.name, "atlas");
    EXPECT_NE(host.asked[0].command.input.find("ann"), std::string::npos);
    EXPECT_NE(host.asked[0].command.input.find("dibs reservation keep"), std::string::npos);
    EXPECT_EQ(told.all.at(0).by, ToldBy::message);
    EXPECT_EQ(told.all.at(0).outcome, ToldOutcome::done);
}

TEST_F(IdleTell, owner_without_terminal_counts_as_no_target) {
    host.answers = {R"({"outcome":"no_terminal","told":0,"closed":0,"failed":0,"detail":""})"};
    EXPECT_TRUE(message().good);
    EXPECT_EQ(told.all.at(0).outcome, ToldOutcome::no_target);
}

TEST_F(IdleTell, unreachable_host_is_retried_and_finally_reported) {
    EXPECT_FALSE(message(1).good);
    EXPECT_TRUE(told.all.empty());
    message(3);
    EXPECT_EQ(told.all.at(0).outcome, ToldOutcome::failed);
}

TEST_F(IdleTell, owner_gets_mail_when_idle_booking_is_released) {
    const IdleEnded freed{idle_booking.id,
                          ann,
                          idle_booking.gpus,
                          idle_booking.when,
                          hosts_of(idle_booking.gpus),
                          IdleKind::idle,
                          IdleEnd::released,
                          clock("11:00"),
                          clock("11:51")};
    EXPECT_TRUE(take(idle::mail_reaction(parts()), freed).good);
    EXPECT_EQ(letters.at(0).subject, "Your booking of atlas:0-1 is over: it idled");
    EXPECT_TRUE(told.all.empty());
    auto used_again = freed;
    used_again.why = IdleEnd::in_use;
    RecordMaker pen;
    pen.created();
    const auto record = pen.command({event(used_again)}).front();
    EXPECT_FALSE(idle::mail_reaction(parts()).wants(*parse_record(record)));
}

}  // namespace
}  // namespace dibs::test
