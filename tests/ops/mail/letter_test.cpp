// The header of a letter, its permitted content, and several letters as one.
#include "ops/react/mail/letter.hpp"

#include "ops/react/mail/digest.hpp"
#include "ops/react/mail/mailer.hpp"
#include "tests/support/record_maker.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using namespace mail;

const Mailbox dibs_mailbox{"dibs@example.org", "Dibs"};

Letter some_letter() {
    Letter letter{.to = {"ann@example.org", "Ann"}};
    letter.subject = "Your booking";
    letter.text = "It begins soon.\n";
    letter.id = message_id(dibs_mailbox, "one");
    return letter;
}

std::string line_of_head(const Letter& letter, std::string_view name) {
    for (const auto& line : head_of(letter, dibs_mailbox, some_time)) {
        if (line.starts_with(std::string(name) + ": ")) return line.substr(name.size() + 2);
    }
    return "(none)";
}

TEST(Letter, header_has_all_required_lines) {
    const auto letter = some_letter();
    EXPECT_EQ(fault_in(letter, dibs_mailbox), std::nullopt);
    EXPECT_EQ(line_of_head(letter, "From"), "\"Dibs\" <dibs@example.org>");
    EXPECT_EQ(line_of_head(letter, "To"), "\"Ann\" <ann@example.org>");
    EXPECT_EQ(line_of_head(letter, "Subject"), "Your booking");
    EXPECT_EQ(line_of_head(letter, "Date"), mail_date(some_time));
    EXPECT_EQ(line_of_head(letter, "Message-ID"), letter.id);
    EXPECT_EQ(line_of_head(letter, "Auto-Submitted"), "auto-generated");
    EXPECT_EQ(line_of_head(letter, "In-Reply-To"), "(none)");
    EXPECT_EQ(line_of_head(letter, "List-Unsubscribe"), "(none)");
}

TEST(Letter, non_ascii_domain_is_sent_as_punycode) {
    const auto made =
        letter_to(PersonId{}, {"ann@bücher.example", "Ann"}, {dibs_mailbox, "mail", 1},
                  {.words = {"Your booking", "It begins soon.\n"}});
    EXPECT_EQ(fault_in(made.letter, dibs_mailbox), std::nullopt);
    EXPECT_EQ(line_of_head(made.letter, "To"), "\"Ann\" <ann@xn--bcher-kva.example>");
    EXPECT_EQ(parse_mailbox("Dibs <dibs@bücher.example>"),
              (Mailbox{"dibs@xn--bcher-kva.example", "Dibs"}));
    auto raw = some_letter();
    raw.to.address = "ann@bücher.example";
    EXPECT_TRUE(fault_in(raw, dibs_mailbox)) << "nothing beyond ASCII reaches the dialogue";
}

TEST(Letter, date_header_is_in_utc) {
    EXPECT_EQ(mail_date(*parse_instant("2026-11-25T20:06:40.500Z")),
              "Wed, 25 Nov 2026 20:06:40 +0000");
    EXPECT_EQ(mail_date(*parse_instant("2024-02-29T00:00:00Z")), "Thu, 29 Feb 2024 00:00:00 +0000");
}

TEST(Letter, references_put_letter_into_thread) {
    auto letter = some_letter();
    letter.references = {message_id(dibs_mailbox, "a"), message_id(dibs_mailbox, "b")};
    letter.unsubscribe = "https://dibs.example.org/profile";
    EXPECT_EQ(fault_in(letter, dibs_mailbox), std::nullopt);
    EXPECT_EQ(line_of_head(letter, "In-Reply-To"), letter.references[1]);
    EXPECT_EQ(line_of_head(letter, "References"),
              letter.references[0] + "\r\n " + letter.references[1]);
    EXPECT_EQ(line_of_head(letter, "List-Unsubscribe"), "<https://dibs.example.org/profile>");
}

TEST(Letter, message_id_is_stable_and_unique) {
    EXPECT_EQ(message_id(dibs_mailbox, "log 7 per_1"), message_id(dibs_mailbox, "log 7 per_1"));
    EXPECT_NE(message_id(dibs_mailbox, "log 7 per_1"), message_id(dibs_mailbox, "log 7 per_2"));
    EXPECT_TRUE(message_id(dibs_mailbox, "x").ends_with("@example.org>"));
}

TEST(Letter, non_ascii_text_becomes_encoded_words_of_whole_characters) {
    auto letter = some_letter();
    letter.subject = "Zażółć gęślą jaźń";
    EXPECT_EQ(line_of_head(letter, "Subject"), "=?UTF-8?B?WmHFvMOzxYLEhyBnxJnFm2zEhSBqYcW6xYQ=?=");
    letter.subject.clear();
    for (int i = 0; i < 60; ++i) letter.subject += "€";
    for (const auto& line : head_of(letter, dibs_mailbox, some_time)) {
        if (!line.starts_with("Subject")) continue;
        EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 4) << line;
        EXPECT_EQ(line.find(' ', line.rfind('\n') + 2), std::string::npos) << "a word a line";
    }
}

TEST(Letter, text_that_looks_like_encoded_word_is_encoded) {
    auto letter = some_letter();
    letter.subject = "=?UTF-8?Q?x?=";
    EXPECT_TRUE(line_of_head(letter, "Subject").starts_with("=?UTF-8?B?"));
    letter.to.name = R"(Ann "the \ fast")";
    EXPECT_EQ(line_of_head(letter, "To"), R"("Ann \"the \\ fast\"" <ann@example.org>)");
}

TEST(Letter, long_lines_are_folded_at_blanks_without_loss) {
    auto letter = some_letter();
    letter.subject.clear();
    while (letter.subject.size() < 280) letter.subject += "a few words ";
    auto line = line_of_head(letter, "Subject");
    std::size_t longest = 0, begin = 0;
    for (auto end = line.find("\r\n"); begin < line.size(); end = line.find("\r\n", begin)) {
        end = std::min(end, line.size());
        longest = std::max(longest, end - begin);
        begin = end + 2;
    }
    EXPECT_LE(longest, 78U);
    for (auto at = line.find("\r\n"); at != std::string::npos; at = line.find("\r\n"))
        line.erase(at, 2);
    EXPECT_EQ(line, letter.subject);
}

TEST(Letter, line_ends_in_headers_are_rejected) {
    for (const auto& evil : std::vector<std::string>{
             "x\r\nBcc: all@example.org", "x\nBcc: y", "x\rBcc: y", {"x\0y", 3}, "x\x1b[31m"}) {
        auto letter = some_letter();
        letter.subject = evil;
        EXPECT_EQ(fault_in(letter, dibs_mailbox),
                  "the subject has a line end or another control character");
        letter = some_letter();
        letter.to.name = evil;
        EXPECT_TRUE(fault_in(letter, dibs_mailbox));
        letter = some_letter();
        letter.to.address = "ann@example.org" + evil;
        EXPECT_TRUE(fault_in(letter, dibs_mailbox));
        letter = some_letter();
        letter.id = '<' + evil + "@example.org>";
        EXPECT_TRUE(fault_in(letter, dibs_mailbox));
        letter = some_letter();
        letter.references = {"<a@b>\r\n" + evil};
        EXPECT_TRUE(fault_in(letter, dibs_mailbox));
        letter = some_letter();
        letter.unsubscribe = "https://a/" + evil;
        EXPECT_TRUE(fault_in(letter, dibs_mailbox));
        letter = some_letter();
        letter.calendar = CalendarPart{"BEGIN:VCALENDAR\r\n", evil};
        EXPECT_TRUE(fault_in(letter, dibs_mailbox));
        EXPECT_TRUE(fault_in(some_letter(), Mailbox{"dibs@example.org", evil}));
        EXPECT_TRUE(fault_in(some_letter(), Mailbox{evil + "@example.org", ""}));
    }
    auto letter = some_letter();
    letter.subject = std::string(301, 'x');
    EXPECT_EQ(fault_in(letter, dibs_mailbox), "the subject is longer than 300 bytes");
}

TEST(Letter, mailbox_is_parsed_and_invalid_one_is_rejected) {
    EXPECT_EQ(parse_mailbox("Dibs of the lab <dibs@example.org>"),
              (Mailbox{"dibs@example.org", "Dibs of the lab"}));
    EXPECT_EQ(parse_mailbox("dibs@example.org"), (Mailbox{"dibs@example.org", ""}));
    for (const auto* bad : {"Dibs", "Dibs <dibs>", "Dibs <a@b> x", "a\n <a@b>", "", ">"}) {
        EXPECT_EQ(parse_mailbox(bad), std::nullopt) << bad;
    }
}

TEST(Letter, body_has_crlf_lines_without_control_characters) {
    EXPECT_EQ(body_of("a\nb\r\nc"), "a\r\nb\r\nc\r\n");
    EXPECT_EQ(body_of("a\tb\x1b[31m\rc\n"), "a\tb [31m c\r\n");
    EXPECT_EQ(body_of(""), "\r\n");
}

TEST(Letter, long_subject_is_cut_between_characters) {
    EXPECT_EQ(short_subject("Your booking"), "Your booking");
    std::string names;
    while (names.size() < 400) names += "gpu03:0-7 ";
    auto letter = some_letter();
    letter.subject = short_subject("Your booking of " + names);
    EXPECT_EQ(fault_in(letter, dibs_mailbox), std::nullopt);
    EXPECT_TRUE(letter.subject.ends_with("..."));
    std::string wide = "x";
    while (wide.size() < 400) wide += "ż";
    EXPECT_EQ(short_subject(wide).size() % 2, 0U)
        << "x, whole letters of two bytes, and three dots";
}

TEST(Digest, digest_has_all_texts_in_order) {
    auto first = some_letter();
    auto second = some_letter();
    first.subject = "First";
    second.subject = "Zweiter Gruß";
    second.text = "It has ended.";
    second.id = message_id(dibs_mailbox, "two");
    const auto digest = digest_of({first, second}, dibs_mailbox);
    EXPECT_EQ(fault_in(digest, dibs_mailbox), std::nullopt);
    EXPECT_EQ(digest.subject, "2 messages: Zweiter Gruß ...");
    EXPECT_EQ(digest.to, first.to);
    EXPECT_LT(digest.text.find("First\n-----\nIt begins soon.\n"),
              digest.text.find("Zweiter Gruß\n------------\nIt has ended.\n"));
    EXPECT_NE(digest.id, digest_of({first}, dibs_mailbox).id);
    EXPECT_EQ(digest.id, digest_of({first, second}, dibs_mailbox).id);
    EXPECT_EQ(digest_of({first}, dibs_mailbox).subject, "First");
}

TEST(Digest, digest_counts_letters_without_room) {
    auto letter = some_letter();
    letter.subject = std::string(300, 's');
    letter.text = std::string(5000, 't') + '\n';
    const auto digest = digest_of(std::vector<Letter>(3000, letter), dibs_mailbox);
    EXPECT_EQ(fault_in(digest, dibs_mailbox), std::nullopt);
    EXPECT_LT(digest.text.size(), 220U << 10U);
    EXPECT_GT(digest.text.size(), 200U << 10U);
    EXPECT_NE(digest.text.find(" more, which had no room here."), std::string::npos);
}

TEST(Digest, address_is_removed_from_server_answer) {
    EXPECT_EQ(without_address("550 5.1.1 <ann@example.org>: no such user.", "ann@example.org"),
              "550 5.1.1 <(address)>: no such user.");
    EXPECT_EQ(without_address("550 User Ann unknown; try ann.b@x.org.", "ann@example.org"),
              "550 User (address) unknown; try (address)");
    EXPECT_EQ(without_address("250 2.0.0 OK queued as 4Annx", "ann@example.org"),
              "250 2.0.0 OK queued as 4Annx");
}

}  // namespace
}  // namespace dibs::test
