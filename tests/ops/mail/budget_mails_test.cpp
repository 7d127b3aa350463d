// Mails about budgets that are nearly spent: the due ones, the readers and the content. The mail
// server is a fake here; tests/system has a real one.
#include "ops/react/budgets/due_commands.hpp"
#include "tests/ops/mail/mailed_letters.hpp"
#include "tests/support/plain_zones.hpp"
#include "tests/support/test_keys.hpp"

#include <algorithm>

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using budget::Budget;
using budget::Period;
using budget::Spent;
using budget::Step;
using budget::WhenSpent;

const GroupId vision = nth<GroupId>(1);
const BudgetId first_budget = nth<BudgetId>(1), second_budget = nth<BudgetId>(2);
const PlainZones plain_zones;

Budget of_vision(std::int64_t hours) {
    return {first_budget, vision, {}, hours, Period::month, {}, {}, "UTC", WhenSpent::refuse};
}
Budget of_bert(std::int64_t hours) {
    return {second_budget, {}, "bert", hours, Period::month, {}, {}, "UTC", WhenSpent::warn};
}

// Ann manages the group, Ben is a member and books eight GPU-hours of this month, four for bert.
class BudgetMails : public MailedLetters {
  protected:
    BudgetMails() {
        tables.fact(group::GroupCreated{{vision, "vision", false}}, root)
            .fact(group::Joined{vision, ann, true, "vision", {}}, root)
            .fact(group::Joined{vision, ben, false, "vision", {}}, root);
        auto of_ben = booking(2, ben, {gpu_b}, "12:00", "16:00");
        of_ben.project = "bert";
        tables.fact(booked(booking(1, ben, {gpu_a}, "08:00", "12:00")), ben);
        tables.fact(booked(of_ben), ben);
    }
    BudgetMails& with(const Budget& budget) {
        tables.fact(budget::BudgetCreated{budget, budget.project.value_or("vision")}, root);
        return *this;
    }
    std::vector<BudgetId> called() {
        std::vector<BudgetId> all;
        for (const auto& command : budgets::due_commands(tables.ask(), plain_zones)) {
            if (const auto* call = get_if<budget::ReportBudgetThreshold>(&command))
                all.push_back(call->id);
        }
        return all;
    }
    static Spent spent(const Budget& budget, std::int64_t hours, Step step) {
        return {budget.id,
                budget.group,
                budget.project.value_or("vision"),
                {clock("00:00"), clock("00:00", "2027-01-01")},
                budget.gpu_hours,
                hours * 3600,
                step};
    }
    EffectEnd tell(const Spent& fact) { return take(letters_of("budget-spent"), fact); }
    std::vector<std::string> receivers() {
        std::vector<std::string> all;
        for (const auto& one : letters) all.push_back(one.to.address);
        std::sort(all.begin(), all.end());
        return all;
    }
};

TEST_F(BudgetMails, budget_is_due_from_80_percent_until_reported) {
    with(of_vision(11));
    EXPECT_EQ(called(), std::vector<BudgetId>{}) << "eight of eleven";
    tables.fact(budget::Changed{of_vision(10), of_vision(11), "vision"}, root);
    EXPECT_EQ(called(), std::vector{first_budget});
    const auto nearly = spent(of_vision(10), 8, Step::nearly_spent);
    tables.fact(nearly);
    EXPECT_EQ(called(), std::vector<BudgetId>{});
    tables.fact(budget::Changed{of_vision(8), of_vision(10), "vision"}, root);
    EXPECT_EQ(called(), std::vector{first_budget}) << "other hours are reported again";
    tables.fact(spent(of_vision(8), 8, Step::spent));
    EXPECT_EQ(called(), std::vector<BudgetId>{});
    tables.at("00:00", "2027-01-01");
    EXPECT_EQ(called(), std::vector<BudgetId>{}) << "nothing is booked in January";
    tables.at("10:00");
    auto warns = of_vision(8);
    warns.when_spent = WhenSpent::warn;
    tables.fact(budget::Changed{warns, of_vision(8), "vision"}, root);
    EXPECT_EQ(called(), std::vector<BudgetId>{})
        << "that it warns changes nothing of how far it is";
    tables.fact(budget::Removed{warns, "vision"}, root);
    EXPECT_EQ(called(), std::vector<BudgetId>{});
}

TEST_F(BudgetMails, group_budget_letters_go_to_managers_and_admins) {
    with(of_vision(10));
    const auto fact = spent(of_vision(10), 8, Step::nearly_spent);
    tables.fact(fact);
    EXPECT_TRUE(tell(fact).good);
    EXPECT_EQ(receivers(), (std::vector<std::string>{"ann@example.org", "root@example.org"}));
    const auto& letter = letters.at(0);
    EXPECT_EQ(letter.subject, "Budget of vision: 80 % of 10 GPU-hours are spent or booked ahead");
    EXPECT_EQ(letter.text,
              "Of the 10 GPU-hours of the group vision from 2026-12-01 to 2026-12-31 (UTC), 8 are "
              "spent or booked ahead: 2 are left.\n\nWhen none is left, nobody books more of it in "
              "this period. What is released early or called off comes back. An admin can change "
              "the budget.\n\nhttps://dibs.example.org/usage\n\nWhich mails you get: "
              "https://dibs.example.org/me\n");
    EXPECT_EQ(letter.until, clock("00:00", "2027-01-01"));
    EXPECT_EQ(letter.unsubscribe, "https://dibs.example.org/me");
    EXPECT_FALSE(mail::fault_in(letter, {"dibs@example.org", "Dibs"}));
}

TEST_F(BudgetMails, project_budget_letters_go_to_its_bookers_and_admins) {
    with(of_bert(3));
    const auto fact = spent(of_bert(3), 4, Step::spent);
    tables.fact(fact);
    EXPECT_TRUE(tell(fact).good);
    EXPECT_EQ(receivers(), (std::vector<std::string>{"ben@example.org", "root@example.org"}));
    EXPECT_EQ(letters.at(0).subject, "Budget of bert: all 3 GPU-hours are spent or booked ahead");
    EXPECT_NE(letters.at(0).text.find("of the project bert"), std::string::npos);
    EXPECT_NE(letters.at(0).text.find("that is 1 more than there are."), std::string::npos);
    EXPECT_NE(letters.at(0).text.find("More can still be booked"), std::string::npos);
}

TEST_F(BudgetMails, letter_is_omitted_after_opt_out_budget_change_or_period_end) {
    with(of_vision(10));
    const auto fact = spent(of_vision(10), 8, Step::nearly_spent);
    tables.fact(fact);
    people::Preferences none;
    none.budget_mails = false;
    tables.fact(people::PreferencesChanged{ann, none}, ann);
    tables.fact(people::MailChanged{root, {}}, root);
    EXPECT_TRUE(tell(fact).good);
    EXPECT_TRUE(letters.empty());
    tables.fact(people::PreferencesChanged{ann, {}}, ann);
    tables.fact(budget::Changed{of_vision(20), of_vision(10), "vision"}, root);
    EXPECT_TRUE(tell(fact).good);
    EXPECT_TRUE(letters.empty()) << "it has more hours by now";
    tables.fact(spent(of_vision(20), 16, Step::nearly_spent));
    tables.at("00:00", "2027-01-01");
    EXPECT_EQ(tell(spent(of_vision(20), 16, Step::nearly_spent)).detail,
              "not sent: it came too late");
    EXPECT_TRUE(letters.empty()) << "its period is over";
}

}  // namespace
}  // namespace dibs::test
