// The allowed changes of a booking: before it begins, while it runs, and none afterwards.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

const auto ours = booking(1, ann, {gpu_a, gpu_b}, "12:00", "14:00");
const auto theirs = booking(2, ben, {gpu_a}, "15:00", "17:00");
const ReservationId our_id = ours.id;

Given upcoming() {
    return given(sample_site(), booked(ours), booked(theirs));
}
Given running() {
    return upcoming().at(clock("13:00"));
}
Given finished() {
    return upcoming().at(clock("14:00"));
}

reservation::Booking from(std::string_view time) {
    auto b = ours;
    b.when.from = clock(time);
    return b;
}
reservation::Booking until(std::string_view time) {
    auto b = ours;
    b.when.until = clock(time);
    return b;
}

TEST(Change, an_upcoming_booking_moves_in_time) {
    auto moved = ours;
    moved.when = {clock("10:30"), clock("12:30")};
    const reservation::Change change{
        .id = our_id, .from = moved.when.from, .until = moved.when.until};
    EXPECT_EQ(upcoming().when(change, ann), events(changed(ours, moved)));
}

TEST(Change, an_upcoming_booking_moves_to_other_gpus) {
    auto moved = ours;
    moved.gpus = {gpu_b, gpu_c};
    EXPECT_EQ(
        upcoming().when(reservation::Change{.id = our_id, .gpus = std::vector{gpu_c, gpu_b}}, ann),
        events(changed(ours, moved)));
}

TEST(Change, booking_does_not_conflict_with_itself) {
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .until = clock("14:30")}, ann),
              events(changed(ours, until("14:30"))));
}

TEST(Change, moved_booking_conflicts_with_others) {
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .until = clock("15:30")}, ann),
              refused(Code::slot_taken, "gpus", {theirs.id}));
}

TEST(Change, moved_booking_may_touch_another) {
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .until = clock("15:00")}, ann),
              events(changed(ours, until("15:00"))));
}

TEST(Change, moved_booking_frees_its_old_time) {
    const auto other = booking(3, ben, {gpu_a}, "12:00", "13:00");
    EXPECT_EQ(upcoming()
                  .done(reservation::Change{.id = our_id, .gpus = std::vector{gpu_c}}, ann)
                  .when(book(other), ben),
              events(booked(other)));
}

TEST(Change, moved_booking_holds_its_new_time) {
    const auto other = booking(3, ben, {gpu_c}, "12:00", "13:00");
    EXPECT_EQ(upcoming()
                  .done(reservation::Change{.id = our_id, .gpus = std::vector{gpu_c}}, ann)
                  .when(book(other), ben),
              refused(Code::slot_taken, "gpus", {our_id}));
}

TEST(Change, move_into_the_past_is_refused) {
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .from = clock("09:00")}, ann),
              refused(Code::in_the_past, "from"));
}

TEST(Change, move_to_a_minute_ago_stays_unless_the_gpu_was_held) {
    auto moved = ours;
    moved.when.from = ten - 1min;
    const reservation::Change change{.id = our_id, .from = moved.when.from};
    EXPECT_EQ(upcoming().when(change, ann), events(changed(ours, moved)));
    const auto before = booking(4, ben, {gpu_a}, "09:00", "10:00");
    EXPECT_EQ(given(sample_site(), booked(before), booked(ours)).when(change, ann),
              events(changed(ours, from("10:00"))));
}

TEST(Change, late_start_does_not_make_the_booking_too_short) {
    const reservation::Change change{.id = our_id, .from = ten - 30s, .until = ten + 30min - 30s};
    auto moved = ours;
    moved.when = {*change.from, *change.until};
    EXPECT_EQ(upcoming().when(change, ann), events(changed(ours, moved)));
    EXPECT_EQ(sample_site().when(book(booking(3, ann, {gpu_c}, *change.from, *change.until)), ann),
              events(booked(booking(3, ann, {gpu_c}, *change.from, *change.until))));
}

TEST(Change, lengths_and_titles_keep_their_limits) {
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .until = clock("12:29")}, ann),
              refused(Code::too_short, "until"));
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .until = clock("12:00")}, ann),
              refused(Code::interval_reversed, "until"));
    EXPECT_EQ(upcoming().when(
                  reservation::Change{.id = our_id, .until = clock("13:00", "2026-12-20")}, ann),
              refused(Code::too_long, "until"));
    EXPECT_EQ(
        upcoming().when(reservation::Change{.id = our_id,
                                            .title = Personal<std::string>{std::string(201, 'x')}},
                        ann),
        refused(Code::out_of_range, "title"));
}

TEST(Change, changed_gpus_must_exist) {
    EXPECT_EQ(upcoming().when(
                  reservation::Change{.id = our_id, .gpus = std::vector{nth<GpuId>(99)}}, ann),
              refused(Code::unknown_gpu, "gpus"));
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .gpus = std::vector<GpuId>{}}, ann),
              refused(Code::out_of_range, "gpus"));
}

TEST(Change, change_without_difference_yields_no_event) {
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id}, ann), nothing());
    EXPECT_EQ(
        upcoming().when(reservation::Change{.id = our_id, .gpus = std::vector{gpu_b, gpu_a}}, ann),
        nothing());
}

TEST(Change, each_change_increments_the_version) {
    auto world = upcoming();
    EXPECT_EQ(world.world().reservations.all.at(our_id).version, 1);
    world.done(reservation::Change{.id = our_id, .expected = 1, .until = clock("14:30")}, ann);
    EXPECT_EQ(world.world().reservations.all.at(our_id).version, 2);
    world.done(reservation::Cancel{our_id, 2}, ann).done(reservation::Reinstate{our_id, 3}, ann);
    EXPECT_EQ(world.world().reservations.all.at(our_id).version, 4);
}

TEST(Change, stale_version_is_refused) {
    const auto world =
        upcoming().done(reservation::Change{.id = our_id, .until = clock("14:30")}, ann);
    const auto stale = refused(Code::changed_meanwhile, "version");
    EXPECT_EQ(
        world.when(reservation::Change{.id = our_id, .expected = 1, .until = clock("13:00")}, ann),
        stale);
    EXPECT_EQ(world.when(reservation::Cancel{our_id, 1}, ann), stale);
    EXPECT_EQ(world.when(reservation::Release{our_id, 3}, ann), stale);
    EXPECT_EQ(world.when(reservation::Reinstate{our_id, 1}, ann), stale);
}

TEST(Change, only_owner_and_admins_change_a_booking) {
    const auto no = refused(Code::not_allowed);
    EXPECT_EQ(upcoming().when(reservation::Change{.id = our_id, .until = clock("14:30")}, ben), no);
    EXPECT_EQ(upcoming().when(reservation::Cancel{our_id}, ben), no);
    EXPECT_EQ(running().when(reservation::Release{our_id}, ben), no);
    EXPECT_EQ(
        upcoming().done(reservation::Cancel{our_id}, ann).when(reservation::Reinstate{our_id}, ben),
        no);
    EXPECT_EQ(upcoming().when(reservation::Cancel{our_id}, ann, {Scope::read}), no);
    EXPECT_EQ(upcoming().when(reservation::Cancel{our_id}, root, {Scope::read, Scope::book}), no);
    EXPECT_EQ(upcoming().when(reservation::Cancel{our_id}, root), events(cancelled(ours)));
}

TEST(Change, unknown_booking_is_not_found) {
    const auto unknown = nth<ReservationId>(99);
    const auto no = refused(Code::not_found, "id");
    EXPECT_EQ(sample_site().when(reservation::Change{.id = unknown}, ann), no);
    EXPECT_EQ(sample_site().when(reservation::Cancel{unknown}, ann), no);
    EXPECT_EQ(sample_site().when(reservation::Release{unknown}, ann), no);
    EXPECT_EQ(sample_site().when(reservation::Reinstate{unknown}, ann), no);
}

TEST(Running, running_booking_is_shortened_even_below_the_shortest) {
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .until = clock("13:00:01")}, ann),
              events(changed(ours, until("13:00:01"))));
}

TEST(Running, running_booking_is_extended_if_free) {
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .until = clock("15:00")}, ann),
              events(changed(ours, until("15:00"))));
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .until = clock("15:01")}, ann),
              refused(Code::slot_taken, "gpus", {theirs.id}));
}

TEST(Running, running_booking_is_not_extended_beyond_the_longest) {
    const auto most = ours.when.from + std::chrono::days{8};
    const auto alone = given(sample_site(), booked(ours)).at(clock("13:00"));
    auto longest = ours;
    longest.when.until = most;
    EXPECT_EQ(alone.when(reservation::Change{.id = our_id, .until = most}, ann),
              events(changed(ours, longest)));
    EXPECT_EQ(alone.when(reservation::Change{.id = our_id, .until = most + 1ms}, ann),
              refused(Code::too_long, "until"));
}

TEST(Running, running_booking_keeps_its_start) {
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .from = clock("13:30")}, ann),
              refused(Code::in_the_past, "from"));
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .from = clock("11:00")}, ann),
              refused(Code::in_the_past, "from"));
}

TEST(Running, running_booking_keeps_its_gpus) {
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .gpus = std::vector{gpu_a}}, ann),
              refused(Code::in_the_past, "gpus"));
}

TEST(Running, running_booking_does_not_end_in_the_past) {
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .until = clock("12:30")}, ann),
              refused(Code::in_the_past, "until"));
    EXPECT_EQ(running().when(reservation::Change{.id = our_id, .until = clock("13:00")}, ann),
              refused(Code::in_the_past, "until"));
}

TEST(Running, repeated_values_do_not_change_a_running_booking) {
    auto titled = ours;
    titled.title.value = "training";
    const reservation::Change change{.id = our_id,
                                     .gpus = ours.gpus,
                                     .from = ours.when.from,
                                     .until = ours.when.until,
                                     .title = titled.title};
    EXPECT_EQ(running().when(change, ann), events(changed(ours, titled)));
}

TEST(Running, release_ends_a_running_booking_and_frees_its_gpus) {
    EXPECT_EQ(running().when(reservation::Release{our_id}, ann),
              events(released(ours, clock("13:00"))));
    const auto next = booking(3, ben, {gpu_a, gpu_b}, "13:00", "14:00");
    EXPECT_EQ(running().done(reservation::Release{our_id}, ann).when(book(next), ben),
              events(booked(next)));
}

TEST(Running, time_before_the_release_stays_held) {
    const auto world = running().done(reservation::Release{our_id}, ann).world();
    const auto& held = world.reservations.all.at(our_id);
    EXPECT_EQ(held.booking.when, (Interval{clock("12:00"), clock("13:00")}));
    EXPECT_EQ(held.ending, reservation::Ending::released);
    EXPECT_EQ(reservation::holder(world.reservations, gpu_a, clock("12:30")), &held);
    EXPECT_EQ(reservation::holder(world.reservations, gpu_a, clock("13:00")), nullptr);
}

TEST(Running, cancelling_a_running_booking_releases_it) {
    EXPECT_EQ(running().when(reservation::Cancel{our_id}, ann),
              events(released(ours, clock("13:00"))));
}

TEST(Running, booking_released_at_its_start_holds_nothing) {
    auto world = upcoming().at(clock("12:00")).done(reservation::Release{our_id}, ann);
    const auto next = booking(3, ben, {gpu_a}, "12:00", "13:00");
    EXPECT_EQ(world.when(book(next), ben), events(booked(next)));
    EXPECT_EQ(reservation::holder(world.world().reservations, gpu_a, clock("12:00")), nullptr);
}

TEST(Upcoming, cancelled_booking_frees_its_gpus) {
    EXPECT_EQ(upcoming().when(reservation::Cancel{our_id}, ann), events(cancelled(ours)));
    const auto next = booking(3, ben, {gpu_a, gpu_b}, "12:00", "14:00");
    EXPECT_EQ(upcoming().done(reservation::Cancel{our_id}, ann).when(book(next), ben),
              events(booked(next)));
}

TEST(Upcoming, upcoming_booking_cannot_be_released) {
    EXPECT_EQ(upcoming().when(reservation::Release{our_id}, ann), refused(Code::not_ready));
}

TEST(Finished, finished_booking_never_changes) {
    const auto no = refused(Code::already_ended);
    for (const auto who : {ann, root}) {
        EXPECT_EQ(finished().when(reservation::Change{.id = our_id, .until = clock("16:00")}, who),
                  no);
        EXPECT_EQ(finished().when(
                      reservation::Change{.id = our_id, .title = Personal<std::string>{"x"}}, who),
                  no);
        EXPECT_EQ(finished().when(reservation::Cancel{our_id}, who), no);
        EXPECT_EQ(finished().when(reservation::Release{our_id}, who), no);
    }
    EXPECT_EQ(upcoming()
                  .done(reservation::Cancel{our_id}, ann)
                  .when(reservation::Change{.id = our_id}, ann),
              no);
    EXPECT_EQ(
        running().done(reservation::Release{our_id}, ann).when(reservation::Release{our_id}, ann),
        no);
}

TEST(Finished, booking_is_running_until_its_last_instant) {
    const auto world = upcoming().at(clock("14:00") - 1ms);
    EXPECT_EQ(world.when(reservation::Release{our_id}, ann),
              events(released(ours, clock("14:00") - 1ms)));
}

TEST(Reinstate, cancelled_booking_is_reinstated_unchanged) {
    const auto world = upcoming().done(reservation::Cancel{our_id}, ann);
    EXPECT_EQ(world.when(reservation::Reinstate{our_id}, ann), events(reinstated(ours)));
}

TEST(Reinstate, reinstated_booking_holds_its_gpus) {
    const auto other = booking(3, ben, {gpu_b}, "13:00", "14:00");
    EXPECT_EQ(upcoming()
                  .done(reservation::Cancel{our_id}, ann)
                  .done(reservation::Reinstate{our_id}, ann)
                  .when(book(other), ben),
              refused(Code::slot_taken, "gpus", {our_id}));
}

TEST(Reinstate, reinstating_on_a_taken_gpu_is_refused) {
    const auto other = booking(3, ben, {gpu_b}, "13:00", "14:00");
    EXPECT_EQ(given(upcoming().done(reservation::Cancel{our_id}, ann), booked(other))
                  .when(reservation::Reinstate{our_id}, ann),
              refused(Code::slot_taken, "gpus", {other.id}));
}

TEST(Reinstate, reinstated_booking_past_its_start_begins_now) {
    const auto world = upcoming().done(reservation::Cancel{our_id}, ann).at(clock("13:00"));
    EXPECT_EQ(world.when(reservation::Reinstate{our_id}, ann), events(reinstated(from("13:00"))));
}

TEST(Reinstate, ended_booking_stays_cancelled) {
    const auto world = upcoming().done(reservation::Cancel{our_id}, ann).at(clock("14:00"));
    EXPECT_EQ(world.when(reservation::Reinstate{our_id}, ann), refused(Code::already_ended));
}

TEST(Reinstate, only_a_cancelled_booking_is_reinstated) {
    EXPECT_EQ(upcoming().when(reservation::Reinstate{our_id}, ann), refused(Code::not_ready));
    EXPECT_EQ(
        running().done(reservation::Release{our_id}, ann).when(reservation::Reinstate{our_id}, ann),
        refused(Code::not_ready));
}

TEST(Reinstate, reinstating_on_a_removed_gpu_is_refused) {
    const auto world = upcoming()
                           .done(reservation::Cancel{our_id}, ann)
                           .and_then(fleet::HostRemoved{atlas, "atlas"});
    EXPECT_EQ(world.when(reservation::Reinstate{our_id}, ann), refused(Code::unknown_gpu, "gpus"));
}

}  // namespace
}  // namespace dibs::test
