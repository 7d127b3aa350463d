// The texts of steps: what people read on their terminals and in their mail. Fixed templates; what
// stands in them is cleaned by who sends it. Pure.
#pragma once

#include "ops/react/steps/about.hpp"
#include "ops/react/time_text.hpp"

#include <optional>
#include <string>

namespace dibs::steps {

// `site`: where people reach Dibs, without a slash at its end; empty: that is not known, and no
// link is given.
[[nodiscard]] std::string message_text(const About& about, std::optional<Instant> stops_at,
                                       const std::string& site);

enum class Reader { person, owner, admin };
struct Words {
    std::string subject;
    std::string text;
};
[[nodiscard]] Words mail_words(const About& about, Reader reader, std::optional<Instant> stops_at,
                               const std::string& site, const TextClock& clock = {});

}  // namespace dibs::steps
