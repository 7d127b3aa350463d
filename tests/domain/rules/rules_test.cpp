// The rules of a site: who sets them, their ranges, and that all are set or none.
#include "domain/rules/rules.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

Given rules_site() {
    return given(sample_site(), rules::RulesChanged{});
}
rules::RulesChanged were_set(rules::Rules values) {
    return {rules::Scope::site, values, rules::Rules{}};
}

TEST(Rules, first_change_records_default_rules) {
    EXPECT_EQ(sample_site().when(rules::Set{.expected = 0}), events(were_set({})));
    EXPECT_EQ(rules_site().when(rules::Set{.most_gpus = 1024}, root), nothing())
        << "from then on as they differ";
}

TEST(Rules, absent_rules_keep_their_values) {
    EXPECT_EQ(rules_site().when(rules::Set{.longest_min = 60}, root),
              events(were_set({.longest_min = 60})));
    EXPECT_EQ(rules_site().when(rules::Set{.usage_visible_to = rules::UsageVisibleTo::own}, root),
              events(were_set({.usage_visible_to = rules::UsageVisibleTo::own})));
}

TEST(Rules, admin_and_dibs_itself_set_rules) {
    EXPECT_EQ(rules_site().when(rules::Set{.most_gpus = 8}), events(were_set({.most_gpus = 8})));
    EXPECT_EQ(rules_site().when(rules::Set{.most_gpus = 8}, ann), refused(Code::not_allowed));
}

TEST(Rules, change_of_a_stale_version_is_refused) {
    EXPECT_EQ(rules_site().when(rules::Set{.expected = 0, .most_gpus = 8}, root),
              refused(Code::changed_meanwhile, "version"));
}

TEST(Rules, each_rule_is_bounded) {
    for (const auto& rule : rules::numbers) {
        for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, rule.most + 1}) {
            rules::Set set{.violation_level = rules::ViolationLevel::off};
            set.*rule.wanted = value;
            EXPECT_EQ(rules_site().when(set, root),
                      refused(Code::out_of_range, std::string(rule.name)));
        }
    }
}

TEST(Rules, longest_below_shortest_is_refused_naming_the_changed_rule) {
    EXPECT_EQ(rules_site().when(rules::Set{.longest_min = 29}, root),
              refused(Code::out_of_range, "longest_min"));
    EXPECT_EQ(rules_site().when(rules::Set{.shortest_min = 11521}, root),
              refused(Code::out_of_range, "shortest_min"));
    EXPECT_EQ(rules_site().when(rules::Set{.shortest_min = 60, .longest_min = 60}, root),
              events(were_set({.shortest_min = 60, .longest_min = 60})));
}

}  // namespace
}  // namespace dibs::test
