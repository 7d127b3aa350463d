// Columns and phrases shared by commands, for people and for programs.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// `id_size`: the number of characters of an id that a person sees; 0: all.
[[nodiscard]] std::vector<Column> reservation_columns(const ZoneClock& clock, std::size_t id_size);
// For a GPU that cannot be used now: "gpu03:1 is lost: …".
[[nodiscard]] std::string warning_text(const Json& warning);
// "12.5", from GPU-seconds; "-1.0" for a negative amount.
[[nodiscard]] std::string gpu_hours_text(std::int64_t gpu_seconds);
// Warns the holder of a reservation: GPUs that cannot be used now, budgets that it exceeds.
void note_warnings(Context& context, const Json& reservation);
// The reason of this offer, and its GPUs that cannot be used now.
[[nodiscard]] std::string why_offered(const Json& offer);
[[nodiscard]] std::vector<Column> offer_columns(const ZoneClock& clock);
[[nodiscard]] std::vector<Column> event_columns(const ZoneClock& clock);
// A moment: in the user's zone for people, unchanged for programs.
[[nodiscard]] Column time_column(std::string heading, std::string key, const ZoneClock& clock);

// The fault of a host or GPU: its reason, and the GPUs that two hosts report.
[[nodiscard]] std::string trouble_of(const Json& thing);
// "gpu03:2 is reported by gpu04 too", for each clash of a host or GPU.
[[nodiscard]] std::string clashes_of(const Json& thing);

// The name of a group, grant or person, for a terminal.
[[nodiscard]] std::string printable_name(const Json& thing);
[[nodiscard]] std::string gpu_names_of(const Json& thing);
// "gpu03:0-3  Tue 24 Nov 09:00-17:00 CET  (in 14h)".
[[nodiscard]] std::string where_and_when(const Json& thing, const ZoneClock& clock);

}  // namespace dibs::cli
