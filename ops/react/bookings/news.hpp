// The letter to the owner of a booking about an action of another person on it, and the one to the
// possible approvers of a booking that waits for approval.
#pragma once

#include "ops/react/bookings/letters.hpp"

namespace dibs::bookings {

[[nodiscard]] mail::People owner_or_approvers(const mail::LetterContext& context);
[[nodiscard]] mail::Written news(const mail::LetterContext& context, const mail::Reader& to);

}  // namespace dibs::bookings
