// Violations open and close as time passes, whichever came last: process, booking or person.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace violation;

const auto anns = booking(1, ann, {gpu_a}, "12:00", "14:00");

fleet::ProcessAppeared process(unsigned n, GpuId on, std::string unix_name) {
    return {nth<ProcessId>(n), on, 4711, ten, std::move(unix_name), {"python"}};
}
const auto bens = process(1, gpu_a, "ben");

// The violations that a tick would open and close, without their ids.
std::string tick(const Given& world) {
    std::string text;
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    for (const auto& e : decided.value()) {
        const auto* about = std::get_if<violation::Event>(&e);
        if (!about) continue;
        if (const auto* opened = std::get_if<Opened>(about)) {
            text += "opened " + to_text(opened->process) + ' ' + to_text(opened->gpu) + ' ' +
                    to_text(opened->reservation) + ' ' + opened->unix_name + '\n';
        } else {
            text += "closed\n";
        }
    }
    return text;
}
std::string opened(const fleet::ProcessAppeared& p, const reservation::Booking& b) {
    return "opened " + to_text(p.id) + ' ' + to_text(p.gpu) + ' ' + to_text(b.id) + ' ' +
           p.unix_name + '\n';
}
Given met() {
    return given(sample_site(), booked(anns), bens).at(clock("13:00")).done(Tick{});
}
ViolationId only_one(const Given& world) {
    return world.world().violations.open.begin()->first;
}

TEST(Violation, opens_when_the_booking_begins_under_a_running_process) {
    auto world = given(sample_site(), booked(anns), bens);
    EXPECT_EQ(tick(world.at(clock("11:59"))), "");
    EXPECT_EQ(tick(world.at(clock("12:00"))), opened(bens, anns));
}

TEST(Violation, opens_when_a_process_comes_during_a_booking) {
    auto world = given(sample_site(), booked(anns)).at(clock("13:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(given(world, bens)), opened(bens, anns));
}

TEST(Violation, opens_when_the_slot_is_booked_under_a_running_process) {
    auto now = anns;
    now.when.from = ten;
    auto world = given(sample_site(), bens);
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(world.done(book(now), ann)), opened(bens, now));
}

TEST(Violation, opens_for_accounts_nobody_on_dibs_has) {
    const auto stranger = process(1, gpu_a, "mallory");
    EXPECT_EQ(tick(given(sample_site(), booked(anns), stranger).at(clock("13:00"))),
              opened(stranger, anns));
}

TEST(Violation, the_owners_own_process_is_none) {
    const auto own = process(1, gpu_a, "ann");
    EXPECT_EQ(tick(given(sample_site(), booked(anns), own).at(clock("13:00"))), "");
}

TEST(Violation, closes_when_the_account_turns_out_to_be_the_owners) {
    const auto cleo = nth<PersonId>(4);
    auto world = given(sample_site(), booked(booking(1, cleo, {gpu_a}, "12:00", "14:00")),
                       process(1, gpu_a, "cleo"))
                     .at(clock("13:00"));
    EXPECT_NE(tick(world), "");
    world.done(Tick{}).and_then(person(cleo, "cleo", people::Role::user));
    EXPECT_EQ(tick(world), "closed\n");
}

TEST(Violation, is_opened_once) {
    EXPECT_EQ(tick(met()), "");
}

TEST(Violation, closes_when_the_process_goes) {
    auto world = met().and_then(fleet::ProcessGone{bens.id});
    EXPECT_EQ(tick(world), "closed\n");
    EXPECT_EQ(tick(world.done(Tick{})), "");
    EXPECT_TRUE(world.world().violations.open.empty());
}

TEST(Violation, closes_when_the_booking_ends_or_is_released) {
    EXPECT_EQ(tick(met().at(clock("14:00"))), "closed\n");
    EXPECT_EQ(tick(met().done(reservation::Release{anns.id}, ann)), "closed\n");
}

TEST(Violation, moves_on_to_the_next_booking) {
    const auto next = booking(2, ann, {gpu_a}, "14:00", "15:00");
    EXPECT_EQ(tick(met().and_then(booked(next)).at(clock("14:00"))),
              opened(bens, next) + "closed\n");
}

TEST(Violation, a_process_on_a_gpu_intrudes_on_the_holder_of_a_slice) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    const auto on_whole = process(1, gpu_d, "ben");
    EXPECT_EQ(tick(given(sample_site(), booked(slice), on_whole).at(clock("13:00"))),
              opened(on_whole, slice));
}

TEST(Violation, a_process_on_a_slice_intrudes_on_the_holder_of_the_gpu) {
    const auto whole = booking(1, ann, {gpu_d}, "12:00", "14:00");
    const auto on_slice = process(1, slice_2, "ben");
    EXPECT_EQ(tick(given(sample_site(), booked(whole), on_slice).at(clock("13:00"))),
              opened(on_slice, whole));
}

TEST(Violation, a_process_on_the_other_slice_intrudes_on_nobody) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    EXPECT_EQ(
        tick(given(sample_site(), booked(slice), process(1, slice_2, "ben")).at(clock("13:00"))),
        "");
}

TEST(Violation, each_process_and_booking_that_meet_are_one_with_an_id_of_its_own) {
    const auto both = booking(1, ann, {gpu_a, gpu_b}, "12:00", "14:00");
    const auto world = given(sample_site(), booked(both), bens, process(2, gpu_b, "ben"))
                           .at(clock("13:00"))
                           .done(Tick{})
                           .world();
    EXPECT_EQ(world.violations.open.size(), 2U);
    EXPECT_EQ(world.violations.by_meeting.size(), 2U);
}

TEST(Violation, is_excused_by_the_holder_or_an_admin_only) {
    const auto id = only_one(met());
    EXPECT_EQ(met().when(Excuse{id, "fine"}, ann), events(Excused{id, "fine"}));
    EXPECT_EQ(met().when(Excuse{id, "fine"}, root), events(Excused{id, "fine"}));
    EXPECT_EQ(met().when(Excuse{id, "fine"}, ben), refused(Code::not_allowed));
    EXPECT_EQ(met().when(Excuse{id, "fine"}, ann, {Scope::read}), refused(Code::not_allowed));
}

TEST(Violation, once_excused_it_stays_silent_until_they_no_longer_meet) {
    const auto id = only_one(met());
    auto world = met().done(Excuse{id, ""}, ann);
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(world.when(Excuse{id, "again"}, ann), nothing());
    EXPECT_EQ(tick(world.and_then(fleet::ProcessGone{bens.id})), "closed\n");
    const auto again = process(2, gpu_a, "ben");
    EXPECT_EQ(tick(world.done(Tick{}).and_then(again)), opened(again, anns));
}

TEST(Violation, an_unknown_one_or_a_long_reason_is_refused) {
    EXPECT_EQ(met().when(Excuse{nth<ViolationId>(9), ""}, ann), refused(Code::not_found, "id"));
    EXPECT_EQ(met().when(Excuse{only_one(met()), std::string(501, 'r')}, ann),
              refused(Code::out_of_range, "reason"));
}

}  // namespace
}  // namespace dibs::test
