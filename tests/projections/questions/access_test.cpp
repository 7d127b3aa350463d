// The access tables: groups with their members, grants, and closed times.
#include "projections/questions/access.hpp"

#include "projections/questions/people.hpp"
#include "tests/projections/store/tables_with.hpp"
#include "tests/support/plain_zones.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const GrantId general_grant = nth<GrantId>(1), day_grant = nth<GrantId>(5);

group::GroupCreated made(std::string name) {
    return {{student_group, std::move(name), false}};
}
group::Joined joined(PersonId person, bool manager = false) {
    return {student_group, person, manager, "students", {}};
}
grant::Grant to_students() {
    return {day_grant, "days", {false, {}, {student_group}}, {false, {gpu_a}, {}, {}}};
}

TEST(AccessTables, group_lists_members_until_they_leave_or_it_is_removed) {
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

TEST(AccessTables, members_are_listed_in_pages) {
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

TEST(AccessTables, group_shows_its_last_change) {
    TablesWith tables;
    tables.sample_site()
        .fact(made("students"))
        .fact(group::Changed{{student_group, "Pupils", true}, "students"});
    EXPECT_EQ(find_group(tables.ask(), student_group)->name, "Pupils");
    EXPECT_FALSE(find_group(tables.ask(), nth<GroupId>(2)));
    EXPECT_TRUE(find_group(tables.ask(), student_group)->newcomers);
}

TEST(AccessTables, grants_are_filtered_by_person_group_and_gpu) {
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

TEST(AccessTables, grant_shows_current_names_and_counts_its_changes) {
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

TEST(AccessTables, invitation_is_open_until_answered_or_withdrawn) {
    TablesWith tables;
    group::Limited limited{student_group, "students", {}, {}};
    limited.limits.gpus_at_once = 1;
    budget::Budget budget{nth<BudgetId>(1), student_group, {}, 500};
    budget.when_spent = budget::WhenSpent::refuse;
    tables.sample_site()
        .fact(made("students"))
        .fact(joined(ben, true))
        .fact(limited)
        .fact(budget::BudgetCreated{budget, "students"})
        .fact(group::Invited{student_group, ann, ben, "students"});
    const auto open = [&] { return find_person(tables.ask(), ann)->invitations.value(); };
    ASSERT_EQ(open().size(), 1U);
    EXPECT_EQ(open()[0].by_name.value, "ben");
    EXPECT_EQ(open()[0].limits.gpus_at_once, 1);
    ASSERT_EQ(open()[0].budgets.size(), 1U);
    EXPECT_EQ(open()[0].budgets[0].gpu_hours, 500);
    EXPECT_EQ(find_group(tables.ask(), student_group)->member_count, 1);
    tables.fact(group::InvitationDeclined{student_group, ann, ben, "students"});
    EXPECT_TRUE(open().empty());
    const auto list = list_invitations(tables.ask(), student_group, {}).items;
    ASSERT_EQ(list.size(), 1U);
    EXPECT_TRUE(list[0].declined);
    EXPECT_EQ(list[0].unix_name, "ann");
    tables.fact(joined(ann));
    EXPECT_TRUE(list_invitations(tables.ask(), student_group, {}).items.empty());
    tables.fact(group::Invited{student_group, root, ben, "students"})
        .fact(group::Removed{student_group, "students", {ann, ben}});
    EXPECT_TRUE(find_person(tables.ask(), root)->invitations->empty());
}

TEST(AccessTables, approvers_come_from_grants_that_cover_the_booking_time) {
    const PlainZones zones;
    auto nights = to_students();
    nights.zone = "East";  // two hours ahead of UTC
    nights.windows = {{{Weekday::tue}, {20 * 60}, {24 * 60}}};
    nights.approval.emplace();
    TablesWith tables;
    tables.sample_site()
        .fact(made("students"))
        .fact(joined(ann))
        .fact(joined(ben, true))
        .fact(grant::Given{nights});
    const PendingBooking at_night{ann, {gpu_a}, {clock("18:00"), clock("20:00")}};
    EXPECT_EQ(approvers_of(tables.ask(), at_night, zones), std::set{ben});
    EXPECT_TRUE(approves(tables.ask(), ben, at_night, zones));
    EXPECT_FALSE(approves(tables.ask(), ann, at_night, zones)) << "hers";
    const PendingBooking by_day{ann, {gpu_a}, {clock("12:00"), clock("14:00")}};
    EXPECT_TRUE(approvers_of(tables.ask(), by_day, zones).empty());
    tables.fact(given_everything(nth<GrantId>(9)));
    EXPECT_TRUE(approvers_of(tables.ask(), at_night, zones).empty()) << "no grant asks for it now";
}

TEST(AccessTables, closed_times_follow_from_the_persons_grants) {
    const PlainZones zones;
    auto mornings = to_students();
    mornings.zone = "East";  // two hours ahead of UTC: 08:00 to 10:00 UTC
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
