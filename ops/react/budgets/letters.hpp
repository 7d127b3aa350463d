// Mails that a budget is nearly or fully spent: to the managers of its group, or to people with
// bookings for its project, and to the admins. A reactor of its own, only on a site that sends
// mail.
#pragma once

#include "domain/kernel/zone.hpp"
#include "ops/react/mail/fact_letters.hpp"

namespace dibs::budgets {

[[nodiscard]] Reaction reaction(mail::LetterParts parts, const Zones& zones);

}  // namespace dibs::budgets
