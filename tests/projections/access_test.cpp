// The tables of who may use what: groups with their members, grants, and when somebody may not.
#include "projections/questions/access.hpp"

#include "tests/projections/tables_with.hpp"
#include "tests/support/plain_zones.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const GrantId general_grant = nth<GrantId>(1), day_grant = nth<GrantId>(5);

group::Made made(std::string name) {
    return {{student_group, std::move(name), false}};
}
group::Joined joined(PersonId person, bool manager = false) {
    return {student_group, person, manager, "students", {}};
}
grant::Grant to_students() {
    return {day_grant, "days", {false, {}, {student_group}}, {false, {gpu_a}, {}, {}}};
}

TEST(AccessTables, a_group_has_its_members_until_they_leave_or_it_is_removed) {
    TablesWith tables;
    tables.sample_site().fact(made("students")).fact(joined(ben, true)).fact(joined(ann));
    EXPECT_EQ(find_group(tables.ask(), student_group)->member_count, 2);
    const auto members = list_members(tables.ask(), student_group, {}).items;
    ASSERT_EQ(members.size(), 2U);
    EXPECT_EQ(members[0].unix_name, "ann");
    EXPECT_TRUE(members[1].manager);
    EXPECT_FALSE(members[0].manager);
    tables.fact(group::Left{student_group, ben, "students"});
    EXPECT_EQ(find_group(tables.ask(), student_group)->member_count, 1);
    tables.fact(group::Removed{student_group, "students", {ann}});
    EXPECT_FALSE(find_group(tables.ask(), student_group));
    EXPECT_TRUE(list_groups(tables.ask(), {}).items.empty());
    EXPECT_TRUE(list_members(tables.ask(), student_group, {}).items.empty());
}

TEST(AccessTables, members_come_in_pages) {
    TablesWith tables;
    tables.sample_site()
        .fact(made("students"))
        .fact(joined(ann))
        .fact(joined(ben))
        .fact(joined(root));
    const auto page = list_members(tables.ask(), student_group, {.limit = 2});
    EXPECT_EQ(page.items.size(), 2U);
    ASSERT_TRUE(page.next);
    const auto rest = list_members(tables.ask(), student_group, {.limit = 2, .after = page.next});
    ASSERT_EQ(rest.items.size(), 1U);
    EXPECT_EQ(rest.items[0].person, root);
    EXPECT_FALSE(rest.next);
}

TEST(AccessTables, a_group_is_as_it_was_changed_last) {
    TablesWith tables;
    tables.sample_site()
        .fact(made("students"))
        .fact(group::Changed{{student_group, "Pupils", true}, "students"});
    EXPECT_EQ(find_group(tables.ask(), student_group)->name, "Pupils");
    EXPECT_FALSE(find_group(tables.ask(), nth<GroupId>(2)));
    EXPECT_TRUE(find_group(tables.ask(), student_group)->newcomers);
}

TEST(AccessTables, grants_are_found_by_whom_and_what_they_reach) {
    TablesWith tables;
    tables.sample_site()
        .fact(given_everything(general_grant))
        .fact(made("students"))
        .fact(joined(ann));
    tables.fact(grant::Given{to_students()});
    const auto found = [&](const views::GrantFilter& filter) {
        std::vector<GrantId> ids;
        for (const auto& one : list_grants(tables.ask(), filter, {}).items) ids.push_back(one.id);
        return ids;
    };
    using Ids = std::vector<GrantId>;
    EXPECT_EQ(found({}), (Ids{general_grant, day_grant}));
    EXPECT_EQ(found({.person = ann}), (Ids{general_grant, day_grant}));
    EXPECT_EQ(found({.person = ben}), (Ids{general_grant}));
    EXPECT_EQ(found({.group = student_group}), (Ids{day_grant}));
    EXPECT_EQ(found({.gpu = gpu_a}), (Ids{general_grant, day_grant}));
    EXPECT_EQ(found({.gpu = gpu_b}), (Ids{general_grant}));
}

TEST(AccessTables, a_grant_has_the_names_of_what_it_names_and_counts_its_changes) {
    TablesWith tables;
    auto wider = to_students();
    wider.to.people = {ben};
    wider.what.hosts = {boreas};
    tables.sample_site()
        .fact(made("students"))
        .fact(grant::Given{to_students()})
        .fact(grant::Changed{wider, to_students()});
    const auto view = find_grant(tables.ask(), day_grant).value();
    EXPECT_EQ(view.version, 2);
    ASSERT_EQ(view.names.size(), 4U);
    EXPECT_EQ(view.names[0].name, "ben");
    EXPECT_EQ(view.names[1].name, "students");
    EXPECT_EQ(view.names[2].name, "atlas:0");
    EXPECT_EQ(view.names[3].name, "boreas");
    tables.fact(grant::Withdrawn{wider});
    EXPECT_FALSE(find_grant(tables.ask(), day_grant));
}

TEST(AccessTables, when_somebody_may_not_book_follows_from_their_grants) {
    const PlainZones zones;
    auto mornings = to_students();
    mornings.zone = "East";  // two hours ahead: 08:00 to 10:00 UTC
    mornings.windows = {{{Weekday::tue, Weekday::wed}, {10 * 60}, {12 * 60}}};
    TablesWith tables;
    tables.sample_site().fact(made("students")).fact(joined(ann)).fact(grant::Given{mornings});
    const Interval two_days{clock("09:00"), clock("09:00", "2026-12-03")};  // from a Tuesday on
    const auto closed = closed_to(tables.ask(), ann, {gpu_a, gpu_b}, two_days, zones, 100);
    ASSERT_EQ(closed.size(), 3U);
    EXPECT_EQ(closed[0].gpu, gpu_a);
    EXPECT_EQ(closed[0].from, clock("10:00"));
    EXPECT_EQ(closed[0].until, clock("08:00", "2026-12-02"));
    EXPECT_EQ(closed[0].after, day_grant);
    EXPECT_EQ(closed[1].from, clock("10:00", "2026-12-02"));
    EXPECT_EQ(closed[1].until, two_days.until);
    EXPECT_EQ(closed[2].gpu, gpu_b);
    EXPECT_EQ(closed[2].from, two_days.from);
    EXPECT_EQ(closed[2].after, std::nullopt);
    EXPECT_EQ(closed_to(tables.ask(), ann, {gpu_a}, two_days, zones, 1).size(), 1U);
    EXPECT_EQ(closed_to(tables.ask(), ben, {gpu_a}, two_days, zones, 100).size(), 1U);
}

}  // namespace
}  // namespace dibs::test
