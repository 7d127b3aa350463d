// The limits of bookings: the applicable limit, what counts, and when it is relaxed.
#include "domain/rules/bounds.hpp"
#include "tests/domain/access/students.hpp"
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

const GroupId staff_group = nth<GroupId>(2);

group::Limited limited(GroupId id, const Limits& limits) {
    return {id, id == students ? "students" : "staff", limits, {}};
}

// Ann is a student; no other person is in a group.
Given limits_site(const Limits& of_students = {}) {
    return given(sample_site(), group::GroupCreated{{students, "students", false}},
                 group::GroupCreated{{staff_group, "staff", false}},
                 group::Joined{students, ann, false, "students", {}},
                 limited(students, of_students));
}

std::string limit_sentence(const Given& world, const reservation::Booking& b, PersonId by) {
    const auto result = world.decide(book(b), Context{by, Scopes::all(), ten});
    return result ? "booked" : result.error().detail;
}
// The limit that forbids it to Ann.
template <class C>
std::string rule_of(const Given& world, C c) {
    const auto result = world.decide(std::move(c), Context{ann, Scopes::all(), ten});
    return result ? "none" : result.error().rule;
}
std::string rule(const Given& world, const reservation::Booking& b) {
    return rule_of(world, book(b));
}

// By a limit of the group students, which the refusal names.
Outcome over_limit(Code code, std::string field) {
    return {text_of(Refusal{code, std::move(field), "", {students}})};
}

const auto two_hours = booking(1, ann, {gpu_a}, "14:00", "16:00");

TEST(Limits, admin_sets_each_limit_and_the_event_has_all) {
    Limits before;
    before.longest_min = 60;
    before.most_gpus = 2;
    Limits after = before;
    after.longest_min.reset();
    after.gpus_at_once = 4;
    const auto world = limits_site(before);
    LimitsPatch patch;
    patch.longest_min.emplace();
    patch.gpus_at_once = 4;
    EXPECT_EQ(world.when(group::Limit{students, patch}, root),
              events(group::Limited{students, "students", after, before}));
    EXPECT_EQ(world.when(group::Limit{students, patch}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(group::Limit{students, {}}, root), nothing());
    EXPECT_EQ(world.when(group::Limit{nth<GroupId>(9), patch}, root),
              refused(Code::not_found, "id"));
}

TEST(Limits, each_limit_is_bounded) {
    for (const auto& kind : limit_kinds) {
        for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, kind.most + 1}) {
            LimitsPatch patch;
            patch.*kind.wanted = Limits::Number{value};
            EXPECT_EQ(limits_site().when(group::Limit{students, patch}, root),
                      refused(Code::out_of_range, std::string(kind.name)));
        }
    }
    LimitsPatch crossed;
    crossed.shortest_min = 60;
    crossed.longest_min = 30;
    EXPECT_EQ(limits_site().when(group::Limit{students, crossed}, root),
              refused(Code::out_of_range, "longest_min"));
}

TEST(Limits, group_limits_replace_site_limits_for_members_only) {
    Limits limits;
    limits.longest_min = 60;
    limits.most_gpus = 1;
    EXPECT_EQ(limits_site(limits).when(book(two_hours), ann), over_limit(Code::too_long, "until"));
    EXPECT_EQ(limit_sentence(limits_site(limits), two_hours, ann),
              "The longest booking is 1 hour in students. An admin can change that.");
    const auto of_ben = booking(1, ben, {gpu_a, gpu_b}, "14:00", "16:00");
    EXPECT_EQ(limits_site(limits).when(book(of_ben), ben), events(booked(of_ben)));
    limits.longest_min = 20 * 24 * 60;
    const auto long_one = booking(1, ann, {gpu_a}, ten, clock("10:00", "2026-12-20"));
    EXPECT_EQ(limits_site(limits).when(book(long_one), ann), events(booked(long_one)));
    EXPECT_EQ(limits_site().when(book(long_one), ann), refused(Code::too_long, "until"));
}

TEST(Limits, most_generous_group_counts_for_each_limit) {
    Limits strict;
    strict.longest_min = 60;
    strict.gpus_at_once = 1;
    Limits generous;
    generous.longest_min = 180;
    auto world = given(limits_site(strict), group::Joined{staff_group, ann, false, "staff", {}},
                       limited(staff_group, generous));
    EXPECT_EQ(world.when(book(two_hours), ann), events(booked(two_hours)));
    const auto two_gpus = booking(1, ann, {gpu_a, gpu_b}, "14:00", "16:00");
    EXPECT_EQ(rule(world, two_gpus), "gpus_at_once") << "staff says nothing of it";
}

TEST(Limits, booking_by_an_admin_follows_the_limits_of_the_owner) {
    Limits limits;
    limits.longest_min = 60;
    EXPECT_EQ(limits_site(limits).when(book(two_hours), root), over_limit(Code::too_long, "until"));
}

TEST(Limits, start_respects_lead_time_and_horizon) {
    Limits limits;
    limits.lead_min = 5 * 60;
    limits.horizon_min = 6 * 60;
    const auto world = limits_site(limits);
    EXPECT_EQ(world.when(book(two_hours), ann), over_limit(Code::too_soon, "from"));
    EXPECT_EQ(limit_sentence(world, two_hours, ann),
              "A booking starts at least 5 hours from now in students. An admin can change that.");
    const auto at_three = booking(1, ann, {gpu_a}, "15:00", "16:00");
    EXPECT_EQ(world.when(book(at_three), ann), events(booked(at_three)));
    const auto late = booking(1, ann, {gpu_a}, "16:01", "17:00");
    EXPECT_EQ(world.when(book(late), ann), over_limit(Code::too_far_ahead, "from"));
}

TEST(Limits, gpus_at_once_counts_all_bookings_at_one_moment) {
    Limits limits;
    limits.gpus_at_once = 2;
    const auto early = booking(2, ann, {gpu_a}, "12:00", "14:00");
    const auto late = booking(3, ann, {gpu_a}, "14:00", "18:00");
    const auto third = booking(4, ann, {gpu_c}, "15:00", "17:00");
    const auto world = given(limits_site(limits), booked(early), booked(late), booked(third));
    const auto over_both = booking(1, ann, {gpu_b}, "13:00", "15:00");
    EXPECT_EQ(world.when(book(over_both), ann), events(booked(over_both)))
        << "one ends when the next begins";
    const auto with_all = booking(1, ann, {gpu_b}, "13:00", "16:00");
    EXPECT_EQ(world.decide(book(with_all), Context{ann, Scopes::all(), ten}).error().about,
              (std::vector<Ref>{students, late.id, third.id}));
    EXPECT_EQ(limit_sentence(world, with_all, ann),
              "That makes 3 GPUs at once; at most 2 in students. An admin can change that.");
    const auto of_ben = booking(1, ben, {gpu_b, gpu_d}, "13:00", "16:00");
    EXPECT_EQ(world.when(book(of_ben), ben), events(booked(of_ben)));
}

TEST(Limits, gpu_hours_count_per_week_from_monday_to_monday) {
    Limits limits;
    limits.gpu_hours_week = 10;
    // It is Tuesday. Two GPUs from Sunday 20:00 to Monday 03:00: 8 hours, and 6.
    const auto over_monday =
        booking(1, ann, {gpu_a, gpu_b}, clock("20:00", "2026-12-06"), clock("03:00", "2026-12-07"));
    EXPECT_EQ(limits_site(limits).when(book(over_monday), ann), events(booked(over_monday)));
    const auto this_week = booking(2, ann, {gpu_c}, "10:00", "12:00");
    EXPECT_EQ(given(limits_site(limits), booked(over_monday)).when(book(this_week), ann),
              events(booked(this_week)));
    const auto too_much = booking(2, ann, {gpu_c}, "10:00", "12:30");
    EXPECT_EQ(limit_sentence(given(limits_site(limits), booked(over_monday)), too_much, ann),
              "That makes 10.5 GPU-hours in the week of Monday 2026-11-30; at most 10 in students. "
              "An admin can change that.");
    const auto next_week =
        booking(2, ann, {gpu_c}, clock("10:00", "2026-12-08"), clock("14:01", "2026-12-08"));
    EXPECT_EQ(given(limits_site(limits), booked(over_monday)).when(book(next_week), ann),
              over_limit(Code::over_limit, "until"));
}

TEST(Limits, released_booking_counts_its_held_time_and_cancelled_does_not) {
    Limits limits;
    limits.gpu_hours_week = 3;
    const auto held = booking(2, ann, {gpu_a}, "08:00", "16:00");
    const auto dropped = booking(3, ann, {gpu_b}, "08:00", "16:00");
    const auto world = given(limits_site(limits), booked(held), booked(dropped),
                             released(held, clock("09:00")), cancelled(dropped));
    EXPECT_EQ(world.when(book(two_hours), ann), events(booked(two_hours)));
    const auto longer = booking(1, ann, {gpu_a}, "14:00", "16:01");
    EXPECT_EQ(rule(world, longer), "gpu_hours_week");
}

TEST(Limits, group_hours_count_all_members_and_one_group_with_room_suffices) {
    Limits limits;
    limits.group_gpu_hours_week = 4;
    auto world = given(limits_site(limits), group::Joined{students, ben, false, "students", {}},
                       booked(booking(2, ben, {gpu_c}, "10:00", "13:00")));
    EXPECT_EQ(rule(world, two_hours), "group_gpu_hours_week");
    EXPECT_EQ(limit_sentence(world, two_hours, ann),
              "That makes 5 GPU-hours of the group in the week of Monday 2026-11-30; at most 4 in "
              "students. An admin can change that.");
    Limits more;
    more.group_gpu_hours_week = 100;
    world.and_then(group::Joined{staff_group, ann, false, "staff", {}})
        .and_then(limited(staff_group, more));
    EXPECT_EQ(world.when(book(two_hours), ann), events(booked(two_hours)));
}

TEST(Limits, site_limits_apply_to_people_without_a_group) {
    rules::Rules rules;
    rules.gpus_at_once = 1;
    const auto wide = booking(1, ben, {gpu_a, gpu_b}, "14:00", "16:00");
    auto world = limits_site().with(rules);
    EXPECT_EQ(limit_sentence(world, wide, ben),
              "That makes 2 GPUs at once; at most 1. An admin can change that.");
}

TEST(Limits, booking_that_starts_soon_is_exempt_from_quotas) {
    Limits limits;
    limits.gpus_at_once = 1;
    limits.gpu_hours_week = 1;
    limits.group_gpu_hours_week = 1;
    limits.lead_min = 24 * 60;
    limits.longest_min = 60;
    limits.relaxed_within_min = 4 * 60;
    const auto wide = booking(1, ann, {gpu_a, gpu_b}, "14:00", "18:00");
    EXPECT_EQ(limits_site(limits).when(book(wide), ann), events(booked(wide)))
        << "in length it is held to the site, which is more generous";
    const auto later = booking(1, ann, {gpu_a, gpu_b}, "14:01", "14:31");
    EXPECT_EQ(rule(limits_site(limits), later), "lead_min");
    const auto beyond_the_site = booking(1, ann, {gpu_a}, ten, clock("10:01", "2026-12-09"));
    EXPECT_EQ(rule(limits_site(limits), beyond_the_site), "longest_min");
}

TEST(Limits, change_is_limited_only_if_it_takes_more) {
    Limits limits;
    limits.gpus_at_once = 1;
    const auto before = booking(1, ann, {gpu_a, gpu_b}, "14:00", "16:00");  // older than the limit
    const auto world = given(limits_site(limits), booked(before));
    auto shorter = before;
    shorter.when.until = clock("15:00");
    EXPECT_EQ(world.when(reservation::Change{before.id, {}, {}, {}, clock("15:00")}, ann),
              events(changed(before, shorter)));
    EXPECT_EQ(rule_of(world, reservation::Change{before.id, {}, {}, {}, clock("17:00")}),
              "gpus_at_once");
}

TEST(Limits, extension_of_a_running_booking_counts_from_its_old_end) {
    Limits limits;
    limits.gpu_hours_week = 3;
    limits.relaxed_within_min = 60;
    const auto running = booking(1, ann, {gpu_a}, "09:00", "12:00");
    const auto world = given(limits_site(limits), booked(running));
    EXPECT_EQ(rule_of(world, reservation::Change{running.id, {}, {}, {}, clock("13:00")}),
              "gpu_hours_week")
        << "the new hour starts in two";
    auto at_eleven = world;
    at_eleven.at(clock("11:00"));
    EXPECT_EQ(at_eleven.when(reservation::Change{running.id, {}, {}, {}, clock("13:00")}, ann),
              events(changed(running, booking(1, ann, {gpu_a}, "09:00", "13:00"))));
}

TEST(Limits, reinstated_booking_follows_the_present_limits) {
    Limits limits;
    limits.gpus_at_once = 1;
    const auto dropped = booking(1, ann, {gpu_a}, "14:00", "16:00");
    const auto instead = booking(2, ann, {gpu_b}, "14:00", "16:00");
    const auto world =
        given(limits_site(limits), booked(dropped), cancelled(dropped), booked(instead));
    EXPECT_EQ(rule_of(world, reservation::Reinstate{dropped.id}), "gpus_at_once");
    Limits shorter;
    shorter.longest_min = 60;
    EXPECT_EQ(rule_of(given(limits_site(shorter), booked(dropped), cancelled(dropped)),
                      reservation::Reinstate{dropped.id}),
              "longest_min");
}

TEST(Limits, suspended_booking_is_revived_only_within_the_limits) {
    Limits limits;
    limits.gpus_at_once = 1;
    const auto lost = booking(1, ann, {gpu_a}, "14:00", "16:00");
    const auto instead = booking(2, ann, {gpu_b}, "14:00", "16:00");
    const reservation::Suspended suspended{lost.id,   lost.owner,          lost.gpus,
                                           lost.when, hosts_of(lost.gpus), {}};
    const auto world = given(limits_site(limits), booked(lost), suspended);
    const GrantId more = nth<GrantId>(9);
    EXPECT_EQ(world.when(grant::Give{grant::everyone_may_use_everything(more)}, root),
              events(grant::Given{grant::everyone_may_use_everything(more)},
                     reservation::Revived{lost, hosts_of(lost.gpus)}));
    EXPECT_EQ(given(world, booked(instead))
                  .when(grant::Give{grant::everyone_may_use_everything(more)}, root),
              events(grant::Given{grant::everyone_may_use_everything(more)}));
}

TEST(Limits, raised_limits_revive_a_suspended_booking) {
    rules::Rules rules;
    rules.gpus_at_once = 1;
    const auto lost = booking(1, ann, {gpu_a}, "14:00", "16:00");
    const auto instead = booking(2, ann, {gpu_b}, "14:00", "16:00");
    const reservation::Suspended suspended{lost.id,   lost.owner,          lost.gpus,
                                           lost.when, hosts_of(lost.gpus), {}};
    auto wider = rules;
    wider.gpus_at_once = 2;
    EXPECT_EQ(given(sample_site(), booked(lost), suspended, booked(instead))
                  .with(rules)
                  .when(rules::Set{.gpus_at_once = 2}, root),
              events(rules::RulesChanged{rules::Scope::site, wider, rules},
                     reservation::Revived{lost, hosts_of(lost.gpus)}));
}

}  // namespace
}  // namespace dibs::test
