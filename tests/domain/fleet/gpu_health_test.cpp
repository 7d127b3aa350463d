// Unhealthy GPUs: the readings that make one unhealthy by the rules of the site, and its recovery.
// An unhealthy GPU cannot be booked, and a running booking may replace it.
#include "tests/domain/fleet/health_reports.hpp"
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using fleet::GpuHealthy;
using fleet::GpuUnhealthy;
using fleet::ReportHealth;
using health::Fault;
using health::Reading;
using health::Symptom;

Reading errors(std::int64_t count, Instant since = ten) {
    return {Symptom::ecc_errors, count, since};
}
const auto three_errors = unhealthy({{Symptom::ecc_errors, 3}});

Outcome refused_for(GpuId gpu) {
    return {text_of(Refusal{Code::gpu_unhealthy, "gpus", "", {gpu}})};
}

TEST(GpuHealth, uncorrected_errors_make_a_gpu_unhealthy_once) {
    const auto world = sample_site();
    EXPECT_EQ(world.when(health_report({errors(0)})), nothing());
    EXPECT_EQ(world.when(health_report({errors(3)})), events(three_errors));
    const auto after = given(sample_site(), three_errors);
    EXPECT_EQ(after.when(health_report({errors(3)})), nothing());
    EXPECT_EQ(after.when(health_report({errors(9)})), nothing()) << "more of the same is no news";
    EXPECT_EQ(fleet::ill_health_of(after.world().fleet, gpu_a),
              "atlas:0 is unhealthy: 3 uncorrected memory errors");
}

TEST(GpuHealth, gpu_is_healthy_only_after_a_time_without_symptoms) {
    auto world = given(sample_site(), three_errors);
    world.at(ten + 30min);
    EXPECT_EQ(world.when(health_report({errors(0, ten + 21min)})), nothing());
    EXPECT_EQ(world.when(health_report({errors(0, ten + 20min)})),
              events(GpuHealthy{gpu_a, atlas, three_errors.unhealthy}));
}

TEST(GpuHealth, unreadable_health_stays_unchanged) {
    auto world = given(sample_site(), three_errors);
    world.at(ten + 24h);
    EXPECT_EQ(world.when(health_report({})), nothing());
    EXPECT_EQ(world.when(health_report({{Symptom::row_remap_failed, 0, ten}})), nothing());
    EXPECT_EQ(world.when(ReportHealth{atlas, {}}), nothing());
}

TEST(GpuHealth, new_reason_is_recorded_and_keeps_the_first_time) {
    auto world = given(sample_site(), three_errors);
    world.at(ten + 5min);
    EXPECT_EQ(world.when(health_report({errors(3), {Symptom::recovery_needed, 1, ten + 4min}})),
              events(unhealthy({{Symptom::ecc_errors, 3}, {Symptom::recovery_needed, 1}})));
}

TEST(GpuHealth, rules_of_the_site_choose_the_symptoms) {
    rules::Rules rules;
    rules.unhealthy_if = health::Symptoms{Symptom::ecc_errors, Symptom::repair_pending};
    rules.unhealthy_ecc_errors = 5;
    const auto world = given(sample_site(), rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(world.when(health_report({errors(4), {Symptom::recovery_needed, 1, ten}})),
              nothing());
    EXPECT_EQ(world.when(health_report({{Symptom::repair_pending, 1, ten}})),
              events(unhealthy({{Symptom::repair_pending, 1}})));
    EXPECT_EQ(sample_site().when(health_report({{Symptom::repair_pending, 1, ten}})), nothing())
        << "it is no reason as Dibs brings it along";
}

TEST(GpuHealth, disabled_symptom_no_longer_makes_a_gpu_unhealthy) {
    rules::Rules rules;
    rules.unhealthy_if.emplace();
    const auto world =
        given(sample_site(), three_errors, rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(world.when(health_report({errors(3)})),
              events(GpuHealthy{gpu_a, atlas, three_errors.unhealthy}));
}

TEST(GpuHealth, only_the_host_of_a_gpu_reports_its_health) {
    const ReportHealth of_boreas{boreas, {{"GPU-a", {errors(3)}}, {"GPU-x", {errors(3)}}}};
    EXPECT_EQ(sample_site().when(of_boreas), nothing());
    EXPECT_EQ(sample_site().when(health_report({errors(3)}), root), refused(Code::not_allowed));
}

TEST(GpuHealth, unhealthy_gpu_names_holders_of_this_week) {
    const auto runs = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    auto soon = booking(2, ben, {gpu_a}, "13:00", "14:00");
    auto late = booking(3, ann, {gpu_a}, ten + 8 * 24h, ten + 8 * 24h + 1h);
    const auto world = given(sample_site(), booked(runs), booked(soon), booked(late));
    auto told = three_errors;
    told.reservations = {runs.id, soon.id};
    told.owners = {ann, ben};
    EXPECT_EQ(world.when(health_report({errors(3)})), events(told));
}

TEST(GpuHealth, unhealthy_gpu_and_its_slices_cannot_be_booked) {
    const auto world = given(sample_site(), three_errors);
    const auto soon = booking(1, ann, {gpu_a}, "11:00", "12:00");
    const auto later = booking(1, ann, {gpu_a, gpu_b}, ten + 72h, ten + 73h);
    EXPECT_EQ(world.when(book(soon), ann), refused_for(gpu_a));
    EXPECT_EQ(world.when(book(later), root), refused_for(gpu_a)) << "nor an admin";
    const auto beside = booking(1, ann, {gpu_b}, "11:00", "12:00");
    EXPECT_EQ(world.when(book(beside), ann), events(booked(beside)));

    const GpuUnhealthy card{gpu_d, boreas, three_errors.unhealthy, {slice_1, slice_2}};
    const ReportHealth of_card{boreas, {{"GPU-d", {errors(3)}}}};
    EXPECT_EQ(sample_site().when(of_card), events(card));
    const auto slice = booking(1, ann, {slice_1}, "11:00", "12:00");
    EXPECT_EQ(given(sample_site(), card).when(book(slice), ann), refused_for(slice_1));
}

TEST(GpuHealth, holder_keeps_an_unhealthy_gpu_and_may_change_times) {
    const auto held = booking(1, ann, {gpu_a}, "11:00", "12:00");
    const auto world = given(sample_site(), booked(held), three_errors);
    auto later = held;
    later.when = {clock("15:00"), clock("16:00")};
    EXPECT_EQ(
        world.when(reservation::Change{held.id, {}, {}, later.when.from, later.when.until}, ann),
        refused_for(gpu_a))
        << "at another time it would be booked anew";
    auto longer = held;
    longer.when.until = clock("13:00");
    EXPECT_EQ(world.when(reservation::Change{held.id, {}, {}, {}, longer.when.until}, ann),
              events(changed(held, longer)));
}

reservation::Change swap_to(const reservation::Booking& b, std::vector<GpuId> gpus) {
    return {b.id, {}, std::move(gpus)};
}

TEST(Swaps, upcoming_booking_replaces_one_of_two_unhealthy_gpus) {
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "11:00", "12:00");
    const GpuUnhealthy second{gpu_b, atlas, three_errors.unhealthy};
    const auto world = given(sample_site(), booked(held), three_errors, second);
    auto after = held;
    after.gpus = {gpu_b, gpu_c};
    EXPECT_EQ(world.when(swap_to(held, {gpu_b, gpu_c}), ann), events(changed(held, after)));
}

TEST(Swaps, running_booking_replaces_an_unhealthy_gpu_from_now_on) {
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    auto world = given(sample_site(), booked(held), three_errors);
    auto after = held;
    after.gpus = {gpu_b, gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, ten}};
    EXPECT_EQ(world.when(swap_to(held, {gpu_b, gpu_c}), ann), events(changed(held, after)));

    world.and_then(changed(held, after));
    const auto& state = world.world().reservations;
    EXPECT_EQ(reservation::holder(state, gpu_c, ten)->booking.id, held.id);
    EXPECT_EQ(reservation::holder(state, gpu_a, ten), nullptr);
    EXPECT_EQ(reservation::last_booking_end(state, gpu_a, ann, {ten - 5min, ten}), ten)
        << "what still runs there is on its way out";
    const auto others = booking(2, ben, {gpu_c}, "11:00", "13:00");
    EXPECT_EQ(world.when(book(others), ben), refused(Code::slot_taken, "gpus", {held.id}));
}

TEST(Swaps, earlier_bookings_of_the_new_gpu_do_not_conflict) {
    const auto morning = booking(2, ben, {gpu_c}, "08:00", "09:30");
    const auto held = booking(1, ann, {gpu_a}, "09:00", "12:00");
    auto world = given(sample_site(), booked(morning), booked(held), three_errors);
    auto after = held;
    after.gpus = {gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, ten}};
    EXPECT_EQ(world.when(swap_to(held, {gpu_c}), ann), events(changed(held, after)));
    const auto noon = booking(3, ben, {gpu_c}, "11:00", "11:30");
    world.and_then(booked(noon));
    EXPECT_EQ(world.when(swap_to(held, {gpu_c}), ann),
              refused(Code::slot_taken, "gpus", {noon.id}));
}

TEST(Swaps, running_booking_keeps_usable_gpus_and_their_number) {
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    const auto world = given(sample_site(), booked(held), three_errors);
    EXPECT_EQ(world.when(swap_to(held, {gpu_a, gpu_c}), ann),
              Outcome{text_of(Refusal{Code::in_the_past, "gpus", "", {gpu_b}})});
    EXPECT_EQ(world.when(swap_to(held, {gpu_b}), ann), refused(Code::in_the_past, "gpus"));
    EXPECT_EQ(world.when(swap_to(held, {gpu_b, gpu_c, slice_1}), ann),
              refused(Code::in_the_past, "gpus"));
}

TEST(Swaps, lost_gpu_is_replaced_but_not_by_an_unhealthy_one) {
    const auto held = booking(1, ann, {gpu_b}, "09:00", "12:00");
    const auto world = given(sample_site(), booked(held), three_errors,
                             fleet::GpuLost{gpu_b, atlas, "GPU-b", "[GPU is lost]"});
    EXPECT_EQ(world.when(swap_to(held, {gpu_a}), ann), refused_for(gpu_a));
    auto after = held;
    after.gpus = {gpu_c};
    after.moves = reservation::Moves{{gpu_b, gpu_c, ten}};
    EXPECT_EQ(world.when(swap_to(held, {gpu_c}), ann), events(changed(held, after)));
}

TEST(Swaps, new_gpu_needs_a_grant_for_the_remaining_time) {
    auto grant = grant::everyone_may_use_everything(nth<GrantId>(1));
    grant.what.everything = false;
    grant.what.hosts = {atlas};
    const auto held = booking(1, ann, {gpu_a}, "09:00", "12:00");
    const auto world =
        given(house_without_grant(), grant::Given{grant}, booked(held), three_errors);
    EXPECT_NE(world.when(swap_to(held, {gpu_c}), ann).text.find("no-grant"), std::string::npos);
    EXPECT_EQ(world.when(swap_to(held, {gpu_b}), ann).text.find("no-grant"), std::string::npos);
}

TEST(Swaps, moves_determine_when_a_booking_has_each_gpu) {
    const Interval when{clock("09:00"), clock("12:00")};
    const reservation::Moves moves{{gpu_a, gpu_b, clock("10:00")}, {gpu_b, gpu_a, clock("11:00")}};
    const auto stays = reservation::stays_of({gpu_a, gpu_c}, when, moves);
    std::string told;
    for (const auto& [gpu, stay] : stays) {
        told += (gpu == gpu_a ? 'a' : gpu == gpu_b ? 'b' : 'c');
        told += to_text(stay.from).substr(11, 2) + '-' + to_text(stay.until).substr(11, 2) + ' ';
    }
    EXPECT_EQ(told, "a09-10 b10-11 a11-12 c09-12 ");
}

TEST(Swaps, restored_world_keeps_replaced_gpus) {
    const auto held = booking(1, ann, {gpu_a}, "09:00", "12:00");
    auto after = held;
    after.gpus = {gpu_c};
    after.moves = reservation::Moves{{gpu_a, gpu_c, ten}};
    const auto world = given(sample_site(), booked(held), changed(held, after));
    reservation::State state;
    for (const auto& [id, row] : world.world().reservations.all) restore(state, row);
    EXPECT_EQ(state.live, world.world().reservations.live);
    reservation::Timeline given_up;
    given_up[ten] = held.id;
    EXPECT_EQ(state.live.at(gpu_a), given_up);
    const auto late = reservation::forget(state, clock("13:00"));
    EXPECT_TRUE(late.live.empty());
}

}  // namespace
}  // namespace dibs::test
