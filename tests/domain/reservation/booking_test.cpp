// Booking: accepted and refused requests, with the reasons.
#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;
using rules::Rules;

const auto morning_booking = booking(1, ann, {gpu_a}, "10:00", "12:00");

TEST(Booking, free_gpu_is_booked) {
    EXPECT_EQ(sample_site().when(book(morning_booking), ann), events(booked(morning_booking)));
}

TEST(Booking, taken_gpu_is_refused_with_its_booking) {
    const auto late = booking(2, ben, {gpu_a}, "11:00", "13:00");
    EXPECT_EQ(given(sample_site(), booked(morning_booking)).when(book(late), ben),
              refused(Code::slot_taken, "gpus", {morning_booking.id}));
}

TEST(Booking, booking_may_begin_when_another_ends) {
    const auto noon = booking(2, ben, {gpu_a}, "12:00", "14:00");
    EXPECT_EQ(given(sample_site(), booked(morning_booking)).when(book(noon), ben),
              events(booked(noon)));
}

TEST(Booking, booking_may_end_when_another_begins) {
    const auto noon = booking(2, ben, {gpu_a}, "12:00", "14:00");
    EXPECT_EQ(given(sample_site(), booked(noon)).when(book(morning_booking), ann),
              events(booked(morning_booking)));
}

TEST(Booking, rejects_an_overlap_of_a_millisecond) {
    auto early = booking(2, ben, {gpu_a}, "12:00", "14:00");
    early.when.from -= 1ms;
    EXPECT_EQ(given(sample_site(), booked(morning_booking)).when(book(early), ben),
              refused(Code::slot_taken, "gpus", {morning_booking.id}));
}

TEST(Booking, rejects_a_booking_inside_or_around_another) {
    const auto held = booking(1, ann, {gpu_a}, "12:00", "14:00");
    const auto within = booking(2, ben, {gpu_a}, "12:30", "13:30");
    const auto around = booking(2, ben, {gpu_a}, "11:00", "15:00");
    const auto world = given(sample_site(), booked(held));
    EXPECT_EQ(world.when(book(within), ben), refused(Code::slot_taken, "gpus", {held.id}));
    EXPECT_EQ(world.when(book(around), ben), refused(Code::slot_taken, "gpus", {held.id}));
}

TEST(Booking, several_gpus_and_hosts_are_one_booking) {
    const auto wide = booking(1, ann, {gpu_a, gpu_b, gpu_c}, "10:00", "12:00");
    EXPECT_EQ(sample_site().when(book(wide), ann), events(booked(wide)));
}

TEST(Booking, one_taken_gpu_refuses_all_of_them) {
    const auto wide = booking(2, ben, {gpu_a, gpu_b, gpu_c}, "11:00", "12:00");
    EXPECT_EQ(given(sample_site(), booked(morning_booking)).when(book(wide), ben),
              refused(Code::slot_taken, "gpus", {morning_booking.id}));
}

TEST(Booking, every_conflict_is_named_once_and_in_order) {
    const auto one = booking(1, ann, {gpu_a, gpu_b}, "10:00", "12:00");
    const auto two = booking(2, ann, {gpu_c}, "10:00", "12:00");
    const auto wide = booking(3, ben, {gpu_c, gpu_b, gpu_a}, "11:00", "12:00");
    EXPECT_EQ(given(sample_site(), booked(two), booked(one)).when(book(wide), ben),
              refused(Code::slot_taken, "gpus", {one.id, two.id}));
}

TEST(Booking, gpus_are_stored_sorted_without_duplicates) {
    auto asked = booking(1, ann, {gpu_b, gpu_a, gpu_b}, "10:00", "12:00");
    const auto kept = booking(1, ann, {gpu_a, gpu_b}, "10:00", "12:00");
    EXPECT_EQ(sample_site().when(book(asked), ann), events(booked(kept)));
}

TEST(Booking, a_slice_excludes_its_gpu) {
    const auto slice = booking(1, ann, {slice_1}, "10:00", "12:00");
    const auto whole = booking(2, ben, {gpu_d}, "11:00", "13:00");
    EXPECT_EQ(given(sample_site(), booked(slice)).when(book(whole), ben),
              refused(Code::slot_taken, "gpus", {slice.id}));
}

TEST(Booking, a_gpu_excludes_its_slices) {
    const auto whole = booking(1, ann, {gpu_d}, "10:00", "12:00");
    const auto slice = booking(2, ben, {slice_2}, "11:00", "13:00");
    EXPECT_EQ(given(sample_site(), booked(whole)).when(book(slice), ben),
              refused(Code::slot_taken, "gpus", {whole.id}));
}

TEST(Booking, two_slices_of_one_gpu_do_not_exclude_each_other) {
    const auto one = booking(1, ann, {slice_1}, "10:00", "12:00");
    const auto two = booking(2, ben, {slice_2}, "10:00", "12:00");
    EXPECT_EQ(given(sample_site(), booked(one)).when(book(two), ben), events(booked(two)));
}

TEST(Booking, a_gpu_and_its_slice_in_one_booking_are_refused) {
    const auto both = booking(1, ann, {gpu_d, slice_1}, "10:00", "12:00");
    EXPECT_EQ(sample_site().when(book(both), ann), refused(Code::out_of_range, "gpus"));
}

TEST(Booking, start_up_to_a_minute_ago_is_kept) {
    auto asked = morning_booking;
    asked.when = {ten - 1min, ten + 29min};
    EXPECT_EQ(sample_site().when(book(asked), ann), events(booked(asked)));
    asked.when = {ten - 1ms, ten + 30min - 1ms};
    EXPECT_EQ(sample_site().when(book(asked), ann), events(booked(asked)));
}

TEST(Booking, rejects_a_start_more_than_a_minute_ago) {
    auto asked = morning_booking;
    asked.when.from = ten - 1min - 1ms;
    EXPECT_EQ(sample_site().when(book(asked), ann), refused(Code::in_the_past, "from"));
}

TEST(Booking, late_start_moves_after_a_booking_that_just_ended) {
    const auto before = booking(2, ben, {gpu_a}, "09:00", "10:00");
    auto asked = morning_booking;
    asked.when.from = ten - 30s;
    EXPECT_EQ(given(sample_site(), booked(before)).when(book(asked), ann),
              events(booked(morning_booking)));
}

TEST(Booking, rejects_a_booking_that_ends_before_it_can_start) {
    auto asked = morning_booking;
    asked.when = {ten - 50s, ten - 10s};
    EXPECT_EQ(sample_site().with(Rules{.shortest_min = 0}).when(book(asked), ann),
              refused(Code::in_the_past, "until"));
}

TEST(Booking, shortest_and_longest_lengths_are_allowed_and_no_others) {
    const auto lasting = [](Duration d) { return book(booking(1, ann, {gpu_a}, ten, ten + d)); };
    const auto verdict = [&](Duration d) { return sample_site().when(lasting(d), ann); };
    const auto granted = [&](Duration d) {
        return events(booked(booking(1, ann, {gpu_a}, ten, ten + d)));
    };
    EXPECT_EQ(verdict(30min - 1ms), refused(Code::too_short, "until"));
    EXPECT_EQ(verdict(30min), granted(30min));
    EXPECT_EQ(verdict(std::chrono::days{8}), granted(std::chrono::days{8}));
    EXPECT_EQ(verdict(std::chrono::days{8} + 1ms), refused(Code::too_long, "until"));
}

TEST(Booking, length_limits_follow_the_rules_of_the_site) {
    const Rules strict{
        .shortest_min = 60, .longest_min = 120, .horizon_min = 24 * 60, .most_gpus = 1};
    const auto world = sample_site().with(strict);
    EXPECT_EQ(world.when(book(booking(1, ann, {gpu_a}, ten, ten + 59min)), ann),
              refused(Code::too_short, "until"));
    EXPECT_EQ(world.when(book(booking(1, ann, {gpu_a}, ten, ten + 3h)), ann),
              refused(Code::too_long, "until"));
    EXPECT_EQ(world.when(book(booking(1, ann, {gpu_a}, ten + 25h, ten + 26h)), ann),
              refused(Code::too_far_ahead, "from"));
    EXPECT_EQ(world.when(book(booking(1, ann, {gpu_a, gpu_b}, ten, ten + 1h)), ann),
              refused(Code::out_of_range, "gpus"));
}

TEST(Booking, rejects_end_at_or_before_start) {
    EXPECT_EQ(sample_site().when(book(booking(1, ann, {gpu_a}, "12:00", "12:00")), ann),
              refused(Code::interval_reversed, "until"));
    EXPECT_EQ(sample_site().when(book(booking(1, ann, {gpu_a}, "12:00", "11:00")), ann),
              refused(Code::interval_reversed, "until"));
}

TEST(Booking, rejects_unknown_gpus_and_an_empty_list) {
    EXPECT_EQ(sample_site().when(book(booking(1, ann, {nth<GpuId>(99)}, "10:00", "12:00")), ann),
              refused(Code::unknown_gpu, "gpus"));
    EXPECT_EQ(sample_site().when(book(booking(1, ann, {}, "10:00", "12:00")), ann),
              refused(Code::out_of_range, "gpus"));
}

TEST(Booking, a_gpu_of_a_removed_host_cannot_be_booked) {
    EXPECT_EQ(sample_site().done(fleet::RemoveHost{atlas}, root).when(book(morning_booking), ann),
              refused(Code::unknown_gpu, "gpus"));
}

TEST(Booking, rejects_a_booking_without_a_grant_even_by_an_admin) {
    for (const PersonId who : {ann, root}) {
        const auto decided =
            house_without_grant().decide(book(morning_booking), Context{who, Scopes::all(), ten});
        ASSERT_FALSE(decided);
        EXPECT_EQ(decided.error().code, Code::no_grant);
        EXPECT_EQ(decided.error().field, "gpus");
    }
}

TEST(Booking, member_books_only_for_themselves) {
    EXPECT_EQ(sample_site().when(book(morning_booking), ben),
              refused(Code::not_allowed, "owner_id"));
}

TEST(Booking, an_admin_books_for_others) {
    EXPECT_EQ(sample_site().when(book(morning_booking), root), events(booked(morning_booking)));
}

TEST(Booking, an_admin_is_not_exempt_from_overlap) {
    const auto mine = booking(2, root, {gpu_a}, "11:00", "12:00");
    EXPECT_EQ(given(sample_site(), booked(morning_booking)).when(book(mine), root),
              refused(Code::slot_taken, "gpus", {morning_booking.id}));
}

TEST(Booking, admin_token_without_admin_scope_books_only_for_its_owner) {
    const auto mine = booking(1, root, {gpu_a}, "10:00", "12:00");
    EXPECT_EQ(sample_site().when(book(morning_booking), root, {Scope::read, Scope::book}),
              refused(Code::not_allowed, "owner_id"));
    EXPECT_EQ(sample_site().when(book(mine), root, {Scope::read, Scope::book}),
              events(booked(mine)));
}

TEST(Booking, read_token_cannot_book) {
    EXPECT_EQ(sample_site().when(book(morning_booking), ann, {Scope::read}),
              refused(Code::not_allowed, "owner_id"));
}

TEST(Booking, rejects_a_booking_for_an_unknown_person) {
    EXPECT_EQ(
        sample_site().when(book(booking(1, nth<PersonId>(99), {gpu_a}, "10:00", "12:00")), root),
        refused(Code::unknown_person, "owner_id"));
}

TEST(Booking, id_is_used_once_even_for_another_interval) {
    const auto again = booking(1, ann, {gpu_b}, "15:00", "16:00");
    EXPECT_EQ(given(sample_site(), booked(morning_booking)).when(book(again), ann),
              refused(Code::already_exists, "id"));
}

TEST(Booking, title_has_at_most_200_visible_characters_in_normal_form) {
    auto asked = morning_booking;
    asked.title.value = std::string(200, 't');
    EXPECT_EQ(sample_site().when(book(asked), ann), events(booked(asked)));
    asked.title.value += 't';
    EXPECT_EQ(sample_site().when(book(asked), ann), refused(Code::out_of_range, "title"));
    asked.title.value = "a\x1b[31mb";
    EXPECT_EQ(sample_site().when(book(asked), ann), refused(Code::out_of_range, "title"));
    asked.title.value = "del\x7f";
    EXPECT_EQ(sample_site().when(book(asked), ann), refused(Code::out_of_range, "title"));
    asked.title.value = "a\u202eb";
    EXPECT_EQ(sample_site().when(book(asked), ann), refused(Code::out_of_range, "title"));
    asked.title.value = "  re\u0301sume\u0301 ";
    auto made = asked;
    made.title.value = "r\u00e9sum\u00e9";
    EXPECT_EQ(sample_site().when(book(asked), ann), events(booked(made)));
}

TEST(Booking, holder_of_a_gpu_is_known_at_every_instant) {
    const auto world = given(sample_site(), booked(morning_booking)).world();
    const auto holder = [&](Instant t) {
        const auto* held = reservation::holder(world.reservations, gpu_a, t);
        return held ? held->booking.id : ReservationId{};
    };
    EXPECT_EQ(holder(ten - 1ms), ReservationId{});
    EXPECT_EQ(holder(ten), morning_booking.id);
    EXPECT_EQ(holder(clock("12:00") - 1ms), morning_booking.id);
    EXPECT_EQ(holder(clock("12:00")), ReservationId{});
    EXPECT_EQ(reservation::holder(world.reservations, gpu_b, ten), nullptr);
}

TEST(Booking, finished_bookings_are_forgotten_and_others_kept) {
    const auto noon = booking(2, ben, {gpu_a}, "12:00", "14:00");
    auto state = given(sample_site(), booked(morning_booking), booked(noon)).world().reservations;
    state = reservation::forget(std::move(state), clock("12:30"));
    EXPECT_FALSE(state.all.contains(morning_booking.id));
    EXPECT_TRUE(state.all.contains(noon.id));
    EXPECT_NE(reservation::holder(state, gpu_a, clock("13:00")), nullptr);
    EXPECT_EQ(state.live.at(gpu_a).size(), 1U);
}

// Bookings on a host with a broken driver.

const fleet::HostDriverChanged driver_broken{
    atlas, {fleet::DriverState::broken, "Driver/library version mismatch"}, {gpu_a, gpu_b}};

Outcome useless(GpuId gpu) {
    return {text_of(Refusal{Code::driver_broken, "gpus", "", {gpu}})};
}

TEST(BrokenDrivers, booking_within_a_day_is_refused_with_the_words_of_the_driver) {
    const auto soon = booking(1, ann, {gpu_a}, "11:00", "12:00");
    for (const auto state : {fleet::DriverState::broken, fleet::DriverState::missing,
                             fleet::DriverState::unsupported}) {
        auto fact = driver_broken;
        fact.driver.state = state;
        const auto world = given(sample_site(), fact);
        EXPECT_EQ(world.when(book(soon), ann), useless(gpu_a));
        EXPECT_EQ(fleet::trouble_of(world.world().fleet, gpu_a),
                  "The GPU driver of atlas does not work: Driver/library version mismatch");
    }
}

TEST(BrokenDrivers, booking_a_day_ahead_or_elsewhere_or_after_recovery_is_accepted) {
    const auto world = given(sample_site(), driver_broken);
    auto later = booking(1, ann, {gpu_a}, "11:00", "12:00");
    later.when.from += std::chrono::hours{24};
    later.when.until += std::chrono::hours{24};
    EXPECT_EQ(world.when(book(later), ann), events(booked(later)));
    const auto elsewhere = booking(1, ann, {gpu_c}, "11:00", "12:00");
    EXPECT_EQ(world.when(book(elsewhere), ann), events(booked(elsewhere)));
    const auto soon = booking(1, ann, {gpu_a}, "11:00", "12:00");
    const fleet::HostDriverChanged works{atlas, {fleet::DriverState::working, ""}, {gpu_a, gpu_b}};
    EXPECT_EQ(given(world, works).when(book(soon), ann), events(booked(soon)));
}

TEST(BrokenDrivers, lost_gpu_with_driver_words_is_refused_but_not_its_neighbour) {
    const auto world = given(sample_site(), fleet::GpuLost{gpu_b, atlas, "GPU-b", "[GPU is lost]"});
    EXPECT_EQ(world.when(book(booking(1, ann, {gpu_a, gpu_b}, "11:00", "12:00")), ann),
              useless(gpu_b));
    const auto beside = booking(1, ann, {gpu_a}, "11:00", "12:00");
    EXPECT_EQ(world.when(book(beside), ann), events(booked(beside)));
}

TEST(LostGpus, lost_gpu_without_driver_words_follows_the_same_rule) {
    const auto world = given(sample_site(), fleet::GpuLost{gpu_b, atlas, "GPU-b"});
    EXPECT_EQ(world.when(book(booking(1, ann, {gpu_b}, "11:00", "12:00")), ann), useless(gpu_b));
    EXPECT_EQ(fleet::trouble_of(world.world().fleet, gpu_b),
              "atlas:1 is lost: its host no longer shows it");
    auto later = booking(1, ann, {gpu_b}, "11:00", "12:00");
    later.when.from += std::chrono::hours{24};
    later.when.until += std::chrono::hours{24};
    EXPECT_EQ(world.when(book(later), ann), events(booked(later)));
}

TEST(BrokenDrivers, holder_on_a_broken_driver_may_change_end_and_title) {
    const auto held = booking(1, ann, {gpu_a}, "11:00", "12:00");
    const auto world = given(sample_site(), booked(held), driver_broken);
    using reservation::Change;
    auto longer = held;
    longer.when.until = clock("13:00");
    EXPECT_EQ(world.when(Change{.id = held.id, .until = clock("13:00")}, ann),
              events(changed(held, longer)));
    EXPECT_EQ(world.when(Change{.id = held.id, .from = clock("11:30")}, ann), useless(gpu_a));
    EXPECT_EQ(world.when(Change{.id = held.id, .gpus = std::vector{gpu_b}}, ann), useless(gpu_b));
}

TEST(RemovedHosts, host_with_future_bookings_is_not_removed_and_they_are_named) {
    const auto world = given(sample_site(), booked(morning_booking));
    const fleet::RemoveHost away{atlas};
    const auto gone =
        events(fleet::GpuLost{gpu_a, atlas, "GPU-a"}, fleet::GpuLost{gpu_b, atlas, "GPU-b"},
               fleet::HostRemoved{atlas, "atlas", {gpu_a, gpu_b}});
    EXPECT_EQ(world.when(away, root), refused(Code::not_ready, "", {morning_booking.id}));
    auto over = world;
    EXPECT_EQ(over.at(morning_booking.when.until).when(away, root), gone);
    EXPECT_EQ(given(world, cancelled(morning_booking)).when(away, root), gone);
}

}  // namespace
}  // namespace dibs::test
