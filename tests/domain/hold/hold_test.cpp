// Who holds which GPU: at a moment, ahead, and in an interval.
#include "domain/hold/hold.hpp"

#include "tests/support/sample_site.hpp"

namespace dibs::test {
namespace {

using namespace std::chrono_literals;

class HoldTest : public testing::Test {
  protected:
    World world_ = given(sample_site(), booked(booking(1, ann, {gpu_a, gpu_b}, "10:00", "12:00")),
                         booked(booking(2, ben, {gpu_a}, "14:00", "16:00")))
                       .world();
    hold::Holds holds_{world_.reservations, world_.fleet};
};

TEST_F(HoldTest, gpu_has_the_holder_of_that_moment_and_none_between_bookings) {
    const auto now = hold::overlapping_at(holds_, gpu_a, clock("11:00"));
    ASSERT_EQ(now.size(), 1U);
    EXPECT_EQ(now[0].booking, nth<ReservationId>(1));
    EXPECT_EQ(now[0].owner, ann);
    EXPECT_EQ(now[0].when.until, clock("12:00"));
    EXPECT_TRUE(hold::overlapping_at(holds_, gpu_a, clock("12:00")).empty());
    EXPECT_EQ(hold::overlapping_at(holds_, gpu_a, clock("14:00")).at(0).owner, ben);
}

TEST_F(HoldTest, bookings_ahead_are_named_once_and_only_up_to_the_horizon) {
    const auto all = hold::ahead(holds_, {gpu_a, gpu_b}, clock("11:00"), Instant::max());
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].booking, nth<ReservationId>(1));
    EXPECT_EQ(all[1].booking, nth<ReservationId>(2));
    EXPECT_EQ(hold::ahead(holds_, {gpu_a}, clock("11:00"), clock("13:59")).size(), 1U);
    EXPECT_EQ(hold::ahead(holds_, {gpu_a}, clock("11:00"), clock("14:00")).size(), 2U);
    EXPECT_TRUE(hold::ahead(holds_, {gpu_b}, clock("12:00"), Instant::max()).empty());
}

TEST_F(HoldTest, interval_meets_the_bookings_that_it_overlaps) {
    const auto in = [&](const char* from, const char* until) {
        return hold::overlapping_in(holds_, {gpu_a}, {clock(from), clock(until)});
    };
    EXPECT_TRUE(in("12:00", "14:00").empty()) << "ends and begins are no overlap";
    EXPECT_EQ(in("11:00", "15:00"), (std::vector{nth<ReservationId>(1), nth<ReservationId>(2)}));
}

TEST_F(HoldTest, next_change_is_the_next_start_or_end) {
    EXPECT_EQ(hold::next_change(holds_, gpu_a, clock("09:00")), clock("10:00"));
    EXPECT_EQ(hold::next_change(holds_, gpu_a, clock("10:00")), clock("12:00"));
    EXPECT_EQ(hold::next_change(holds_, gpu_a, clock("16:00")), std::nullopt);
}

TEST_F(HoldTest, last_end_is_that_of_this_person) {
    const Interval within{clock("11:55"), clock("12:05")};
    EXPECT_EQ(hold::last_end(holds_, gpu_a, ann, within), clock("12:00"));
    EXPECT_EQ(hold::last_end(holds_, gpu_a, ben, within), std::nullopt);
}

TEST_F(HoldTest, person_holds_on_the_hosts_of_their_running_bookings) {
    const auto host = fleet::find(world_.fleet, gpu_a)->host;
    EXPECT_TRUE(hold::holds_on_host(holds_, ann, host, clock("11:00")));
    EXPECT_FALSE(hold::holds_on_host(holds_, ann, host, clock("12:00")));
    EXPECT_FALSE(hold::holds_on_host(holds_, ben, host, clock("11:00")));
}

}  // namespace
}  // namespace dibs::test
