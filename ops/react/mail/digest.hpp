// Several letters to one person as one. Pure.
#pragma once

#include "ops/react/mail/letter.hpp"

#include <vector>

namespace dibs::mail {

// Needs at least one letter; keeps their order, uses the address of the last. Of very many letters
// only subjects; of those without room only the count. Without calendars: such letters go alone.
[[nodiscard]] Letter digest_of(const std::vector<Letter>& letters, const Mailbox& from);

// The mail server's text without the address, whole or its local part: the record of a letter's
// result must not name people.
[[nodiscard]] std::string without_address(std::string_view said, std::string_view address);

}  // namespace dibs::mail
