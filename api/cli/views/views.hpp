// How things look in tables: their columns, for people and for programs.
#pragma once

#include "api/cli/client/context.hpp"

#include <string>
#include <vector>

namespace dibs::cli {

// `id_size`: how much of an id a person sees; 0: all of it.
[[nodiscard]] std::vector<Column> reservation_columns(const ZoneClock& clock, std::size_t id_size);
// Of a GPU that cannot be used now: "gpu03:1 is lost: …".
[[nodiscard]] std::string warning_text(const Json& warning);
// "12.5", of GPU-seconds; "-1.0" where there is less than nothing.
[[nodiscard]] std::string gpu_hours_text(std::int64_t gpu_seconds);
// What a reservation has to say to its holder: GPUs of it that cannot be used now, budgets that it
// goes over.
void note_warnings(Context& context, const Json& reservation);
// Why this one, and which GPUs of it cannot be used now.
[[nodiscard]] std::string why_offered(const Json& offer);
[[nodiscard]] std::vector<Column> offer_columns(const ZoneClock& clock);
[[nodiscard]] std::vector<Column> event_columns(const ZoneClock& clock);
// A moment: in the user's zone for people, as it came for programs.
[[nodiscard]] Column time_column(std::string heading, std::string key, const ZoneClock& clock);

// Why a host or a GPU is not as it should be: its reason, and which GPUs two hosts report.
[[nodiscard]] std::string trouble_of(const Json& thing);
// "gpu03:2 is reported by gpu04 too", of each clash of a host or a GPU.
[[nodiscard]] std::string clashes_of(const Json& thing);

// The name of a group, grant or person, for a terminal.
[[nodiscard]] std::string printable_name(const Json& thing);
[[nodiscard]] std::string gpu_names_of(const Json& thing);
// "gpu03:0-3  Tue 24 Nov 09:00-17:00 CET  (in 14h)".
[[nodiscard]] std::string where_and_when(const Json& thing, const ZoneClock& clock);

}  // namespace dibs::cli
