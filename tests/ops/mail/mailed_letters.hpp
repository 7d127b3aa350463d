// Shared by tests of reactors that send mail: a site with real tables whose people have addresses,
// and a mailer that keeps the letters instead of sending them.
#pragma once

#include "ops/react/letters/letter_table.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/plain_zones.hpp"
#include "tests/support/record_maker.hpp"
#include "tests/support/test_keys.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {

class MailedLetters : public ::testing::Test {
  protected:
    MailedLetters() {
        tables.sample_site();
        for (const auto& [id, name] : {std::pair(ann, "ann"), {ben, "ben"}, {root, "root"}}) {
            tables.fact(
                people::MailChanged{id, Personal<std::string>{std::string(name) + "@example.org"}});
        }
    }
    PlainZones mail_zones;

    mail::MailerPorts ports() {
        return {.send =
                    [this](const mail::Letter& letter, const auto&) {
                        letters.push_back(letter);
                        return mail::Sent{mail::SendStatus::sent};
                    },
                .keep = [](const std::string&) {},
                .clock = [this] { return tables.now(); },
                .from = {"dibs@example.org", "Dibs"}};
    }
    mail::LetterParts parts() { return parts(mailer, "https://dibs.example.org"); }
    mail::LetterParts parts(mail::Mailer& by, std::string site) {
        return {by,
                {"dibs@example.org", "Dibs"},
                test_keys(),
                [this](Position) { return std::optional<Snapshot>(tables.ask()); },
                std::move(site),
                mail_zones};
    }
    Reaction letters_of(std::string_view reactor) { return letters_of(reactor, parts()); }
    Reaction letters_of(std::string_view reactor, const mail::LetterParts& by) {
        return dibs::letters::reaction(reactor, by, [this] { return tables.now(); });
    }
    // Performs the reaction to a fact that is already in the tables.
    template <class E>
    EffectEnd take(const Reaction& reaction, const E& fact, std::optional<PersonId> by = {}) {
        RecordMaker pen;
        pen.now = tables.now();
        pen.created();
        auto record = pen.command({event(fact)}, {.actor = by}).front();
        EXPECT_TRUE(reaction.wants(*parse_record(record)));
        return reaction.perform({std::move(record), ++position, 1, 1}, stopping);
    }

    TablesWith tables;
    std::vector<mail::Letter> letters;
    mail::Mailer mailer{ports(), mail::MailPace({100, 1000}, "")};
    std::atomic<bool> stopping{false};
    Position position = 100;
};

}  // namespace dibs::test
