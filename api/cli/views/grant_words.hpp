// Grants in words: to whom ("group:students"), on what ("gpu03:0-3", "model:A100"), in which weekly
// windows. Reads them from options, and shows them so that they can be typed again. Looks up names
// on the server.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// Return members of the contract. Throw Failure: usage for unreadable text, not_found for a name.
[[nodiscard]] Json read_grantees(Context& context, const std::vector<std::string>& words);
[[nodiscard]] Json read_targets(Context& context, const std::vector<std::string>& words);
[[nodiscard]] Json read_windows(const std::vector<std::string>& texts);
// "always", "gpus=4", "gpus=4,length=24h": bookings above these limits need approval.
[[nodiscard]] Json read_approval(Context& context, const std::string& text);

// "group:students may book model:A100, mon-fri 22:00-06:00 (Europe/Warsaw), until 31 Dec 18:00".
[[nodiscard]] std::string grant_sentence(const Json& grant, const ZoneClock& clock);

// `id_size`: the number of characters of an id that a person sees.
[[nodiscard]] std::vector<Column> grant_columns(const ZoneClock& clock, std::size_t id_size);
[[nodiscard]] std::vector<Column> all_grant_columns(const ZoneClock& clock);

}  // namespace dibs::cli
