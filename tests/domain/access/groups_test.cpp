// Groups: who makes them, adds or invites people, and the groups of newcomers.
#include "tests/domain/access/students.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

const GroupId guests = nth<GroupId>(2);

group::GroupCreated made(GroupId id, std::string name, bool newcomers = false) {
    return {{id, std::move(name), newcomers}};
}
group::Joined joined(GroupId id, PersonId person, bool manager = false) {
    return {id, person, manager, "students", {}};
}
Given with_students() {
    return given(sample_site(), made(students, "students"));
}

TEST(Groups, admin_makes_a_group) {
    EXPECT_EQ(sample_site().when(group::Make{students, "  students ", true}, root),
              events(made(students, "students", true)));
    EXPECT_EQ(sample_site().when(group::Make{students, "students"}, ann),
              refused(Code::not_allowed));
}

TEST(Groups, group_name_is_unique_ignoring_case) {
    EXPECT_EQ(with_students().when(group::Make{guests, "Students"}, root),
              refused(Code::already_exists, "name"));
    EXPECT_EQ(with_students().when(group::Make{students, "others"}, root),
              refused(Code::already_exists, "id"));
    for (const std::string name :
         {"", "everyone", "two\nlines", "grp_01081G8186E008000000000001"}) {
        EXPECT_EQ(sample_site().when(group::Make{students, name}, root),
                  refused(Code::out_of_range, "name"))
            << name;
    }
}

TEST(Groups, group_is_renamed_and_marked_for_newcomers) {
    EXPECT_EQ(with_students().when(group::Change{students, "pupils"}, root),
              events(group::Changed{{students, "pupils", false}, "students"}));
    EXPECT_EQ(with_students().when(group::Change{students, "Students", true}, root),
              events(group::Changed{{students, "Students", true}, "students"}));
    EXPECT_EQ(with_students().when(group::Change{students, "students"}, root), nothing());
    EXPECT_EQ(with_students().when(group::Change{guests, "guests"}, root),
              refused(Code::not_found, "id"));
}

TEST(Groups, admin_adds_members_and_names_managers) {
    const auto world = with_students();
    EXPECT_EQ(world.when(group::Join{students, ann}, root), events(joined(students, ann)));
    EXPECT_EQ(world.when(group::Join{students, ann, true}, root),
              events(joined(students, ann, true)));
    const auto member = given(world, joined(students, ann));
    EXPECT_EQ(member.when(group::Join{students, ann}, root), nothing());
    EXPECT_EQ(member.when(group::Join{students, ann, true}, root),
              events(group::Joined{students, ann, true, "students", false}));
    EXPECT_EQ(world.when(group::Join{students, nth<PersonId>(77)}, root),
              refused(Code::unknown_person, "person_id"));
}

// Ann manages the students.
Given managed_by_ann() {
    return given(with_students(), joined(students, ann, true));
}
group::Invited invited(PersonId person) {
    return {students, person, ann, "students"};
}
group::InvitationDeclined declined(PersonId person) {
    return {students, person, ann, "students"};
}
group::InvitationWithdrawn withdrawn(PersonId person) {
    return {students, person, ann, "students"};
}

TEST(Groups, manager_invites_people_but_adds_no_member) {
    const auto world = managed_by_ann();
    EXPECT_EQ(world.when(group::Join{students, ben}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(group::Join{students, ben, true}, ann), refused(Code::not_allowed));
    EXPECT_EQ(given(world, joined(students, ben)).when(group::Join{students, ben, true}, ann),
              refused(Code::not_allowed, "manager"));
    EXPECT_EQ(world.when(group::Invite{students, ben}, ann), events(invited(ben)));
    EXPECT_EQ(given(world, invited(ben)).when(group::Invite{students, ben}, ann), nothing());
    EXPECT_EQ(given(world, joined(students, ben)).when(group::Invite{students, ben}, ann),
              nothing());
    EXPECT_EQ(world.when(group::Invite{students, ben}, root),
              events(group::Invited{students, ben, root, "students"}));
}

TEST(Groups, only_managers_and_admins_invite) {
    const auto world = managed_by_ann();
    EXPECT_EQ(world.when(group::Invite{students, ben}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(group::Invite{students, ben}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(given(world, made(guests, "guests")).when(group::Invite{guests, ben}, ann),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(group::Invite{students, nth<PersonId>(77)}, ann),
              refused(Code::unknown_person, "person_id"));
}

TEST(Groups, admins_and_disabled_people_are_not_invited) {
    const auto world = managed_by_ann();
    EXPECT_EQ(world.when(group::Invite{students, root}, ann),
              refused(Code::not_allowed, "person_id"));
    EXPECT_EQ(given(world, people::PersonDisabled{ben}).when(group::Invite{students, ben}, ann),
              refused(Code::not_allowed, "person_id"));
}

TEST(Groups, an_invited_person_joins_by_accepting) {
    const auto world = given(managed_by_ann(), invited(ben));
    EXPECT_TRUE(groups_of(world.world().groups, ben).empty()) << "an invitation is no membership";
    EXPECT_EQ(world.when(group::Join{students, ben}, ben), events(joined(students, ben)));
    EXPECT_EQ(world.when(group::Join{students, ben, true}, ben),
              refused(Code::not_allowed, "manager"));
    EXPECT_EQ(world.when(group::Join{students, ben}, ben, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(group::Join{students, ben}, ann), refused(Code::not_allowed));
    const auto member = given(world, joined(students, ben));
    EXPECT_EQ(invitation(*find(member.world().groups, students), ben), nullptr);
    EXPECT_EQ(managed_by_ann().when(group::Join{students, ben}, ben), refused(Code::not_allowed))
        << "nobody joins uninvited";
}

TEST(Groups, declined_invitation_is_not_repeated_but_can_be_accepted) {
    const auto world = given(managed_by_ann(), invited(ben));
    EXPECT_EQ(world.when(group::EndInvitation{students, ben}, ben), events(declined(ben)));
    const auto after = given(world, declined(ben));
    EXPECT_EQ(after.when(group::EndInvitation{students, ben}, ben), nothing());
    EXPECT_EQ(after.when(group::Invite{students, ben}, ann),
              refused(Code::not_allowed, "person_id"));
    EXPECT_EQ(after.when(group::EndInvitation{students, ben}, ann),
              refused(Code::not_allowed, "person_id"));
    EXPECT_EQ(after.when(group::Join{students, ben}, ben), events(joined(students, ben)));
    EXPECT_EQ(after.when(group::EndInvitation{students, ben}, root), events(withdrawn(ben)));
    EXPECT_EQ(given(after, withdrawn(ben)).when(group::Invite{students, ben}, ann),
              events(invited(ben)));
}

TEST(Groups, a_manager_withdraws_an_open_invitation) {
    const auto world = given(managed_by_ann(), invited(ben));
    EXPECT_EQ(world.when(group::EndInvitation{students, ben}, ann), events(withdrawn(ben)));
    EXPECT_EQ(given(world, withdrawn(ben)).when(group::Join{students, ben}, ben),
              refused(Code::not_allowed));
    EXPECT_EQ(managed_by_ann().when(group::EndInvitation{students, ben}, ann),
              refused(Code::not_found, "person_id"));
    EXPECT_EQ(given(world, made(guests, "guests"), group::Invited{guests, root, root, "guests"})
                  .when(group::EndInvitation{guests, root}, ben),
              refused(Code::not_allowed));
}

TEST(Groups, a_removed_person_leaves_no_invitation) {
    const auto world = given(managed_by_ann(), invited(ben));
    EXPECT_EQ(world.when(people::RemovePerson{ben}, root),
              events(people::PersonRemoved{ben, "ben"}, withdrawn(ben)));
}

TEST(Groups, every_member_may_leave) {
    const auto world = given(managed_by_ann(), joined(students, ben));
    EXPECT_EQ(world.when(group::Leave{students, ben}, ben),
              events(group::Left{students, ben, "students"}));
    EXPECT_EQ(world.when(group::Leave{students, ben}, ben, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(group::Leave{students, ann}, ben), refused(Code::not_allowed));
}

TEST(Groups, manager_removes_members_and_only_an_admin_removes_managers) {
    const auto world = given(with_students(), joined(students, ann, true), joined(students, ben),
                             joined(students, root, true));
    EXPECT_EQ(world.when(group::Leave{students, ben}, ann),
              events(group::Left{students, ben, "students"}));
    EXPECT_EQ(world.when(group::Leave{students, root}, ann),
              refused(Code::not_allowed, "person_id"));
    EXPECT_EQ(world.when(group::Leave{students, ann}, ann),
              events(group::Left{students, ann, "students"}));
    EXPECT_EQ(world.when(group::Leave{students, ann}, root),
              events(group::Left{students, ann, "students"}));
    EXPECT_EQ(world.when(group::Leave{students, nth<PersonId>(77)}, root),
              refused(Code::not_found, "person_id"));
}

TEST(Groups, newcomers_join_groups_for_newcomers) {
    const auto world =
        given(sample_site(), made(students, "students", true), made(guests, "guests"));
    const people::AddPerson cleo{nth<PersonId>(4), {"Cleo"}, "cleo", people::Role::user, {"h"}};
    EXPECT_EQ(world.when(cleo, root),
              events(people::PersonAdded{cleo.id, {"Cleo"}, "cleo", people::Role::user, {"h"}},
                     group::Joined{students, cleo.id, false, "students", {}}));
}

TEST(Groups, removed_group_leaves_its_grants) {
    grant::Grant days = grant::everyone_may_use_everything(nth<GrantId>(5));
    days.to = {false, {ben}, {students}};
    auto without = days;
    without.to.groups.clear();
    const auto world = given(with_students(), joined(students, ann), grant::Given{days});
    EXPECT_EQ(world.when(group::Remove{students}, root),
              events(group::Removed{students, "students", {ann}}, grant::Changed{without, days}));
    EXPECT_EQ(world.when(group::Remove{students}, ann), refused(Code::not_allowed));
}

TEST(Groups, group_lists_its_members) {
    const auto world = given(with_students(), joined(students, ben), joined(students, ann, true));
    const auto& state = world.world().groups;
    EXPECT_EQ(groups_of(state, ann), (std::vector{students}));
    EXPECT_TRUE(manages(state, students, ann));
    EXPECT_FALSE(manages(state, students, ben));
    EXPECT_TRUE(groups_of(given(world, group::Left{students, ben, "students"}).world().groups, ben)
                    .empty());
}

}  // namespace
}  // namespace dibs::test
