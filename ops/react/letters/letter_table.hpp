// The table of letters: for each kind the facts that it reports, the people whom they concern, the
// setting that turns it off, and its words. A further letter is one more row; each row is a reactor
// of its own. Violations and idle bookings have reactors that also report the outcome to the log:
// ops/react/steps/mail.hpp and ops/react/idle/tell.hpp.
#pragma once

#include "ingest/clock.hpp"
#include "ops/react/mail/letter_kind.hpp"

#include <string_view>
#include <vector>

namespace dibs::letters {

// In the order of the reactors.
[[nodiscard]] std::vector<mail::LetterKind> letter_table(const Clock& clock);

[[nodiscard]] std::vector<Reaction> reactions(const mail::LetterParts& parts, const Clock& clock);

// The reaction of the row with this name. Throws std::out_of_range if there is none.
[[nodiscard]] Reaction reaction(std::string_view reactor, const mail::LetterParts& parts,
                                const Clock& clock);

}  // namespace dibs::letters
