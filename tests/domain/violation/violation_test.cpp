// Violations open and close as time passes, in any order of process, booking and person.
#include "tests/domain/violation/violation_site.hpp"

namespace dibs::test {
namespace {

TEST(Violation, violation_opens_when_a_booking_begins_under_a_process) {
    auto world = given(sample_site(), booked(anns), bens);
    EXPECT_EQ(tick(world.at(clock("11:59"))), "");
    EXPECT_EQ(tick(world.at(clock("12:00"))), opened(bens, anns));
}

TEST(Violation, violation_opens_when_a_process_starts_during_a_booking) {
    auto world = given(sample_site(), booked(anns)).at(clock("13:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(given(world, bens)), opened(bens, anns));
}

TEST(Violation, violation_opens_when_a_used_gpu_is_booked) {
    auto now = anns;
    now.when.from = ten;
    auto world = given(sample_site(), bens);
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(world.done(book(now), ann)), opened(bens, now));
}

TEST(Violation, violation_opens_for_accounts_without_a_person) {
    const auto stranger = process(1, {gpu_a}, "mallory");
    EXPECT_EQ(tick(given(sample_site(), booked(anns), stranger).at(clock("13:00"))),
              opened(stranger, anns));
}

// Appeared while the host hid the owner.
fleet::ProcessAppeared hidden(fleet::ProcessAppeared p) {
    return {p.id, p.host, p.gpus, p.pid};
}
fleet::ProcessOwnerKnown known(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name.value(), p.person, p.command_line};
}

TEST(Violation, violation_opens_once_a_hidden_owner_is_another_person) {
    auto world = given(sample_site(), booked(anns), hidden(bens)).at(clock("13:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(world.and_then(known(bens))), opened(bens, anns));
}

TEST(Violation, hidden_owner_who_is_the_holder_is_no_violation) {
    const auto own = process(1, {gpu_a}, "ann");
    auto world = given(sample_site(), booked(anns), hidden(own)).at(clock("13:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(world.and_then(known(own))), "");
}

TEST(ViolationLevel, level_always_waits_for_a_hidden_owner) {
    const rules::Rules always{.violation_level = rules::ViolationLevel::always};
    auto world = given(sample_site(), hidden(bens)).with(always);
    EXPECT_EQ(tick(world), "");
    EXPECT_NE(tick(world.and_then(known(bens))), "");
}

TEST(Violation, violation_neither_opens_nor_closes_while_the_driver_fails) {
    const fleet::HostDriverChanged broken{
        atlas, {fleet::DriverState::broken, "version mismatch"}, {gpu_a, gpu_b}};
    const fleet::HostDriverChanged works{atlas, {fleet::DriverState::working, ""}, {gpu_a, gpu_b}};
    auto before = given(sample_site(), booked(anns), bens, broken).at(clock("13:00"));
    EXPECT_EQ(tick(before), "");
    EXPECT_EQ(tick(given(before, works)), opened(bens, anns));
    auto open = given(met(), broken);
    EXPECT_EQ(tick(open), "");
    EXPECT_EQ(tick(open.at(clock("14:30"))), "");
    EXPECT_EQ(tick(given(open, works)), "closed\n");
    EXPECT_EQ(tick(given(open, gone(bens))), "closed\n");
}

TEST(Violation, violation_neither_opens_nor_closes_while_its_host_is_lost) {
    const fleet::HostLost lost{atlas, "no route"};
    const fleet::HostReached reached{atlas};
    auto before = given(sample_site(), booked(anns), bens, lost).at(clock("13:00"));
    EXPECT_EQ(tick(before), "");
    EXPECT_EQ(tick(given(before, reached)), opened(bens, anns));
    auto open = given(met(), lost);
    EXPECT_EQ(tick(open), "");
    EXPECT_EQ(tick(given(open, gone(bens))), "closed\n");
}

TEST(Violation, violation_stays_the_same_across_a_driver_failure) {
    const std::vector<GpuId> both{gpu_a, gpu_b};
    const fleet::HostDriverChanged broken{atlas, {fleet::DriverState::broken, "x"}, both};
    const fleet::HostDriverChanged works{atlas, {fleet::DriverState::working, ""}, both};
    auto world = met();
    world.and_then(excused(world, "we share", ann));
    const auto id = only_one(world);
    auto after = given(given(world, broken).done(Tick{}), works);
    EXPECT_EQ(tick(after), "");
    after.done(Tick{});
    ASSERT_EQ(after.world().violations.open.size(), 1U);
    EXPECT_EQ(only_one(after), id);
    EXPECT_TRUE(after.world().violations.open.at(id).excusal);
}

TEST(Violation, process_of_the_owner_is_no_violation) {
    const auto own = process(1, {gpu_a}, "ann");
    EXPECT_EQ(tick(given(sample_site(), booked(anns), own).at(clock("13:00"))), "");
}

TEST(Violation, violation_closes_when_the_account_is_the_owners) {
    const auto cleo = nth<PersonId>(4);
    auto world = given(sample_site(), booked(booking(1, cleo, {gpu_a}, "12:00", "14:00")),
                       process(1, {gpu_a}, "cleo"))
                     .at(clock("13:00"));
    EXPECT_NE(tick(world), "");
    world.done(Tick{}).and_then(person(cleo, "cleo", people::Role::user));
    EXPECT_EQ(tick(world), "closed\n");
}

TEST(Violation, violation_opens_once) {
    EXPECT_EQ(tick(met()), "");
}

TEST(Violation, violation_closes_when_the_process_ends) {
    auto world = met().and_then(gone(bens));
    EXPECT_EQ(tick(world), "closed\n");
    EXPECT_EQ(tick(world.done(Tick{})), "");
    EXPECT_TRUE(world.world().violations.open.empty());
}

TEST(Violation, violation_closes_when_the_booking_ends_or_is_released) {
    EXPECT_EQ(tick(met().at(clock("14:00"))), "closed\n");
    EXPECT_EQ(tick(met().done(reservation::Release{anns.id}, ann)), "closed\n");
}

TEST(Violation, next_booking_opens_another_violation) {
    const auto next = booking(2, ann, {gpu_a}, "14:00", "15:00");
    EXPECT_EQ(tick(met().and_then(booked(next)).at(clock("14:00"))),
              opened(bens, next) + "closed\n");
}

TEST(Violation, process_on_a_gpu_violates_a_booking_of_its_slice) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    const auto on_whole = process(1, {gpu_d}, "ben");
    EXPECT_EQ(tick(given(sample_site(), booked(slice), on_whole).at(clock("13:00"))),
              opened(on_whole, slice));
}

TEST(Violation, process_on_a_slice_violates_a_booking_of_its_gpu) {
    const auto whole = booking(1, ann, {gpu_d}, "12:00", "14:00");
    const auto on_slice = process(1, {slice_2}, "ben");
    EXPECT_EQ(tick(given(sample_site(), booked(whole), on_slice).at(clock("13:00"))),
              opened(on_slice, whole));
}

TEST(Violation, process_on_an_unknown_slice_is_no_violation_until_known) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    auto somewhere = process(1, {gpu_d}, "ben");
    somewhere.unknown_slice_gpus = {gpu_d};
    EXPECT_EQ(tick(given(sample_site(), booked(slice), somewhere).at(clock("13:00"))), "");
    auto there = process(1, {slice_1}, "ben");
    const fleet::ProcessGpusChanged known{there.id, boreas, {slice_1}, there.pid, "ben", ben};
    EXPECT_EQ(tick(given(sample_site(), booked(slice), somewhere, known).at(clock("13:00"))),
              opened(there, slice));
}

TEST(Violation, uncertain_process_still_violates_on_an_unsliced_card) {
    const auto whole = booking(1, ann, {gpu_c}, "12:00", "14:00");
    auto both = process(1, {gpu_c, gpu_d}, "ben");
    both.unknown_slice_gpus = {gpu_d};
    EXPECT_EQ(tick(given(sample_site(), booked(whole), both).at(clock("13:00"))),
              opened(process(1, {gpu_c}, "ben"), whole));
}

TEST(Violation, process_on_the_other_slice_is_no_violation) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    EXPECT_EQ(
        tick(given(sample_site(), booked(slice), process(1, {slice_2}, "ben")).at(clock("13:00"))),
        "");
}

TEST(Violation, each_process_and_booking_is_one_violation) {
    const auto both = booking(1, ann, {gpu_a, gpu_b}, "12:00", "14:00");
    const auto world = given(sample_site(), booked(both), bens, process(2, {gpu_b}, "ben"))
                           .at(clock("13:00"))
                           .done(Tick{})
                           .world();
    EXPECT_EQ(world.violations.open.size(), 2U);
    EXPECT_EQ(world.violations.by_key.size(), 2U);
}

TEST(Violation, process_on_several_gpus_of_a_booking_is_one_violation) {
    const auto both = booking(1, ann, {gpu_a, gpu_b}, "12:00", "14:00");
    const auto wide = process(1, {gpu_a, gpu_b}, "ben");
    auto world = given(sample_site(), booked(both), wide).at(clock("13:00"));
    EXPECT_EQ(tick(world), opened(wide, both));
    world.done(Tick{}).and_then(
        fleet::ProcessGpusChanged{wide.id, atlas, {gpu_b}, wide.pid, "ben", ben});
    EXPECT_EQ(tick(world), "now on " + to_text(wide.id) + ' ' + to_text(gpu_b) + ' ' +
                               to_text(both.id) + " ben\n");
    EXPECT_EQ(tick(world.done(Tick{})), "");
}

TEST(Violation, violation_names_the_booking_its_owner_and_the_person) {
    const auto world = met();
    const auto& v = world.world().violations.open.begin()->second.violation;
    EXPECT_EQ(v.kind, violation::Kind::intruder);
    EXPECT_EQ(v.owner, ann);
    EXPECT_EQ(v.person, ben);
    EXPECT_EQ(v.host, atlas);
    EXPECT_EQ(violation::ViolationOpened{v}.subjects(),
              about(v.id, std::optional(ben), v.reservation, v.owner, v.gpus, atlas, bens.id));
}

TEST(ViolationLevel, level_off_opens_no_violation_and_closes_open_ones) {
    const rules::Rules off{.violation_level = rules::ViolationLevel::off};
    EXPECT_EQ(tick(given(sample_site(), booked(anns), bens).at(clock("13:00")).with(off)), "");
    EXPECT_EQ(tick(met().with(off)), "closed\n");
}

TEST(ViolationLevel, level_always_forbids_use_without_a_booking) {
    const rules::Rules always{.violation_level = rules::ViolationLevel::always};
    auto world = given(sample_site(), bens).with(always);
    EXPECT_EQ(tick(world), "opened " + to_text(bens.id) + ' ' + to_text(gpu_a) + " nobody's ben\n");
    const auto id = only_one(world.done(Tick{}));
    EXPECT_EQ(world.when(violation::Excuse{id, "x"}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(violation::Excuse{id, "x"}, root), events(excused(world, "x", root)));
    EXPECT_EQ(tick(world.and_then(booked(booking(1, ben, {gpu_a}, "10:00", "12:00")))), "closed\n");
}

TEST(Violation, only_the_holder_or_an_admin_excuses_a_violation) {
    const auto id = only_one(met());
    EXPECT_EQ(met().when(violation::Excuse{id, "fine"}, ann), events(excused(met(), "fine", ann)));
    EXPECT_EQ(met().when(violation::Excuse{id, "fine"}, root),
              events(excused(met(), "fine", root)));
    EXPECT_EQ(met().when(violation::Excuse{id, "fine"}, ben), refused(Code::not_allowed));
    EXPECT_EQ(met().when(violation::Excuse{id, "fine"}, ann, {Scope::read}),
              refused(Code::not_allowed));
}

TEST(Violation, excuse_lasts_until_process_and_booking_separate) {
    const auto id = only_one(met());
    auto world = met().done(violation::Excuse{id, "fine"}, ann);
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(world.when(violation::Excuse{id, "again"}, ann), nothing());
    EXPECT_EQ(tick(world.and_then(gone(bens))), "closed\n");
    const auto again = process(2, {gpu_a}, "ben");
    EXPECT_EQ(tick(world.done(Tick{}).and_then(again)), opened(again, anns));
}

// One training with several processes, and another person's process.
Given crowded() {
    const auto next = process(2, {gpu_a}, "ben"), eves = process(3, {gpu_a}, "eve");
    return given(sample_site(), booked(anns), bens, next, eves).at(clock("13:00")).done(Tick{});
}
// The excuses: account, violation and the person who excused it.
std::string excuses(const Given& world) {
    std::string text;
    for (const auto& [id, open] : world.world().violations.open) {
        text += open.violation.unix_name;
        if (open.excusal)
            text += ':' + open.excusal->reason + (open.excusal->by == ann ? "/ann" : "/?");
        text += ' ';
    }
    return text;
}

TEST(ViolationGroup, all_processes_of_an_account_in_a_booking_are_excused_together) {
    auto world = crowded();
    EXPECT_EQ(excuses(world), "ben ben eve ");
    EXPECT_EQ(excuses(world.done(violation::Excuse{only_one(world), "fine"}, ann)),
              "ben:fine/ann ben:fine/ann eve ");
    const auto second = std::next(world.world().violations.open.begin())->first;
    EXPECT_EQ(world.when(violation::Excuse{second, "again"}, ann), nothing());
}

TEST(ViolationGroup, later_process_of_an_excused_group_is_excused) {
    auto world = met().done(violation::Excuse{only_one(met()), "fine"}, ann);
    const auto joins = process(2, {gpu_a}, "ben"), other = process(3, {gpu_a}, "eve");
    auto excused_too = opened(joins, anns);
    excused_too.replace(0, std::string("opened").size(), "excused");
    EXPECT_EQ(tick(given(world, joins, other)),
              opened(joins, anns) + excused_too + opened(other, anns));
    auto later = given(world, joins, other).with_ids_after(2000);
    EXPECT_EQ(excuses(later.done(Tick{})), "ben:fine/ann ben:fine/ann eve ");
}

TEST(ViolationGroup, group_without_a_booking_is_an_account_on_one_host) {
    const rules::Rules always{.violation_level = rules::ViolationLevel::always};
    const auto here = process(2, {gpu_b}, "ben"), there = process(3, {gpu_c}, "ben");
    auto world = given(sample_site(), bens, here, there).with(always).done(Tick{});
    const auto& open = world.world().violations.open;
    const auto on_atlas = std::find_if(open.begin(), open.end(), [](const auto& one) {
        return one.second.violation.host == atlas;
    });
    world.done(violation::Excuse{on_atlas->first, "a test"}, root);
    for (const auto& [id, one] : world.world().violations.open) {
        EXPECT_EQ(one.excusal.has_value(), one.violation.host == atlas);
    }
}

TEST(ViolationExcuse, excuse_is_withdrawn_for_the_whole_group) {
    auto world = crowded();
    const auto id = only_one(world);
    EXPECT_EQ(world.when(violation::WithdrawExcuse{id}, ann), nothing()) << "there is none";
    world.done(violation::Excuse{id, "fine"}, ann);
    EXPECT_EQ(world.when(violation::WithdrawExcuse{id}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(violation::WithdrawExcuse{id}, ann, {Scope::read}),
              refused(Code::not_allowed));
    EXPECT_EQ(world.when(violation::WithdrawExcuse{nth<ViolationId>(9)}, ann),
              refused(Code::not_found, "id"));
    EXPECT_EQ(excuses(world.done(violation::WithdrawExcuse{id}, root)), "ben ben eve ");
    EXPECT_EQ(world.when(violation::WithdrawExcuse{id}, ann), nothing()) << "said twice";
    EXPECT_EQ(tick(world), "") << "it is as open as before";
}

TEST(Violation, unknown_violation_or_long_reason_is_refused) {
    EXPECT_EQ(met().when(violation::Excuse{nth<ViolationId>(9), ""}, ann),
              refused(Code::not_found, "id"));
    EXPECT_EQ(met().when(violation::Excuse{only_one(met()), std::string(501, 'r')}, ann),
              refused(Code::out_of_range, "reason"));
    EXPECT_NE(met().when(violation::Excuse{only_one(met()), repeated("ż", 500)}, ann),
              refused(Code::out_of_range, "reason"));
}

}  // namespace
}  // namespace dibs::test
