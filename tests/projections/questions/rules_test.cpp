// The rules table, and the history of rules.
#include "projections/questions/history.hpp"
#include "projections/questions/site.hpp"
#include "tests/projections/history/rendered_sentence.hpp"
#include "tests/projections/store/tables_with.hpp"

namespace dibs::test {
namespace {

const rules::RulesChanged first_ones{rules::Scope::site, {.shortest_min = 15, .most_gpus = 8}};

TEST(RuleTables, rules_are_the_defaults_until_set) {
    TablesWith tables;
    const auto r = site_rules(tables.ask());
    EXPECT_EQ(r.version, 0);
    EXPECT_EQ(r.rules, rules::Rules{});
    EXPECT_EQ(r.set_at, std::nullopt);
    EXPECT_EQ(r.set_by, std::nullopt);
}

TEST(RuleTables, newest_rules_apply_with_author_and_time) {
    TablesWith tables;
    tables.sample_site().at("10:10").fact(first_ones);
    EXPECT_EQ(site_rules(tables.ask()).version, 1);
    EXPECT_EQ(site_rules(tables.ask()).rules, first_ones.rules);
    EXPECT_EQ(site_rules(tables.ask()).set_at, clock("10:10"));
    EXPECT_EQ(site_rules(tables.ask()).set_by, std::nullopt)
        << "the configuration, at the first start";
    auto other = first_ones;
    other.rules.violation_level = rules::ViolationLevel::always;
    tables.at("10:20").fact(other, root);
    const auto r = site_rules(tables.ask());
    EXPECT_EQ(r.version, 2);
    EXPECT_EQ(r.rules, other.rules);
    EXPECT_EQ(r.set_at, clock("10:20"));
    EXPECT_EQ(r.set_by, root);
    EXPECT_NE(to_json(r).find(R"("violation_level":"always")"), std::string::npos) << to_json(r);
}

TEST(RuleTables, rule_changes_are_visible_to_everyone) {
    TablesWith tables;
    tables.sample_site().fact(first_ones, root);
    const auto found = list_events(tables.ask(), {.types = {"rules"}}, {}).items;
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(rendered_sentence(found[0]), "root set the rules");
    EXPECT_EQ(found[0].audience, Audience::everyone);
    EXPECT_NE(found[0].data.text.find(R"("shortest_min":15)"), std::string::npos);
}

}  // namespace
}  // namespace dibs::test
