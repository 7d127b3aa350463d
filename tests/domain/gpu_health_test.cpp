// Unhealthy GPUs: which readings make one unhealthy by the rules of the site, when it is healthy
// again, that nobody books it meanwhile, and that a running booking may give it up for another.
#include "tests/domain/health_reports.hpp"
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

TEST(GpuHealth, it_is_healthy_again_only_after_a_while_without) {
    auto world = given(sample_site(), three_errors);
    world.at(ten + 30min);
    EXPECT_EQ(world.when(health_report({errors(0, ten + 21min)})), nothing());
    EXPECT_EQ(world.when(health_report({errors(0, ten + 20min)})),
              events(GpuHealthy{gpu_a, atlas, three_errors.unhealthy}));
}

TEST(GpuHealth, what_nobody_can_read_stays_as_it_was) {
    auto world = given(sample_site(), three_errors);
    world.at(ten + 24h);
    EXPECT_EQ(world.when(health_report({})), nothing());
    EXPECT_EQ(world.when(health_report({{Symptom::row_remap_failed, 0, ten}})), nothing());
    EXPECT_EQ(world.when(ReportHealth{atlas, {}}), nothing());
}

TEST(GpuHealth, another_reason_is_told_and_the_first_one_says_since_when) {
    auto world = given(sample_site(), three_errors);
    world.at(ten + 5min);
    EXPECT_EQ(world.when(health_report({errors(3), {Symptom::recovery_needed, 1, ten + 4min}})),
              events(unhealthy({{Symptom::ecc_errors, 3}, {Symptom::recovery_needed, 1}})));
}

TEST(GpuHealth, the_rules_of_the_site_say_what_counts) {
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

TEST(GpuHealth, a_condition_that_is_switched_off_holds_no_gpu_back_any_more) {
    rules::Rules rules;
    rules.unhealthy_if.emplace();
    const auto world =
        given(sample_site(), three_errors, rules::RulesChanged{rules::Scope::site, rules});
    EXPECT_EQ(world.when(health_report({errors(3)})),
              events(GpuHealthy{gpu_a, atlas, three_errors.unhealthy}));
}

TEST(GpuHealth, another_host_says_nothing_of_it_nor_does_a_person) {
    const ReportHealth of_boreas{boreas, {{"GPU-a", {errors(3)}}, {"GPU-x", {errors(3)}}}};
    EXPECT_EQ(sample_site().when(of_boreas), nothing());
    EXPECT_EQ(sample_site().when(health_report({errors(3)}), root), refused(Code::not_allowed));
}

TEST(GpuHealth, whoever_holds_it_now_or_within_a_week_is_named) {
    const auto runs = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    auto soon = booking(2, ben, {gpu_a}, "13:00", "14:00");
    auto late = booking(3, ann, {gpu_a}, ten + 8 * 24h, ten + 8 * 24h + 1h);
    const auto world = given(sample_site(), booked(runs), booked(soon), booked(late));
    auto told = three_errors;
    told.reservations = {runs.id, soon.id};
    told.owners = {ann, ben};
    EXPECT_EQ(world.when(health_report({errors(3)})), events(told));
}

TEST(GpuHealth, nobody_books_it_at_any_time_nor_what_it_is_cut_into) {
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

TEST(GpuHealth, who_has_booked_it_keeps_it_and_may_change_the_times) {
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

// Swaps.

reservation::Change swap_to(const reservation::Booking& b, std::vector<GpuId> gpus) {
    return {b.id, {}, std::move(gpus)};
}

TEST(Swaps, an_upcoming_booking_takes_another_gpu_and_keeps_a_second_that_is_unhealthy) {
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "11:00", "12:00");
    const GpuUnhealthy second{gpu_b, atlas, three_errors.unhealthy};
    const auto world = given(sample_site(), booked(held), three_errors, second);
    auto after = held;
    after.gpus = {gpu_b, gpu_c};
    EXPECT_EQ(world.when(swap_to(held, {gpu_b, gpu_c}), ann), events(changed(held, after)));
}

TEST(Swaps, a_running_booking_gives_up_what_is_unhealthy_from_now_on) {
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
    EXPECT_EQ(reservation::left_at(state, gpu_a, ann, {ten - 5min, ten}), ten)
        << "what still runs there is on its way out";
    const auto others = booking(2, ben, {gpu_c}, "11:00", "13:00");
    EXPECT_EQ(world.when(book(others), ben), refused(Code::slot_taken, "gpus", {held.id}));
}

TEST(Swaps, what_others_had_of_the_new_gpu_earlier_is_not_in_the_way) {
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

TEST(Swaps, a_running_booking_keeps_what_can_be_used_and_how_many_it_has) {
    const auto held = booking(1, ann, {gpu_a, gpu_b}, "09:00", "12:00");
    const auto world = given(sample_site(), booked(held), three_errors);
    EXPECT_EQ(world.when(swap_to(held, {gpu_a, gpu_c}), ann),
              Outcome{text_of(Refusal{Code::in_the_past, "gpus", "", {gpu_b}})});
    EXPECT_EQ(world.when(swap_to(held, {gpu_b}), ann), refused(Code::in_the_past, "gpus"));
    EXPECT_EQ(world.when(swap_to(held, {gpu_b, gpu_c, slice_1}), ann),
              refused(Code::in_the_past, "gpus"));
}

TEST(Swaps, a_lost_gpu_is_given_up_too_and_no_unhealthy_one_is_taken) {
    const auto held = booking(1, ann, {gpu_b}, "09:00", "12:00");
    const auto world = given(sample_site(), booked(held), three_errors,
                             fleet::GpuLost{gpu_b, atlas, "GPU-b", "[GPU is lost]"});
    EXPECT_EQ(world.when(swap_to(held, {gpu_a}), ann), refused_for(gpu_a));
    auto after = held;
    after.gpus = {gpu_c};
    after.moves = reservation::Moves{{gpu_b, gpu_c, ten}};
    EXPECT_EQ(world.when(swap_to(held, {gpu_c}), ann), events(changed(held, after)));
}

TEST(Swaps, the_new_gpu_needs_a_grant_for_what_is_left) {
    auto grant = grant::everyone_may_use_everything(nth<GrantId>(1));
    grant.what.everything = false;
    grant.what.hosts = {atlas};
    const auto held = booking(1, ann, {gpu_a}, "09:00", "12:00");
    const auto world =
        given(house_without_grant(), grant::Given{grant}, booked(held), three_errors);
    EXPECT_NE(world.when(swap_to(held, {gpu_c}), ann).text.find("no-grant"), std::string::npos);
    EXPECT_EQ(world.when(swap_to(held, {gpu_b}), ann).text.find("no-grant"), std::string::npos);
}

TEST(Swaps, when_a_booking_has_which_gpu_follows_from_its_moves) {
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

TEST(Swaps, a_world_that_was_stored_knows_what_was_given_up) {
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
