// The bookings that tests of the use tally share.
#pragma once

#include "tests/support/sample_site.hpp"

namespace dibs::test {

inline const ReservationId first_booking = nth<ReservationId>(1);
inline const ReservationId second_booking = nth<ReservationId>(2);

}  // namespace dibs::test
