// Violations open and close as time passes, whichever came last: process, booking or person.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace violation;

const auto anns = booking(1, ann, {gpu_a}, "12:00", "14:00");

fleet::ProcessAppeared process(unsigned n, std::vector<GpuId> on, std::string unix_name) {
    const auto host = hosts_of(on).front();
    const auto person = unix_name == "ben" ? std::optional(ben) : std::nullopt;
    return {nth<ProcessId>(n),
            host,
            std::move(on),
            4711,
            ten,
            std::move(unix_name),
            person,
            Personal<std::string>{"python"}};
}
const auto bens = process(1, {gpu_a}, "ben");
fleet::ProcessGone gone(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name, p.person};
}

// The violations that a tick would open and close, without their ids.
std::string tick(const Given& world) {
    std::string text;
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    const auto about = [](const Violation& v) {
        std::string on = to_text(v.process);
        for (const GpuId gpu : v.gpus) on += ' ' + to_text(gpu);
        return on + ' ' + (v.reservation ? to_text(*v.reservation) : "nobody's") + ' ' +
               v.unix_name + '\n';
    };
    for (const auto& e : decided.value()) {
        const auto* event = std::get_if<violation::Event>(&e);
        if (!event) continue;
        if (const auto* opened = std::get_if<Opened>(event)) {
            text += "opened " + about(opened->violation);
        } else if (const auto* moved = std::get_if<GpusChanged>(event)) {
            text += "now on " + about(moved->violation);
        } else if (const auto* with = std::get_if<Excused>(event)) {
            text += "excused " + about(with->violation);
        } else if (std::holds_alternative<Closed>(*event)) {
            text += "closed\n";
        }
    }
    return text;
}
std::string opened(const fleet::ProcessAppeared& p, const reservation::Booking& b) {
    std::string on = to_text(p.id);
    for (const GpuId gpu : p.gpus) on += ' ' + to_text(gpu);
    return "opened " + on + ' ' + to_text(b.id) + ' ' + p.unix_name.value() + '\n';
}
Given met() {
    return given(sample_site(), booked(anns), bens).at(clock("13:00")).done(Tick{});
}
ViolationId only_one(const Given& world) {
    return world.world().violations.open.begin()->first;
}
Excused excused(const Given& world, std::string reason, std::optional<PersonId> by) {
    return {world.world().violations.open.begin()->second.violation, std::move(reason), by};
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
    const auto stranger = process(1, {gpu_a}, "mallory");
    EXPECT_EQ(tick(given(sample_site(), booked(anns), stranger).at(clock("13:00"))),
              opened(stranger, anns));
}

// Appeared while the host hid whose it is.
fleet::ProcessAppeared hidden(fleet::ProcessAppeared p) {
    return {p.id, p.host, p.gpus, p.pid};
}
fleet::ProcessOwnerKnown known(const fleet::ProcessAppeared& p) {
    return {p.id, p.host, p.gpus, p.pid, p.started, p.unix_name.value(), p.person, p.command_line};
}

TEST(Violation, of_an_unknown_owner_opens_once_it_is_known_to_be_another) {
    auto world = given(sample_site(), booked(anns), hidden(bens)).at(clock("13:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(world.and_then(known(bens))), opened(bens, anns));
}

TEST(Violation, of_an_unknown_owner_never_is_one_if_it_is_the_holder) {
    const auto own = process(1, {gpu_a}, "ann");
    auto world = given(sample_site(), booked(anns), hidden(own)).at(clock("13:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(tick(world.and_then(known(own))), "");
}

TEST(ViolationLevel, always_waits_for_the_owner_as_well) {
    const rules::Rules always{.violation_level = rules::ViolationLevel::always};
    auto world = given(sample_site(), hidden(bens)).with(always);
    EXPECT_EQ(tick(world), "");
    EXPECT_NE(tick(world.and_then(known(bens))), "");
}

TEST(Violation, neither_opens_nor_closes_while_nobody_hears_the_driver) {
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

TEST(Violation, neither_opens_nor_closes_while_its_host_is_not_reached) {
    const fleet::HostLost lost{atlas, "no route"};
    const fleet::HostReached reached{atlas};
    auto before = given(sample_site(), booked(anns), bens, lost).at(clock("13:00"));
    EXPECT_EQ(tick(before), "");
    EXPECT_EQ(tick(given(before, reached)), opened(bens, anns));
    auto open = given(met(), lost);
    EXPECT_EQ(tick(open), "");
    EXPECT_EQ(tick(given(open, gone(bens))), "closed\n");
}

TEST(Violation, that_began_before_the_driver_fell_silent_is_the_same_one_after_it) {
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

TEST(Violation, the_owners_own_process_is_none) {
    const auto own = process(1, {gpu_a}, "ann");
    EXPECT_EQ(tick(given(sample_site(), booked(anns), own).at(clock("13:00"))), "");
}

TEST(Violation, closes_when_the_account_turns_out_to_be_the_owners) {
    const auto cleo = nth<PersonId>(4);
    auto world = given(sample_site(), booked(booking(1, cleo, {gpu_a}, "12:00", "14:00")),
                       process(1, {gpu_a}, "cleo"))
                     .at(clock("13:00"));
    EXPECT_NE(tick(world), "");
    world.done(Tick{}).and_then(person(cleo, "cleo", people::Role::user));
    EXPECT_EQ(tick(world), "closed\n");
}

TEST(Violation, is_opened_once) {
    EXPECT_EQ(tick(met()), "");
}

TEST(Violation, closes_when_the_process_goes) {
    auto world = met().and_then(gone(bens));
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
    const auto on_whole = process(1, {gpu_d}, "ben");
    EXPECT_EQ(tick(given(sample_site(), booked(slice), on_whole).at(clock("13:00"))),
              opened(on_whole, slice));
}

TEST(Violation, a_process_on_a_slice_intrudes_on_the_holder_of_the_gpu) {
    const auto whole = booking(1, ann, {gpu_d}, "12:00", "14:00");
    const auto on_slice = process(1, {slice_2}, "ben");
    EXPECT_EQ(tick(given(sample_site(), booked(whole), on_slice).at(clock("13:00"))),
              opened(on_slice, whole));
}

TEST(Violation, a_process_on_a_slice_that_is_not_known_intrudes_on_nobody_until_it_is) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    auto somewhere = process(1, {gpu_d}, "ben");
    somewhere.unknown_slice_gpus = {gpu_d};
    EXPECT_EQ(tick(given(sample_site(), booked(slice), somewhere).at(clock("13:00"))), "");
    auto there = process(1, {slice_1}, "ben");
    const fleet::ProcessGpusChanged known{there.id, boreas, {slice_1}, there.pid, "ben", ben};
    EXPECT_EQ(tick(given(sample_site(), booked(slice), somewhere, known).at(clock("13:00"))),
              opened(there, slice));
}

TEST(Violation, a_process_in_doubt_on_one_card_intrudes_on_another_that_is_whole) {
    const auto whole = booking(1, ann, {gpu_c}, "12:00", "14:00");
    auto both = process(1, {gpu_c, gpu_d}, "ben");
    both.unknown_slice_gpus = {gpu_d};
    EXPECT_EQ(tick(given(sample_site(), booked(whole), both).at(clock("13:00"))),
              opened(process(1, {gpu_c}, "ben"), whole));
}

TEST(Violation, a_process_on_the_other_slice_intrudes_on_nobody) {
    const auto slice = booking(1, ann, {slice_1}, "12:00", "14:00");
    EXPECT_EQ(
        tick(given(sample_site(), booked(slice), process(1, {slice_2}, "ben")).at(clock("13:00"))),
        "");
}

TEST(Violation, each_process_and_booking_are_one_with_an_id_of_its_own) {
    const auto both = booking(1, ann, {gpu_a, gpu_b}, "12:00", "14:00");
    const auto world = given(sample_site(), booked(both), bens, process(2, {gpu_b}, "ben"))
                           .at(clock("13:00"))
                           .done(Tick{})
                           .world();
    EXPECT_EQ(world.violations.open.size(), 2U);
    EXPECT_EQ(world.violations.by_key.size(), 2U);
}

TEST(Violation, a_process_on_several_gpus_of_one_booking_is_one_with_its_gpus) {
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

TEST(Violation, says_whose_booking_it_is_and_who_runs_there) {
    const auto world = met();
    const auto& v = world.world().violations.open.begin()->second.violation;
    EXPECT_EQ(v.kind, Kind::intruder);
    EXPECT_EQ(v.owner, ann);
    EXPECT_EQ(v.person, ben);
    EXPECT_EQ(v.host, atlas);
    EXPECT_EQ(Opened{v}.subjects(),
              about(v.id, std::optional(ben), v.reservation, v.owner, v.gpus, atlas, bens.id));
}

TEST(ViolationLevel, off_opens_none_and_closes_those_that_are_open) {
    const rules::Rules off{.violation_level = rules::ViolationLevel::off};
    EXPECT_EQ(tick(given(sample_site(), booked(anns), bens).at(clock("13:00")).with(off)), "");
    EXPECT_EQ(tick(met().with(off)), "closed\n");
}

TEST(ViolationLevel, always_also_forbids_what_nobody_has_booked) {
    const rules::Rules always{.violation_level = rules::ViolationLevel::always};
    auto world = given(sample_site(), bens).with(always);
    EXPECT_EQ(tick(world), "opened " + to_text(bens.id) + ' ' + to_text(gpu_a) + " nobody's ben\n");
    const auto id = only_one(world.done(Tick{}));
    EXPECT_EQ(world.when(Excuse{id, "x"}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(Excuse{id, "x"}, root), events(excused(world, "x", root)));
    EXPECT_EQ(tick(world.and_then(booked(booking(1, ben, {gpu_a}, "10:00", "12:00")))), "closed\n");
}

TEST(Violation, is_excused_by_the_holder_or_an_admin_only) {
    const auto id = only_one(met());
    EXPECT_EQ(met().when(Excuse{id, "fine"}, ann), events(excused(met(), "fine", ann)));
    EXPECT_EQ(met().when(Excuse{id, "fine"}, root), events(excused(met(), "fine", root)));
    EXPECT_EQ(met().when(Excuse{id, "fine"}, ben), refused(Code::not_allowed));
    EXPECT_EQ(met().when(Excuse{id, "fine"}, ann, {Scope::read}), refused(Code::not_allowed));
}

TEST(Violation, once_excused_it_stays_silent_until_they_no_longer_meet) {
    const auto id = only_one(met());
    auto world = met().done(Excuse{id, "fine"}, ann);
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(world.when(Excuse{id, "again"}, ann), nothing());
    EXPECT_EQ(tick(world.and_then(gone(bens))), "closed\n");
    const auto again = process(2, {gpu_a}, "ben");
    EXPECT_EQ(tick(world.done(Tick{}).and_then(again)), opened(again, anns));
}

// Of one training with several processes, and of somebody else beside it.
Given crowded() {
    const auto next = process(2, {gpu_a}, "ben"), eves = process(3, {gpu_a}, "eve");
    return given(sample_site(), booked(anns), bens, next, eves).at(clock("13:00")).done(Tick{});
}
// Who is excused, an account a violation, and by whom.
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

TEST(ViolationGroup, what_an_account_runs_into_a_booking_is_excused_as_one) {
    auto world = crowded();
    EXPECT_EQ(excuses(world), "ben ben eve ");
    EXPECT_EQ(excuses(world.done(Excuse{only_one(world), "fine"}, ann)),
              "ben:fine/ann ben:fine/ann eve ");
    const auto second = std::next(world.world().violations.open.begin())->first;
    EXPECT_EQ(world.when(Excuse{second, "again"}, ann), nothing());
}

TEST(ViolationGroup, what_joins_it_while_it_is_excused_is_excused_with_it) {
    auto world = met().done(Excuse{only_one(met()), "fine"}, ann);
    const auto joins = process(2, {gpu_a}, "ben"), other = process(3, {gpu_a}, "eve");
    auto excused_too = opened(joins, anns);
    excused_too.replace(0, std::string("opened").size(), "excused");
    EXPECT_EQ(tick(given(world, joins, other)),
              opened(joins, anns) + excused_too + opened(other, anns));
    auto later = given(world, joins, other).with_ids_after(2000);
    EXPECT_EQ(excuses(later.done(Tick{})), "ben:fine/ann ben:fine/ann eve ");
}

TEST(ViolationGroup, where_nobody_booked_it_is_an_account_on_one_host) {
    const rules::Rules always{.violation_level = rules::ViolationLevel::always};
    const auto here = process(2, {gpu_b}, "ben"), there = process(3, {gpu_c}, "ben");
    auto world = given(sample_site(), bens, here, there).with(always).done(Tick{});
    const auto& open = world.world().violations.open;
    const auto on_atlas = std::find_if(open.begin(), open.end(), [](const auto& one) {
        return one.second.violation.host == atlas;
    });
    world.done(Excuse{on_atlas->first, "a test"}, root);
    for (const auto& [id, one] : world.world().violations.open) {
        EXPECT_EQ(one.excusal.has_value(), one.violation.host == atlas);
    }
}

TEST(ViolationExcuse, is_taken_back_of_the_whole_group_by_who_may_excuse) {
    auto world = crowded();
    const auto id = only_one(world);
    EXPECT_EQ(world.when(WithdrawExcuse{id}, ann), nothing()) << "there is none";
    world.done(Excuse{id, "fine"}, ann);
    EXPECT_EQ(world.when(WithdrawExcuse{id}, ben), refused(Code::not_allowed));
    EXPECT_EQ(world.when(WithdrawExcuse{id}, ann, {Scope::read}), refused(Code::not_allowed));
    EXPECT_EQ(world.when(WithdrawExcuse{nth<ViolationId>(9)}, ann), refused(Code::not_found, "id"));
    EXPECT_EQ(excuses(world.done(WithdrawExcuse{id}, root)), "ben ben eve ");
    EXPECT_EQ(world.when(WithdrawExcuse{id}, ann), nothing()) << "said twice";
    EXPECT_EQ(tick(world), "") << "it is as open as before";
}

TEST(Violation, an_unknown_one_or_a_long_reason_is_refused) {
    EXPECT_EQ(met().when(Excuse{nth<ViolationId>(9), ""}, ann), refused(Code::not_found, "id"));
    EXPECT_EQ(met().when(Excuse{only_one(met()), std::string(501, 'r')}, ann),
              refused(Code::out_of_range, "reason"));
    EXPECT_NE(met().when(Excuse{only_one(met()), repeated("ż", 500)}, ann),
              refused(Code::out_of_range, "reason"));
}

// --- kinds, levels, the end of a booking, what is none of it

// The kind of the only one that a tick would open.
std::optional<Kind> kind_of(const Given& world) {
    const auto decided = world.decide(Tick{}, Context{{}, Scopes::all(), world.world().now});
    for (const auto& e : decided.value()) {
        const auto* event = std::get_if<violation::Event>(&e);
        const auto* opened = event ? std::get_if<Opened>(event) : nullptr;
        if (opened) return opened->violation.kind;
    }
    return std::nullopt;
}
constexpr auto always = rules::ViolationLevel::always;
constexpr auto off = rules::ViolationLevel::off;
constexpr auto against_bookings = rules::ViolationLevel::against_bookings;
rules::Rules level(rules::ViolationLevel level) {
    rules::Rules rules;
    rules.violation_level = level;
    return rules;
}

TEST(ViolationKind, is_an_intruder_whom_dibs_knows_and_who_holds_nothing_there) {
    EXPECT_EQ(kind_of(given(sample_site(), booked(anns), bens).at(clock("13:00"))), Kind::intruder);
    const auto elsewhere = booking(2, ben, {gpu_c}, "12:00", "14:00");
    EXPECT_EQ(
        kind_of(given(sample_site(), booked(anns), booked(elsewhere), bens).at(clock("13:00"))),
        Kind::intruder);
}

TEST(ViolationKind, is_the_wrong_gpu_where_they_hold_another_on_that_host) {
    const auto own = booking(2, ben, {gpu_b}, "12:00", "13:30");
    auto world = given(sample_site(), booked(anns), booked(own), bens).at(clock("13:00"));
    EXPECT_EQ(kind_of(world), Kind::wrong_gpu);
    auto free = given(sample_site(), booked(own), bens).with(level(always)).at(clock("13:00"));
    EXPECT_EQ(kind_of(free), Kind::wrong_gpu);
}

TEST(ViolationKind, is_unknown_person_for_accounts_that_nobody_on_dibs_has) {
    const auto stranger = process(1, {gpu_a}, "mallory");
    EXPECT_EQ(kind_of(given(sample_site(), booked(anns), stranger).at(clock("13:00"))),
              Kind::unknown_person);
    EXPECT_EQ(kind_of(given(sample_site(), stranger).with(level(always))), Kind::unknown_person);
}

TEST(ViolationKind, changes_while_it_lasts_and_stays_the_same_violation) {
    const auto own = booking(2, ben, {gpu_b}, "13:00", "13:30");
    auto world = given(sample_site(), booked(anns), booked(own), bens).at(clock("12:30"));
    world.done(Tick{});
    const auto id = only_one(world);
    world.at(clock("13:00")).done(Tick{});
    EXPECT_EQ(only_one(world), id);
    EXPECT_EQ(world.world().violations.open.at(id).violation.kind, Kind::wrong_gpu);
    world.at(clock("13:30")).done(Tick{});
    EXPECT_EQ(world.world().violations.open.at(id).violation.kind, Kind::intruder);
}

TEST(ViolationLevels, of_a_host_hold_there) {
    auto world = given(sample_site(), bens);
    EXPECT_EQ(kind_of(world), std::nullopt);
    world.done(SetLevel{atlas, {}, always}, root);
    EXPECT_EQ(kind_of(world), Kind::unbooked);
    auto elsewhere = given(sample_site(), process(1, {gpu_c}, "ben"));
    elsewhere.done(SetLevel{atlas, {}, always}, root);
    EXPECT_EQ(kind_of(elsewhere), std::nullopt);
}

TEST(ViolationLevels, off_on_a_host_lets_everything_be_there) {
    auto world = given(sample_site(), booked(anns), bens).at(clock("13:00"));
    world.done(SetLevel{atlas, {}, off}, root);
    EXPECT_EQ(kind_of(world), std::nullopt);
    world.done(SetLevel{atlas, {}, {}}, root);
    EXPECT_EQ(kind_of(world), Kind::intruder);
}

TEST(ViolationLevels, of_groups_the_most_generous_counts_and_of_group_and_host_too) {
    const auto students = nth<GroupId>(1), staff = nth<GroupId>(2);
    auto world =
        given(sample_site(), group::Made{{students, "students"}}, group::Made{{staff, "staff"}},
              group::Joined{students, ben, false, "students"}, bens);
    world.done(SetLevel{{}, students, always}, root);
    EXPECT_EQ(kind_of(world), Kind::unbooked) << "stricter than the site";
    world.done(SetLevel{atlas, {}, against_bookings}, root);
    EXPECT_EQ(kind_of(world), std::nullopt) << "the host is more generous";
    world.done(SetLevel{atlas, {}, always}, root);
    world.done(SetLevel{{}, staff, off}, root);
    EXPECT_EQ(kind_of(world), Kind::unbooked);
    world.and_then(group::Joined{staff, ben, false, "staff"});
    EXPECT_EQ(kind_of(world), std::nullopt) << "staff may do anything";
}

TEST(ViolationLevels, are_set_by_admins_for_one_host_or_one_group_that_is_there) {
    const auto world = sample_site();
    EXPECT_EQ(world.when(SetLevel{atlas, {}, always}, root),
              events(LevelSet{atlas, {}, "atlas", always, {}}));
    EXPECT_EQ(world.when(SetLevel{atlas, {}, {}}, root), nothing());
    EXPECT_EQ(world.when(SetLevel{atlas, {}, always}, ann), refused(Code::not_allowed));
    EXPECT_EQ(world.when(SetLevel{{}, {}, always}, root), refused(Code::malformed, "host_id"));
    EXPECT_EQ(world.when(SetLevel{atlas, nth<GroupId>(1), always}, root),
              refused(Code::malformed, "host_id"));
    EXPECT_EQ(world.when(SetLevel{nth<HostId>(9), {}, always}, root),
              refused(Code::unknown_host, "host_id"));
    EXPECT_EQ(world.when(SetLevel{{}, nth<GroupId>(9), always}, root),
              refused(Code::not_found, "group_id"));
}

TEST(ViolationHandOver, what_the_last_holder_still_runs_has_some_minutes) {
    const auto bens_time = booking(2, ben, {gpu_a}, "11:00", "12:00");
    auto world = given(sample_site(), booked(bens_time), booked(anns), bens).at(clock("12:00"));
    EXPECT_EQ(tick(world), "");
    EXPECT_EQ(violation::Aggregate::next_due(world.world(), clock("12:00")), clock("12:05"));
    EXPECT_EQ(tick(world.at(clock("12:04:59"))), "");
    EXPECT_EQ(tick(world.at(clock("12:05"))), opened(bens, anns));
    rules::Rules short_grace;
    short_grace.handover_grace_min = 1;
    EXPECT_EQ(tick(world.with(short_grace).at(clock("12:01"))), opened(bens, anns));
}

TEST(ViolationHandOver, what_is_started_after_the_end_has_none) {
    const auto bens_time = booking(2, ben, {gpu_a}, "11:00", "12:00");
    auto late = bens;
    late.started = clock("12:01");
    auto world = given(sample_site(), booked(bens_time), booked(anns), late).at(clock("12:02"));
    EXPECT_EQ(tick(world), opened(late, anns));
}

TEST(ViolationHandOver, others_have_none_and_release_counts_as_the_end) {
    const auto bens_time = booking(2, ben, {gpu_a}, "11:00", "12:00");
    const auto strangers = process(1, {gpu_a}, "mallory");
    EXPECT_NE(
        tick(given(sample_site(), booked(bens_time), booked(anns), strangers).at(clock("12:01"))),
        "");
    auto early = given(sample_site(), booked(bens_time), bens).with(level(always));
    early.at(clock("11:30")).done(reservation::Release{bens_time.id}, ben);
    EXPECT_EQ(tick(early.at(clock("11:34"))), "");
    EXPECT_NE(tick(early.at(clock("11:35"))), "");
}

TEST(ViolationIgnored, is_what_the_rules_name_by_account_and_program) {
    auto server = process(1, {gpu_a}, "root");
    server.command_line = Personal<std::string>{"/usr/lib/xorg/Xorg :0"};
    EXPECT_EQ(tick(given(sample_site(), booked(anns), server).at(clock("13:00"))), "");
    rules::Rules none;
    none.ignored_processes = enforcement::Ignored{};
    EXPECT_NE(tick(given(sample_site(), booked(anns), server).with(none).at(clock("13:00"))), "");
}

TEST(Protection, of_a_booking_is_at_most_what_the_rules_let_anybody_ask_for) {
    auto wanted = book(anns);
    wanted.protection = enforcement::Protection::stopped;
    EXPECT_EQ(sample_site().when(wanted, ann), refused(Code::not_allowed, "protection"));
    rules::Rules rules;
    rules.most_protection = enforcement::Protection::stopped;
    auto asking = anns;
    asking.protection = wanted.protection;
    EXPECT_EQ(sample_site().with(rules).when(wanted, ann), events(booked(asking)));
}

TEST(Protection, of_a_booking_can_be_changed_while_it_runs) {
    auto world = given(sample_site(), booked(anns)).at(clock("13:00"));
    auto mild = anns;
    mild.protection = enforcement::Protection::shown;
    reservation::Change change{.id = anns.id};
    change.protection = enforcement::Protection::shown;
    EXPECT_EQ(world.when(change, ann), events(changed(anns, mild)));
    change.protection = std::optional<enforcement::Protection>{};
    EXPECT_EQ(given(world, changed(anns, mild)).when(change, ann), events(changed(mild, anns)));
    change.protection = enforcement::Protection::stopped;
    EXPECT_EQ(world.when(change, ann), refused(Code::not_allowed, "protection"));
}

}  // namespace
}  // namespace dibs::test
