// The people who get a letter (ops/react/mail/recipients.hpp), and the table of letters.
#include "ops/react/mail/recipients.hpp"

#include "tests/ops/mail/mailed_letters.hpp"

#include <set>

namespace dibs::test {
namespace {

using people::Preferences;

class Recipients : public MailedLetters {
  protected:
    Recipients() {
        tables.fact(people::PersonDisabled{ben}, root);
        Preferences none;
        none.mails = false;
        none.zone = "East";
        tables.fact(people::PreferencesChanged{root, none}, root);
    }
    std::vector<std::string> addresses(const std::vector<PersonId>& of,
                                       const mail::Selection& selection) {
        std::vector<std::string> all;
        for (const auto& one : mail::readers(tables.ask(), of, selection)) {
            all.push_back(one.mailbox.address);
        }
        return all;
    }
    using Addresses = std::vector<std::string>;
};

TEST_F(Recipients, setting_excludes_disabled_people_and_those_who_turned_it_off) {
    EXPECT_EQ(addresses({ben, ann, root}, {.setting = &Preferences::wants_mails}),
              Addresses{"ann@example.org"});
    EXPECT_EQ(addresses({ben, ann, root}, {.setting = &Preferences::wants_weekly_report}),
              Addresses{})
        << "off by default";
}

TEST_F(Recipients, letter_without_setting_goes_to_every_address_in_the_given_order) {
    EXPECT_EQ(addresses({root, ben, ann}, {}),
              (Addresses{"root@example.org", "ben@example.org", "ann@example.org"}));
    tables.fact(people::MailChanged{ann, {}});
    EXPECT_EQ(addresses({root, nth<PersonId>(99), ann}, {}), Addresses{"root@example.org"})
        << "the others have no address";
}

TEST_F(Recipients, actor_is_left_out_where_asked) {
    EXPECT_EQ(addresses({ann, root}, {.without = ann}), Addresses{"root@example.org"});
}

TEST_F(Recipients, reader_has_their_own_clock) {
    const auto all = mail::readers(tables.ask(), {ann, root}, {.zones = &mail_zones});
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(time_text(ten, all[0].clock), "2026-12-01 10:00 UTC");
    EXPECT_EQ(time_text(ten, all[1].clock), "2026-12-01 12:00 East");
}

TEST_F(Recipients, only_enabled_admins_count_as_admins) {
    EXPECT_EQ(mail::admins(tables.ask()), std::vector{root});
    tables.fact(people::PersonDisabled{root}, root);
    EXPECT_EQ(mail::admins(tables.ask()), std::vector<PersonId>{});
}

TEST(LetterTable, each_row_is_a_reactor_with_facts_recipients_and_words) {
    std::set<std::string_view> names;
    for (const auto& kind : letters::letter_table([] { return ten; })) {
        EXPECT_TRUE(names.insert(kind.reactor).second) << kind.reactor << " is there twice";
        EXPECT_FALSE(kind.facts.empty()) << kind.reactor;
        EXPECT_TRUE(kind.people && kind.write) << kind.reactor;
    }
}

}  // namespace
}  // namespace dibs::test
