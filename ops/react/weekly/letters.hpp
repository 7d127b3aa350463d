// The weekly report as a letter to its subscriber.
#pragma once

#include "ops/react/mail/letter_kind.hpp"

namespace dibs::weekly {

[[nodiscard]] mail::People subscriber(const mail::LetterContext& context);
[[nodiscard]] mail::Written report(const mail::LetterContext& context, const mail::Reader& to);

}  // namespace dibs::weekly
