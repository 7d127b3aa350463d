// The texts of steps, for terminals and mail. Fixed templates; the sender cleans inserted text.
// Pure.
#pragma once

#include "ops/react/mail/letter.hpp"
#include "ops/react/steps/about.hpp"
#include "ops/react/time_text.hpp"

#include <optional>
#include <string>

namespace dibs::steps {

// `site`: the address that people open, without a slash at its end; empty: not known, no link is
// given.
[[nodiscard]] std::string message_text(const About& about, std::optional<Instant> stops_at,
                                       const std::string& site);

enum class Reader { person, owner, admin };
using mail::Words;
[[nodiscard]] Words mail_words(const About& about, Reader reader, std::optional<Instant> stops_at,
                               const std::string& site, const TextClock& clock = {});

}  // namespace dibs::steps
