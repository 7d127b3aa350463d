// Several letters to one person as one. Pure.
#pragma once

#include "ops/react/mail/letter.hpp"

#include <vector>

namespace dibs::mail {

// At least one; in their order, to the address of the last. Of very many only the subjects, and of
// those that have no room even so, how many they are. Without calendars: such letters go alone.
[[nodiscard]] Letter digest_of(const std::vector<Letter>& letters, const Mailbox& from);

// What a mail server said, without the address that it is about, whole or its name: what a letter's
// fate is on record with must not name people.
[[nodiscard]] std::string without_address(std::string_view said, std::string_view address);

}  // namespace dibs::mail
