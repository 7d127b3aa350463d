// Mails about bookings: readers, content and conditions of reminders, invitations and news about
// actions of others. The mail server is a fake here; tests/system has a real one.
#include "tests/ops/mail/mailed_letters.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using reservation::Approved;
using reservation::Booking;
using reservation::Boundary;
using reservation::Declined;
using reservation::Lapsed;
using reservation::Reminded;
using reservation::Requested;
using reservation::Revived;
using reservation::shortest_notice;
using reservation::Suspended;

const auto anns = booking(1, ann, {gpu_a, gpu_b}, clock("14:00"), clock("16:00"), "llama");

people::PreferencesChanged prefers(PersonId who, const people::Preferences& chosen) {
    return {who, chosen};
}
people::Preferences with_calendar() {
    people::Preferences chosen;
    chosen.calendar_mails = true;
    return chosen;
}
people::Preferences without_mails() {
    auto chosen = with_calendar();
    chosen.mails = false;
    return chosen;
}

class BookingMails : public MailedLetters {
  protected:
    BookingMails() { tables.fact(booked(anns), ann); }
    template <class E>
    EffectEnd happened(const Reaction& reaction, const E& fact, std::optional<PersonId> by = {}) {
        tables.fact(fact, by);
        return take(reaction, fact, by);
    }
    Reaction reminders() { return letters_of("booking-reminder"); }
    Reaction invitations() { return letters_of("booking-calendar"); }
    Reaction news() { return letters_of("booking-news"); }

    static Reminded ends(const Booking& b = anns) {
        return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus), Boundary::end, clock("15:30")};
    }
    static Reminded begins(const Booking& b = anns) {
        return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus), Boundary::start, clock("13:30")};
    }
    void expect_text(const std::vector<std::string>& parts) {
        ASSERT_FALSE(letters.empty());
        for (const auto& part : parts) {
            EXPECT_NE(letters.back().text.find(part), std::string::npos) << part << '\n'
                                                                         << letters.back().text;
        }
    }
    // The value of a property in the last letter's calendar.
    std::string calendar(const std::string& name) {
        if (letters.empty() || !letters.back().calendar) return "no calendar";
        const auto& text = letters.back().calendar->text;
        const auto at = text.find("\r\n" + name);
        if (at == std::string::npos) return "none";
        const auto begin = at + 2 + name.size() + 1;
        return text.substr(begin, text.find("\r\n", begin) - begin);
    }
};

// --- reminders

TEST_F(BookingMails, reminder_names_time_left_and_options) {
    tables.at("15:30");
    EXPECT_TRUE(happened(reminders(), ends()).good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].to.address, "ann@example.org");
    EXPECT_EQ(letters[0].subject, "Your booking of atlas:0-1 ends in 30 minutes");
    EXPECT_EQ(letters[0].until, anns.when.until - shortest_notice);
    EXPECT_TRUE(letters[0].urgent);
    EXPECT_EQ(letters[0].unsubscribe, "https://dibs.example.org/me");
    expect_text({"ends in 30 minutes, at 2026-12-01 16:00 UTC", "atlas:0-1\n", "llama",
                 "dibs extend " + to_text(anns.id),
                 "https://dibs.example.org/reservations/" + to_text(anns.id)});
}

TEST_F(BookingMails, times_use_the_readers_zone_and_name_it) {
    auto chosen = people::Preferences{};
    chosen.zone = "East";
    tables.fact(prefers(ann, chosen)).at("15:30");
    EXPECT_TRUE(happened(reminders(), ends()).good);
    ASSERT_EQ(letters.size(), 1U);
    expect_text({"ends in 30 minutes, at 2026-12-01 18:00 East",
                 "2026-12-01 16:00 East to 2026-12-01 18:00 East"});
}

TEST_F(BookingMails, unknown_zone_is_utc) {
    auto chosen = people::Preferences{};
    chosen.zone = "Atlantis/Capital";
    tables.fact(prefers(ann, chosen)).at("15:30");
    EXPECT_TRUE(happened(reminders(), ends()).good);
    expect_text({"at 2026-12-01 16:00 UTC"});
}

TEST_F(BookingMails, late_reminder_names_remaining_time) {
    auto chosen = people::Preferences{};
    chosen.reminder_start_min = 30;
    tables.fact(prefers(ann, chosen)).at("13:56");
    EXPECT_TRUE(happened(reminders(), begins()).good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].subject, "Your booking of atlas:0-1 begins in 4 minutes");
    expect_text({"dibs reservation cancel " + to_text(anns.id)});
}

TEST_F(BookingMails, past_moved_or_ended_booking_causes_no_reminder) {
    for (const auto* late : {"15:59:41", "16:00", "17:00"}) {
        tables.at(late);
        const auto end = take(reminders(), ends());
        EXPECT_TRUE(!end.good && end.for_good) << late;
        EXPECT_EQ(end.detail, "not sent: it came too late") << late;
    }
    auto moved = anns;
    moved.when.until = clock("18:00");
    tables.at("15:30").fact(changed(anns, moved), ann);
    EXPECT_TRUE(take(reminders(), ends()).good);
    EXPECT_TRUE(letters.empty()) << "it goes on until six";
    EXPECT_TRUE(take(reminders(), ends(moved)).good);
    EXPECT_EQ(letters.size(), 1U);
    tables.fact(released(moved, clock("15:30")), ann);
    EXPECT_TRUE(take(reminders(), ends(moved)).good);
    EXPECT_EQ(letters.size(), 1U);
}

TEST_F(BookingMails, reminder_needs_consent_address_and_account) {
    tables.at("15:30");
    auto chosen = people::Preferences{};
    chosen.reminder_end_min = 0;
    tables.fact(prefers(ann, chosen));
    EXPECT_TRUE(take(reminders(), ends()).good);
    tables.fact(prefers(ann, without_mails()));
    EXPECT_TRUE(take(reminders(), ends()).good);
    tables.fact(prefers(ann, {})).fact(people::MailChanged{ann, {}});
    EXPECT_TRUE(take(reminders(), ends()).good);
    tables.fact(people::MailChanged{ann, Personal<std::string>{"ann@example.org"}});
    tables.fact(people::PersonDisabled{ann}, root);
    EXPECT_TRUE(take(reminders(), ends()).good);
    EXPECT_TRUE(letters.empty());
}

TEST_F(BookingMails, stale_reminder_is_in_no_digest) {
    mail::Mailer slow{{.send =
                           [this](const mail::Letter& letter, const auto&) {
                               letters.push_back(letter);
                               return mail::Sent{mail::SendStatus::sent};
                           },
                       .keep = [](const std::string&) {},
                       .clock = [this] { return tables.now(); },
                       .from = {"dibs@example.org", "Dibs"}},
                      mail::MailPace({1, 1000}, "")};
    const auto slowly = parts(slow, "https://dibs.example.org");
    tables.at("15:05");
    EXPECT_TRUE(take(letters_of("booking-news", slowly), reinstated(anns), root).good);
    tables.at("15:56");
    EXPECT_TRUE(take(letters_of("booking-reminder", slowly), ends()).good) << "it does not wait";
    const auto waits = take(letters_of("booking-reminder", slowly), ends());
    EXPECT_EQ(waits.postponed, clock("15:59:40")) << "it would be five minutes, but not so long";
    tables.at("16:56");  // urgent letters count too
    EXPECT_TRUE(take(letters_of("booking-news", slowly), cancelled(anns), root).good);
    ASSERT_EQ(letters.size(), 3U);
    EXPECT_EQ(letters[2].subject, "root cancelled your booking of atlas:0-1");
    EXPECT_EQ(letters[2].text.find("ends in"), std::string::npos);
}

// --- invitations

TEST_F(BookingMails, invitation_goes_only_to_subscribers) {
    EXPECT_TRUE(take(invitations(), booked(anns), ann).good);
    EXPECT_TRUE(letters.empty()) << "off, unless somebody chose it";
    tables.fact(prefers(ann, with_calendar()));
    EXPECT_TRUE(take(invitations(), booked(anns), ann).good);
    ASSERT_EQ(letters.size(), 1U) << "also of what they booked themselves";
    EXPECT_EQ(letters[0].calendar->method, "REQUEST");
    EXPECT_EQ(calendar("METHOD"), "REQUEST");
    EXPECT_EQ(calendar("SEQUENCE"), "1");
    EXPECT_EQ(calendar("DTSTART"), "20261201T140000Z");
    EXPECT_EQ(calendar("SUMMARY"), "llama: atlas:0-1");
    EXPECT_TRUE(calendar("UID").starts_with(to_text(anns.id) + '@'));
    tables.fact(prefers(ann, without_mails()));
    EXPECT_TRUE(take(invitations(), booked(anns), ann).good);
    EXPECT_EQ(letters.size(), 1U);
}

TEST_F(BookingMails, change_raises_sequence_and_cancellation_takes_invitation_back) {
    tables.fact(prefers(ann, with_calendar())).at("11:00");
    auto moved = anns;
    moved.when = {clock("15:00"), clock("17:00")};
    EXPECT_TRUE(happened(invitations(), changed(anns, moved), root).good);
    EXPECT_EQ(calendar("SEQUENCE"), "2");
    EXPECT_EQ(calendar("DTSTART"), "20261201T150000Z");
    const auto uid = calendar("UID");
    tables.at("11:30");
    EXPECT_TRUE(happened(invitations(),
                         Suspended{anns.id, ann, anns.gpus, moved.when, hosts_of(anns.gpus), {}},
                         root)
                    .good);
    EXPECT_EQ(calendar("METHOD"), "CANCEL");
    EXPECT_EQ(calendar("STATUS"), "CANCELLED");
    EXPECT_EQ(calendar("SEQUENCE"), "3");
    EXPECT_EQ(calendar("UID"), uid);
    tables.at("11:45");
    EXPECT_TRUE(happened(invitations(), Revived{moved, hosts_of(anns.gpus)}, root).good);
    EXPECT_EQ(calendar("METHOD"), "REQUEST");
    EXPECT_EQ(calendar("SEQUENCE"), "4");
    tables.at("12:00");
    EXPECT_TRUE(happened(invitations(), cancelled(moved), ann).good);
    EXPECT_EQ(calendar("METHOD"), "CANCEL");
    EXPECT_EQ(calendar("SEQUENCE"), "5");
    EXPECT_EQ(letters.size(), 4U);
}

TEST_F(BookingMails, outdated_fact_sends_no_invitation) {
    tables.fact(prefers(ann, with_calendar()));
    auto moved = anns;
    moved.when.until = clock("17:00");
    // The fact is handled first, but the tables already contain a later change.
    const auto reaction = invitations();
    RecordMaker pen;
    pen.now = tables.now();
    pen.created();
    auto record = pen.command({event(booked(anns))}, {.actor = ann}).front();
    tables.at("10:01").fact(changed(anns, moved), ann);
    EXPECT_TRUE(reaction.perform({std::move(record), ++position, 1, 1}, stopping).good);
    EXPECT_TRUE(letters.empty());
    EXPECT_TRUE(take(reaction, changed(anns, moved), ann).good);
    EXPECT_EQ(letters.size(), 1U);
}

TEST_F(BookingMails, booking_waiting_for_approval_sends_no_invitation) {
    const auto wanted = booking(2, ann, {gpu_c}, "14:00", "16:00");
    tables.fact(prefers(ann, with_calendar()));
    tables.fact(Requested{wanted, clock("14:00"), hosts_of(wanted.gpus)}, ann).at("11:00");
    EXPECT_TRUE(happened(invitations(), Approved{wanted, hosts_of(wanted.gpus)}, root).good);
    EXPECT_EQ(letters.size(), 1U);
    EXPECT_EQ(calendar("METHOD"), "REQUEST");
}

// --- actions of others

TEST_F(BookingMails, owner_is_notified_of_changes_by_others_but_actor_is_not) {
    auto moved = anns;
    moved.gpus = {gpu_c};
    moved.when.until = clock("17:00");
    EXPECT_TRUE(happened(news(), changed(anns, moved), root).good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].to.address, "ann@example.org");
    EXPECT_EQ(letters[0].subject, "root changed your booking of boreas:0");
    expect_text({"It was of atlas:0-1 before.",
                 "It was 2026-12-01 14:00 UTC to 2026-12-01 16:00 UTC before.",
                 "2026-12-01 14:00 UTC to 2026-12-01 17:00 UTC"});
    EXPECT_TRUE(take(news(), changed(anns, moved), ann).good);
    EXPECT_EQ(letters.size(), 1U) << "her own doing is no news to her";
}

TEST_F(BookingMails, every_booking_event_has_its_own_text) {
    const auto on = hosts_of(anns.gpus);
    const auto subject = [&](const auto& fact, std::optional<PersonId> by) {
        letters.clear();
        EXPECT_TRUE(take(news(), fact, by).good);
        return letters.empty() ? std::string("none") : letters.back().subject;
    };
    EXPECT_EQ(subject(booked(anns), root), "root booked atlas:0-1 for you");
    EXPECT_EQ(subject(cancelled(anns), root), "root cancelled your booking of atlas:0-1");
    EXPECT_EQ(subject(released(anns, clock("15:00")), root),
              "root released your booking of atlas:0-1");
    EXPECT_EQ(subject(released(anns, clock("15:00")), {}), "none")
        << "what Dibs frees is told by the mail about idle bookings";
    EXPECT_EQ(subject(reinstated(anns), root), "root brought back your booking of atlas:0-1");
    EXPECT_EQ(subject(Suspended{anns.id, ann, anns.gpus, anns.when, on, {}}, root),
              "Your booking of atlas:0-1 is suspended");
    EXPECT_EQ(subject(Revived{anns, on}, root), "Your booking of atlas:0-1 holds again");
    EXPECT_EQ(subject(Approved{anns, on}, ben), "ben approved your booking of atlas:0-1");
    EXPECT_EQ(subject(Declined{anns.id, ann, anns.gpus, anns.when, on, {"Exams"}}, ben),
              "ben declined your booking of atlas:0-1");
    expect_text({"Why: Exams"});
    EXPECT_EQ(subject(Lapsed{anns.id, ann, anns.gpus, anns.when, on}, {}),
              "Nobody approved your booking of atlas:0-1");
}

TEST_F(BookingMails, approvers_are_asked_while_booking_waits) {
    const GroupId students = nth<GroupId>(1);
    tables.fact(group::GroupCreated{{students, "students", false}}, root);
    tables.fact(group::Joined{students, ann, true, "students", {}}, root);
    tables.fact(group::Joined{students, ben, true, "students", {}}, root);
    auto asks = grant::everyone_may_use_everything(nth<GrantId>(1));
    asks.approval.emplace();
    asks.to = {false, {ann}, {}};
    tables.fact(grant::Given{asks}, root);
    const auto wanted = booking(2, ann, {gpu_c}, "14:00", "16:00");
    const Requested requested{wanted, clock("14:00"), hosts_of(wanted.gpus)};
    tables.fact(requested, ann);
    EXPECT_TRUE(take(news(), requested, ann).good);
    ASSERT_EQ(letters.size(), 1U) << "managing some group of hers is not enough";
    EXPECT_EQ(letters[0].to.address, "root@example.org");
    letters.clear();
    const auto before = asks;
    asks.to = {false, {}, {students}};
    tables.fact(grant::Changed{asks, before}, root);
    EXPECT_TRUE(take(news(), requested, ann).good);
    ASSERT_EQ(letters.size(), 2U) << "an admin, and who manages a group that the grant is given to";
    EXPECT_EQ(letters[0].to.address, "ben@example.org");
    EXPECT_EQ(letters[1].to.address, "root@example.org");
    EXPECT_EQ(letters[0].subject, "ann asks for boreas:0");
    expect_text({"dibs reservation approve " + to_text(wanted.id), "until 2026-12-01 14:00 UTC"});
    tables.fact(Approved{wanted, hosts_of(wanted.gpus)}, root);
    EXPECT_TRUE(take(news(), requested, ann).good);
    EXPECT_EQ(letters.size(), 2U) << "nothing is to be decided any more";
}

TEST_F(BookingMails, booking_by_admin_is_reported_as_booked_not_approved) {
    const auto wanted = booking(2, ann, {gpu_c}, "14:00", "16:00");
    const Requested requested{wanted, clock("14:00"), hosts_of(wanted.gpus)};
    const Approved approved{wanted, hosts_of(wanted.gpus)};
    tables.fact(requested, root).fact(approved, root);
    EXPECT_TRUE(take(news(), requested, root).good);
    EXPECT_TRUE(take(news(), approved, root).good);
    ASSERT_EQ(letters.size(), 1U);
    EXPECT_EQ(letters[0].subject, "root booked boreas:0 for you");
}

TEST_F(BookingMails, letters_about_one_booking_form_one_thread) {
    EXPECT_TRUE(take(news(), cancelled(anns), root).good);
    EXPECT_TRUE(take(news(), reinstated(anns), root).good);
    ASSERT_EQ(letters.size(), 2U);
    EXPECT_EQ(letters[0].references, letters[1].references);
    EXPECT_NE(letters[0].id, letters[1].id);
}

TEST_F(BookingMails, booking_title_is_in_body_and_not_in_headers) {
    auto evil = anns;
    evil.title.value = "x\r\nBcc: eve@example.org\r\n\r\nhi";
    tables.fact(changed(anns, evil), root);
    EXPECT_TRUE(take(news(), changed(anns, evil), root).good);
    tables.fact(prefers(ann, with_calendar()));
    EXPECT_TRUE(take(invitations(), changed(anns, evil), root).good);
    ASSERT_EQ(letters.size(), 2U);
    for (const auto& letter : letters) {
        for (const auto& line : head_of(letter, {"dibs@example.org", "Dibs"}, tables.now())) {
            EXPECT_EQ(line.find("eve@"), std::string::npos) << line;
        }
    }
    EXPECT_EQ(calendar("Bcc"), "none");
}

TEST_F(BookingMails, unreadable_fact_is_given_up) {
    const auto end = reminders().perform({"no record", ++position, 1, 1}, stopping);
    EXPECT_FALSE(end.good);
    EXPECT_TRUE(end.for_good);
}

}  // namespace
}  // namespace dibs::test
