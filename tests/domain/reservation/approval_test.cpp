// Bookings that need approval: approvers, what the booking holds meanwhile, and the outcome.
#include "tests/domain/access/students.hpp"
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using reservation::Approve;
using reservation::Approved;
using reservation::Decline;
using reservation::Declined;
using reservation::Lapsed;
using reservation::Requested;

const GroupId guest_group = nth<GroupId>(2);

grant::Grant with_approval(grant::Approval approval, grant::Grantees to = {false, {}, {students}}) {
    auto grant = grant::everyone_may_use_everything(nth<GrantId>(1));
    grant.to = std::move(to);
    grant.approval = std::move(approval);
    return grant;
}

// Students may use everything with approval. Ann and Ben are students, and Ben manages them.
Given approval_site(grant::Approval approval = {}) {
    return given(house_without_grant(), grant::Given{with_approval(std::move(approval))},
                 group::GroupCreated{{students, "students", false}},
                 group::Joined{students, ann, false, "students", {}},
                 group::Joined{students, ben, true, "students", {}});
}

Requested requested(const reservation::Booking& b, Instant held_until) {
    return {b, held_until, hosts_of(b.gpus)};
}
Approved approved(const reservation::Booking& b) {
    return {b, hosts_of(b.gpus)};
}
Declined declined(const reservation::Booking& b, std::string reason) {
    return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus), {std::move(reason)}};
}
Lapsed lapsed(const reservation::Booking& b) {
    return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus)};
}

const auto wanted_booking = booking(1, ann, {gpu_a}, "14:00", "16:00");
const auto waiting = requested(wanted_booking, clock("16:00"));

TEST(Approval, booking_on_a_grant_with_approval_waits_and_holds_its_gpus) {
    EXPECT_EQ(approval_site().when(book(wanted_booking), ann), events(waiting));
    const auto other = booking(2, ben, {gpu_a}, "15:00", "17:00");
    EXPECT_EQ(given(approval_site(), waiting).when(book(other), ben),
              refused(Code::slot_taken, "gpus", {wanted_booking.id}));
}

TEST(Approval, pending_booking_holds_gpus_for_a_day_or_by_rule_at_most_to_its_end) {
    const auto far =
        booking(1, ann, {gpu_a}, clock("14:00", "2026-12-04"), clock("16:00", "2026-12-04"));
    EXPECT_EQ(approval_site().when(book(far), ann),
              events(requested(far, clock("10:00", "2026-12-02"))));
    rules::Rules rules;
    rules.approval_hold_min = 90;
    EXPECT_EQ(approval_site().with(rules).when(book(far), ann),
              events(requested(far, clock("11:30"))));
}

TEST(Approval, approval_is_required_only_above_the_limits_of_the_grant) {
    const grant::Approval above{1, 120};
    EXPECT_EQ(approval_site(above).when(book(wanted_booking), ann), events(booked(wanted_booking)));
    const auto wide = booking(1, ann, {gpu_a, gpu_b}, "14:00", "16:00");
    EXPECT_EQ(approval_site(above).when(book(wide), ann), events(requested(wide, clock("16:00"))));
    const auto long_one = booking(1, ann, {gpu_a}, "14:00", "16:01");
    EXPECT_EQ(approval_site(above).when(book(long_one), ann),
              events(requested(long_one, clock("16:01"))));
    EXPECT_EQ(approval_site({1, {}}).when(book(long_one), ann), events(booked(long_one)));
}

TEST(Approval, booking_needs_no_approval_if_another_grant_covers_it) {
    const auto world = given(approval_site(), given_everything(nth<GrantId>(2)));
    EXPECT_EQ(world.when(book(wanted_booking), ann), events(booked(wanted_booking)));
}

TEST(Approval, booking_by_an_admin_is_approved_at_once) {
    EXPECT_EQ(approval_site().when(book(wanted_booking), root),
              events(waiting, approved(wanted_booking)));
}

// Ann is also a guest; the guests have no manager.
Given with_guests(Given world) {
    return given(std::move(world), group::GroupCreated{{guest_group, "guests", false}},
                 group::Joined{guest_group, ann, false, "guests", {}});
}

TEST(Approval, manager_of_another_group_cannot_approve) {
    for (const auto& to : {grant::Grantees{true, {}, {}}, grant::Grantees{false, {ann}, {}},
                           grant::Grantees{false, {}, {guest_group}}}) {
        const auto grant = with_approval({}, to);
        const auto world =
            given(with_guests(approval_site()), grant::Changed{grant, with_approval({})}, waiting);
        EXPECT_EQ(world.when(Approve{wanted_booking.id}, ben), refused(Code::not_allowed));
        EXPECT_EQ(world.when(Decline{wanted_booking.id, {}, {"x"}}, ben),
                  refused(Code::not_allowed));
        EXPECT_EQ(world.when(Approve{wanted_booking.id}, root), events(approved(wanted_booking)));
    }
}

TEST(Approval, named_approvers_replace_managers) {
    const auto named = with_approval({{}, {}, {{ben}}}, {true, {}, {}});
    auto world = given(approval_site(), group::Left{students, ben, "students"},
                       grant::Changed{named, with_approval({})}, waiting);
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, ben), events(approved(wanted_booking)));
    const auto admins_alone = with_approval({{}, {}, std::vector<PersonId>{}});
    world = given(approval_site(), grant::Changed{admins_alone, with_approval({})}, waiting);
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, root), events(approved(wanted_booking)));
}

TEST(Approval, booking_on_two_grants_needs_an_approver_of_both) {
    auto first = with_approval({});
    first.what = {false, {gpu_a}, {}, {}};
    auto second = with_approval({}, {false, {}, {guest_group}});
    second.id = nth<GrantId>(2);
    second.what = {false, {gpu_b}, {}, {}};
    const auto both = booking(1, ann, {gpu_a, gpu_b}, "14:00", "16:00");
    const auto world = given(with_guests(approval_site()), grant::Changed{first, with_approval({})},
                             grant::Given{second}, requested(both, clock("16:00")));
    EXPECT_EQ(world.when(Approve{both.id}, ben), refused(Code::not_allowed));
    EXPECT_EQ(given(world, group::Joined{guest_group, ben, true, "guests", {}})
                  .when(Approve{both.id}, ben),
              events(approved(both)));
}

TEST(Approval, admins_approve_if_no_grant_requires_approval_any_more) {
    const auto world = given(approval_site(), waiting, given_everything(nth<GrantId>(2)));
    const PersonId cleo = nth<PersonId>(4);
    const auto more = given(world, person(cleo, "cleo", people::Role::user));
    EXPECT_EQ(more.when(Decline{wanted_booking.id, {}, {"x"}}, cleo), refused(Code::not_allowed));
    EXPECT_EQ(more.when(Approve{wanted_booking.id}, root), events(approved(wanted_booking)));
}

TEST(Approval, approvers_must_exist_and_removal_drops_an_approver) {
    auto grant = with_approval({{}, {}, {{nth<PersonId>(77)}}});
    grant.id = nth<GrantId>(7);
    EXPECT_EQ(approval_site().when(grant::Give{grant}, root),
              refused(Code::unknown_person, "approval.approvers"));
    const auto named = with_approval({{}, {}, {{ben, root}}});
    const auto without = with_approval({{}, {}, {{root}}});
    const auto world = given(approval_site(), grant::Changed{named, with_approval({})});
    EXPECT_EQ(world.when(people::RemovePerson{ben}, root),
              events(people::PersonRemoved{ben, "ben"}, group::Left{students, ben, "students"},
                     grant::Changed{without, named}));
}

TEST(Approval, admins_and_managers_of_the_grantee_group_approve_but_not_the_owner) {
    const auto world = given(approval_site(), waiting);
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, root), events(approved(wanted_booking)));
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, ben), events(approved(wanted_booking)));
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, ben, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(
        given(world, group::Left{students, ann, "students"}).when(Approve{wanted_booking.id}, ben),
        refused(Code::not_allowed));
    const auto own = booking(2, ben, {gpu_b}, "14:00", "16:00");
    EXPECT_EQ(given(approval_site(), requested(own, clock("16:00"))).when(Approve{own.id}, ben),
              refused(Code::not_allowed));
}

TEST(Approval, approved_booking_holds_its_gpus_for_use) {
    auto world = given(approval_site(), waiting, approved(wanted_booking));
    EXPECT_EQ(reservation::holder(world.world().reservations, gpu_a, clock("15:00"))->booking.id,
              wanted_booking.id);
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, root), refused(Code::not_ready));
    EXPECT_EQ(world.when(Decline{wanted_booking.id, {}, {"late"}}, root), refused(Code::not_ready));
}

TEST(Approval, pending_booking_gives_no_use) {
    const auto world = given(approval_site(), waiting);
    EXPECT_EQ(reservation::holder(world.world().reservations, gpu_a, clock("15:00")), nullptr);
}

TEST(Approval, late_approval_moves_the_start_to_now) {
    auto world = given(approval_site(), waiting);
    world.at(clock("15:00"));
    const auto rest = booking(1, ann, {gpu_a}, "15:00", "16:00");
    EXPECT_EQ(world.when(Approve{wanted_booking.id}, root), events(approved(rest)));
}

TEST(Approval, declined_booking_holds_nothing_and_is_final) {
    const auto world = given(approval_site(), waiting);
    EXPECT_EQ(world.when(Decline{wanted_booking.id, {}, {" exams  first "}}, ben),
              events(declined(wanted_booking, "exams  first")));
    EXPECT_EQ(world.when(Decline{wanted_booking.id, {}, {""}}, ben),
              refused(Code::out_of_range, "reason"));
    EXPECT_EQ(world.when(Decline{wanted_booking.id, {}, {"x"}}, ann), refused(Code::not_allowed));
    const auto after = given(world, declined(wanted_booking, "x"));
    EXPECT_EQ(after.when(reservation::Cancel{wanted_booking.id}, ann),
              refused(Code::already_ended));
    EXPECT_EQ(after.when(reservation::Reinstate{wanted_booking.id}, ann), refused(Code::not_ready));
    const auto other = booking(2, ben, {gpu_a}, "15:00", "17:00");
    EXPECT_EQ(after.when(book(other), root),
              events(requested(other, clock("17:00")), approved(other)));
}

TEST(Approval, pending_booking_lapses_without_an_answer) {
    auto world = given(approval_site(), waiting);
    world.at(clock("15:59"));
    EXPECT_EQ(world.when(Tick{}), nothing());
    world.at(clock("16:00"));
    EXPECT_EQ(world.when(Tick{}), events(lapsed(wanted_booking)));
    EXPECT_EQ(given(world, lapsed(wanted_booking)).when(Tick{}), nothing());
    EXPECT_EQ(
        given(approval_site(), waiting, approved(wanted_booking)).at(clock("16:00")).when(Tick{}),
        nothing());
}

TEST(Approval, pending_booking_allows_only_title_changes_and_cancelling) {
    const auto world = given(approval_site(), waiting);
    auto named = wanted_booking;
    named.title.value = "exam";
    reservation::Change title{wanted_booking.id};
    title.title = Personal<std::string>{"exam"};
    EXPECT_EQ(world.when(title, ann), events(changed(wanted_booking, named)));
    EXPECT_EQ(given(world, changed(wanted_booking, named)).when(Approve{wanted_booking.id}, root),
              events(approved(named)));
    EXPECT_EQ(world.when(reservation::Change{wanted_booking.id, {}, {}, {}, clock("15:00")}, ann),
              refused(Code::not_ready));
    EXPECT_EQ(world.when(reservation::Cancel{wanted_booking.id}, ann),
              events(cancelled(wanted_booking)));
    auto late = world;
    late.at(clock("15:00"));
    EXPECT_EQ(late.when(reservation::Release{wanted_booking.id}, ann), refused(Code::not_ready));
    EXPECT_EQ(late.when(reservation::Cancel{wanted_booking.id}, ann),
              events(cancelled(wanted_booking)));
}

TEST(Approval, approved_booking_cannot_grow_without_new_approval) {
    const auto world = given(approval_site(), waiting, approved(wanted_booking));
    auto shorter = wanted_booking;
    shorter.when.until = clock("15:00");
    auto longer = wanted_booking;
    longer.when.until = clock("17:00");
    EXPECT_EQ(world.when(reservation::Change{wanted_booking.id, {}, {}, {}, clock("15:00")}, ann),
              events(changed(wanted_booking, shorter)));
    EXPECT_EQ(world.when(reservation::Change{wanted_booking.id, {}, {}, {}, clock("17:00")}, ann),
              refused(Code::needs_approval));
    EXPECT_EQ(world.when(reservation::Change{wanted_booking.id, {}, {}, {}, clock("17:00")}, root),
              events(changed(wanted_booking, longer)));
}

TEST(Approval, reinstated_booking_needs_approval_unless_approved_in_this_form) {
    EXPECT_EQ(given(approval_site(), waiting, cancelled(wanted_booking))
                  .when(reservation::Reinstate{wanted_booking.id}, ann),
              events(waiting));
    EXPECT_EQ(given(approval_site(), waiting, approved(wanted_booking), cancelled(wanted_booking))
                  .when(reservation::Reinstate{wanted_booking.id}, ann),
              events(reinstated(wanted_booking)));
}

TEST(Approval, pending_booking_without_its_grant_loses_its_gpus) {
    const auto grant = with_approval({});
    const reservation::Suspended suspended{
        wanted_booking.id,   wanted_booking.owner,          wanted_booking.gpus,
        wanted_booking.when, hosts_of(wanted_booking.gpus), {}};
    const auto world = given(approval_site(), waiting);
    EXPECT_EQ(world.when(grant::Withdraw{grant.id}, root),
              events(grant::Withdrawn{grant}, suspended));
    const auto without = given(world, grant::Withdrawn{grant}, suspended);
    EXPECT_EQ(without.when(grant::Give{grant}, root), events(grant::Given{grant}))
        << "it would wait again: who wants it back asks";
    EXPECT_EQ(
        given(without, grant::Given{grant}).when(reservation::Reinstate{wanted_booking.id}, ann),
        events(waiting));
}

TEST(Approval, approved_booking_is_revived_with_its_grant) {
    const auto grant = with_approval({});
    const reservation::Suspended suspended{
        wanted_booking.id,   wanted_booking.owner,          wanted_booking.gpus,
        wanted_booking.when, hosts_of(wanted_booking.gpus), {}};
    EXPECT_EQ(given(approval_site(), waiting, approved(wanted_booking), grant::Withdrawn{grant},
                    suspended)
                  .when(grant::Give{grant}, root),
              events(grant::Given{grant},
                     reservation::Revived{wanted_booking, hosts_of(wanted_booking.gpus)}));
}

TEST(Approval, snapshot_keeps_pending_bookings) {
    const auto world = given(approval_site(), waiting).world();
    reservation::State restored;
    for (const auto& [id, held] : world.reservations.all) restore(restored, held);
    EXPECT_EQ(restored.waiting, world.reservations.waiting);
    EXPECT_EQ(restored.by_owner, world.reservations.by_owner);
}

TEST(Approval, approval_limits_of_a_grant_are_bounded) {
    for (const auto& [approval, field] : std::vector<std::pair<grant::Approval, std::string>>{
             {{0, {}}, "approval.above_gpus"},
             {{1025, {}}, "approval.above_gpus"},
             {{{}, 0}, "approval.above_min"},
             {{{}, 527041}, "approval.above_min"}}) {
        auto grant = with_approval(approval);
        grant.id = nth<GrantId>(7);
        EXPECT_EQ(approval_site().when(grant::Give{grant}, root),
                  refused(Code::out_of_range, field));
    }
}

}  // namespace
}  // namespace dibs::test
