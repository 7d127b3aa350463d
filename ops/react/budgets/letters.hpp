// The letter that a budget is nearly or fully spent: to the managers of its group, or to people
// with bookings for its project, and to the admins.
#pragma once

#include "ops/react/mail/letter_kind.hpp"

namespace dibs::budgets {

[[nodiscard]] mail::People concerned(const mail::LetterContext& context);
[[nodiscard]] mail::Written letter(const mail::LetterContext& context, const mail::Reader& to);

}  // namespace dibs::budgets
