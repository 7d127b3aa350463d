// The effects of changes of people, groups and grants on bookings. Future bookings without rights
// are suspended. They are revived when they are allowed again and their GPUs are free.
#include "domain/world/consequences.hpp"

#include "domain/reservation/reservation_rules.hpp"
#include "tests/domain/access/students.hpp"
#include "tests/support/sample_site.hpp"

#include <gtest/gtest.h>

namespace dibs::test {
namespace {

using reservation::Reason;
using reservation::Revived;
using reservation::Suspended;

const GrantId night_grant = nth<GrantId>(6);

grant::Grant to_students() {
    return {day_grant, "days", {false, {}, {students}}, {true, {}, {}, {}}};
}
grant::Grant to_people(GrantId id, std::vector<PersonId> people) {
    return {id, "own", {false, std::move(people), {}}, {true, {}, {}, {}}};
}
Suspended suspended(const reservation::Booking& b, Reason why = Reason::no_grant) {
    return {b.id, b.owner, b.gpus, b.when, hosts_of(b.gpus), why};
}
Revived revived(const reservation::Booking& b) {
    return {b, hosts_of(b.gpus)};
}
// Ann is a student, with one running and one future booking. It is 10:30.
const auto running_booking = booking(1, ann, {gpu_a}, "10:00", "12:00");
const auto ahead = booking(2, ann, {gpu_a}, "14:00", "16:00");
Given students_only() {
    auto world = given(house_without_grant(), group::GroupCreated{{students, "students", false}},
                       group::Joined{students, ann, false, "students", {}},
                       grant::Given{to_students()}, booked(running_booking), booked(ahead));
    world.at(clock("10:30"));
    return world;
}
Given after_withdrawal() {
    return given(students_only(), grant::Withdrawn{to_students()}, suspended(ahead));
}

TEST(Consequences, withdrawn_grant_suspends_future_bookings) {
    EXPECT_EQ(students_only().when(grant::Withdraw{day_grant}, root),
              events(grant::Withdrawn{to_students()}, suspended(ahead)));
}

TEST(Consequences, booking_stays_if_another_grant_covers_it) {
    const auto world = given(students_only(), grant::Given{to_people(night_grant, {ann})});
    EXPECT_EQ(world.when(grant::Withdraw{day_grant}, root),
              events(grant::Withdrawn{to_students()}));
}

TEST(Consequences, shortened_grant_suspends_bookings_beyond_its_end) {
    auto shorter = to_students();
    shorter.until = clock("15:59");
    EXPECT_EQ(
        students_only().when(grant::Change{day_grant, {}, {}, {}, {}, {}, {clock("15:59")}}, root),
        events(grant::Changed{shorter, to_students()}, suspended(ahead)));
    shorter.until = clock("16:00");
    EXPECT_EQ(
        students_only().when(grant::Change{day_grant, {}, {}, {}, {}, {}, {clock("16:00")}}, root),
        events(grant::Changed{shorter, to_students()}));
}

TEST(Consequences, leaving_a_group_suspends_bookings) {
    EXPECT_EQ(students_only().when(group::Leave{students, ann}, root),
              events(group::Left{students, ann, "students"}, suspended(ahead)));
}

TEST(Consequences, removed_group_suspends_dependent_bookings) {
    auto without = to_students();
    without.to.groups.clear();
    EXPECT_EQ(students_only().when(group::Remove{students}, root),
              events(group::Removed{students, "students", {ann}},
                     grant::Changed{without, to_students()}, suspended(ahead)));
}

TEST(Consequences, disabled_account_loses_sessions_tokens_and_future_bookings) {
    const auto world = given(
        students_only(), people::SessionStarted{nth<SessionId>(1), ann, {"s"}, clock("20:00"), {}},
        people::TokenIssued{nth<TokenId>(1), ann, {"laptop"}, {Scope::read}, {"t"}, {}});
    EXPECT_EQ(world.when(people::DisablePerson{ann}, root),
              events(people::PersonDisabled{ann}, people::SessionEnded{nth<SessionId>(1), ann},
                     people::TokenRevoked{nth<TokenId>(1), ann},
                     suspended(ahead, Reason::person_disabled)));
}

TEST(Consequences, calendar_links_end_as_tokens_do) {
    const auto id = nth<FeedId>(1);
    const auto world = given(sample_site(), feed::FeedCreated{id, ann, {}, {"d"}},
                             feed::FeedCreated{nth<FeedId>(2), ben, {}, {"e"}});
    const feed::Closed closed{id, ann, {}};
    EXPECT_EQ(world.when(people::DisablePerson{ann}, root),
              events(people::PersonDisabled{ann}, closed));
    EXPECT_EQ(world.when(people::RemovePerson{ann}, root),
              events(people::PersonRemoved{ann, "ann"}, closed));
    EXPECT_EQ(world.when(people::ChangePassword{ann, {"$new"}}, root),
              events(people::PasswordChanged{ann, {"$new"}}, closed));
    EXPECT_EQ(world.when(people::ChangePassword{ann, {"$new"}}, ann),
              events(people::PasswordChanged{ann, {"$new"}}));
}

TEST(Consequences, calendar_links_end_with_their_subject) {
    const feed::What of_group{.group = students}, of_gpu{.gpu = gpu_a}, of_host{.host = atlas};
    const auto world =
        given(house_without_grant(), group::GroupCreated{{students, "students", false}},
              group::Joined{students, ann, false, "students", {}},
              feed::FeedCreated{nth<FeedId>(1), ann, of_group, {"d"}},
              feed::FeedCreated{nth<FeedId>(2), ben, of_gpu, {"e"}},
              feed::FeedCreated{nth<FeedId>(3), ben, of_host, {"f"}});
    const auto closes = [](const Outcome& outcome, unsigned n) {
        return outcome.text.find("feed_") != std::string::npos &&
               outcome.text.find(to_text(nth<FeedId>(n))) != std::string::npos;
    };
    const auto group = world.when(group::Remove{students}, root);
    EXPECT_TRUE(closes(group, 1) && !closes(group, 2) && !closes(group, 3)) << group.text;
    const auto host = world.when(fleet::RemoveHost{atlas}, root);
    EXPECT_TRUE(!closes(host, 1) && closes(host, 2) && closes(host, 3)) << host.text;
    const auto other = world.when(fleet::RemoveHost{boreas}, root);
    EXPECT_TRUE(!closes(other, 1) && !closes(other, 2) && !closes(other, 3)) << other.text;
}

TEST(Consequences, enabled_account_gets_back_bookings_on_free_gpus) {
    const auto world = given(students_only(), people::PersonDisabled{ann},
                             suspended(ahead, Reason::person_disabled));
    EXPECT_EQ(world.when(people::EnablePerson{ann}, root),
              events(people::PersonEnabled{ann}, revived(ahead)));
}

TEST(Consequences, a_removed_person_leaves_groups_grants_and_bookings) {
    const auto own = to_people(night_grant, {ann, ben});
    const board::Board personal{nth<BoardId>(1), ann, {"mine"}, false, {}};
    const board::Board shared{nth<BoardId>(2), ann, {"ours"}, true, {}};
    const auto world = given(students_only(), grant::Given{own}, board::BoardCreated{personal},
                             board::BoardCreated{shared});
    EXPECT_EQ(world.when(people::RemovePerson{ann}, root),
              events(people::PersonRemoved{ann, "ann"}, group::Left{students, ann, "students"},
                     grant::Changed{to_people(night_grant, {ben}), own},
                     released(running_booking, clock("10:30")), cancelled(ahead),
                     board::Removed{personal.id, ann, false}));
}

TEST(Consequences, restored_grant_revives_suspended_bookings) {
    EXPECT_EQ(after_withdrawal().when(grant::Give{to_students()}, root),
              events(grant::Given{to_students()}, revived(ahead)));
}

TEST(Consequences, booking_on_a_taken_gpu_stays_suspended) {
    const auto of_ben = booking(3, ben, {gpu_a}, "15:00", "17:00");
    const auto taken =
        given(after_withdrawal(), grant::Given{to_people(night_grant, {ben})}, booked(of_ben));
    EXPECT_EQ(taken.when(grant::Give{to_students()}, root), events(grant::Given{to_students()}));
}

TEST(Consequences, earlier_booking_is_revived_first_on_the_same_gpu) {
    const auto second = booking(3, ben, {gpu_a}, "15:00", "17:00");
    const auto world = given(house_without_grant(), booked(ahead), suspended(ahead), booked(second),
                             suspended(second));
    const auto everyone = given_everything(day_grant);
    EXPECT_EQ(world.when(grant::Give{everyone.grant}, root), events(everyone, revived(ahead)));
}

TEST(Consequences, started_booking_is_revived_from_now_and_ended_one_is_not) {
    auto late = after_withdrawal();
    late.at(clock("15:00"));
    auto rest = ahead;
    rest.when.from = clock("15:00");
    EXPECT_EQ(late.when(grant::Give{to_students()}, root),
              events(grant::Given{to_students()}, revived(rest)));
    late.at(clock("16:00"));
    EXPECT_EQ(late.when(grant::Give{to_students()}, root), events(grant::Given{to_students()}));
}

TEST(Consequences, only_consequences_may_follow_another_event) {
    EXPECT_TRUE(may_follow("reservation.suspended.v1"));
    EXPECT_TRUE(may_follow("group.invitation_withdrawn.v1"));
    EXPECT_FALSE(may_follow("reservation.booked.v1"));
    EXPECT_FALSE(may_follow("reservation.suspended_twice.v1"));
    EXPECT_FALSE(may_follow("group"));
}

TEST(Suspension, suspended_booking_holds_nothing) {
    const auto of_ben = booking(3, ben, {gpu_a}, "15:00", "17:00");
    const auto world = given(after_withdrawal(), grant::Given{to_people(night_grant, {ben})});
    EXPECT_EQ(world.when(book(of_ben), ben), events(booked(of_ben)));
    EXPECT_EQ(reservation::holder(world.world().reservations, gpu_a, clock("15:00")), nullptr);
}

TEST(Suspension, suspended_booking_is_cancelled_not_released) {
    const auto world = after_withdrawal();
    EXPECT_EQ(world.when(reservation::Cancel{ahead.id}, ann), events(cancelled(ahead)));
    EXPECT_EQ(world.when(reservation::Release{ahead.id}, ann), refused(Code::not_ready));
    EXPECT_EQ(world.when(reservation::Cancel{ahead.id}, ben), refused(Code::not_allowed));
}

TEST(Suspension, moving_under_a_grant_ends_the_suspension) {
    auto until_noon = to_people(night_grant, {ann});
    until_noon.until = clock("13:30");
    const auto world = given(after_withdrawal(), grant::Given{until_noon});
    auto moved = ahead;
    moved.when = {clock("12:30"), clock("13:30")};
    const reservation::Change move{ahead.id, {}, {}, clock("12:30"), clock("13:30")};
    EXPECT_EQ(world.when(move, ann), events(changed(ahead, moved)));
    const auto back = given(world, changed(ahead, moved));
    EXPECT_NE(reservation::holder(back.world().reservations, gpu_a, clock("13:00")), nullptr);
    const reservation::Change rename{ahead.id, {}, {}, {}, {}, {{"new"}}};
    const auto still = world.decide(rename, Context{ann, Scopes::all(), clock("10:30")});
    ASSERT_FALSE(still);
    EXPECT_EQ(still.error().code, Code::no_grant);
}

TEST(Suspension, suspended_booking_is_reinstated_once_allowed) {
    const auto world = after_withdrawal();
    const reservation::Reinstate back{ahead.id};
    EXPECT_FALSE(world.decide(back, Context{ann, Scopes::all(), clock("10:30")}));
    EXPECT_EQ(given(world, grant::Given{to_people(night_grant, {ann})}).when(back, ann),
              events(reinstated(ahead)));
}

}  // namespace
}  // namespace dibs::test
