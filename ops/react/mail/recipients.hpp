// The readers of letters: the one place that decides which of the people whom a fact concerns get
// its letter, with their current address and settings. Disabled or removed people, and those
// without an address, get none of the letters that people can turn off.
#pragma once

#include "domain/people/people_commands.hpp"
#include "ops/react/mail/letter.hpp"
#include "ops/react/time_text.hpp"
#include "projections/questions/snapshot.hpp"

#include <optional>
#include <vector>

namespace dibs::mail {

struct Reader {
    PersonId id;
    Mailbox mailbox{};
    people::Preferences chosen{};
    TextClock clock{};  // of their zone; UTC if they chose none
};

// The setting by which people turn a kind of letter off. Null: it cannot be turned off, and goes to
// every address, as letters about violations, idle bookings and unusable GPUs do.
using Setting = bool (people::Preferences::*)() const;

// Selects the readers of one letter.
struct Selection {
    Setting setting = nullptr;
    std::optional<PersonId> without{};  // the actor, where the letter is no news to them
    const Zones* zones = nullptr;       // null: times are UTC
};

// In the order of `people`.
[[nodiscard]] std::vector<Reader> readers(const Snapshot& tables,
                                          const std::vector<PersonId>& people,
                                          const Selection& selection);

// All enabled admins, by name.
[[nodiscard]] std::vector<PersonId> admins(const Snapshot& tables);

}  // namespace dibs::mail
