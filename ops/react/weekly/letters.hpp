// Mails the weekly report to each subscriber: a reactor of its own, only on a site that sends mail.
#pragma once

#include "domain/kernel/zone.hpp"
#include "ops/react/mail/fact_letters.hpp"

namespace dibs::weekly {

[[nodiscard]] Reaction reaction(mail::LetterParts parts, const Zones& zones);

}  // namespace dibs::weekly
