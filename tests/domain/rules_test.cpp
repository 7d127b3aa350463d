// The rules of a site: who sets them, within which bounds, and that all or nothing is set.
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

TEST(Rules, the_first_time_they_are_put_on_record_as_dibs_brings_them_along) {
    EXPECT_EQ(sample_site().when(rules::Set{.expected = 0}), events(were_set({})));
    EXPECT_EQ(rules_site().when(rules::Set{.most_gpus = 1024}, root), nothing())
        << "from then on as they differ";
}

TEST(Rules, what_is_not_named_stays) {
    EXPECT_EQ(rules_site().when(rules::Set{.longest_min = 60}, root),
              events(were_set({.longest_min = 60})));
    EXPECT_EQ(rules_site().when(rules::Set{.usage_visible_to = rules::UsageVisibleTo::own}, root),
              events(were_set({.usage_visible_to = rules::UsageVisibleTo::own})));
}

TEST(Rules, an_admin_sets_them_and_dibs_itself) {
    EXPECT_EQ(rules_site().when(rules::Set{.most_gpus = 8}), events(were_set({.most_gpus = 8})));
    EXPECT_EQ(rules_site().when(rules::Set{.most_gpus = 8}, ann), refused(Code::not_allowed));
}

TEST(Rules, a_change_of_other_ones_than_were_seen_is_refused) {
    EXPECT_EQ(rules_site().when(rules::Set{.expected = 0, .most_gpus = 8}, root),
              refused(Code::changed_meanwhile, "version"));
}

TEST(Rules, each_number_keeps_its_bounds) {
    for (const auto& rule : rules::numbers) {
        for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, rule.most + 1}) {
            rules::Set set{.violation_level = rules::ViolationLevel::off};
            set.*rule.wanted = value;
            EXPECT_EQ(rules_site().when(set, root),
                      refused(Code::out_of_range, std::string(rule.name)));
        }
    }
}

TEST(Rules, the_longest_booking_is_not_shorter_than_the_shortest_and_the_one_named_is_to_blame) {
    EXPECT_EQ(rules_site().when(rules::Set{.longest_min = 29}, root),
              refused(Code::out_of_range, "longest_min"));
    EXPECT_EQ(rules_site().when(rules::Set{.shortest_min = 11521}, root),
              refused(Code::out_of_range, "shortest_min"));
    EXPECT_EQ(rules_site().when(rules::Set{.shortest_min = 60, .longest_min = 60}, root),
              events(were_set({.shortest_min = 60, .longest_min = 60})));
}

}  // namespace
}  // namespace dibs::test
