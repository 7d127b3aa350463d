// Times in words, which the server reads in the user's zone. Shows the reading it took and the
// alternatives. For an ambiguous time it shows what to type instead; at a terminal a person may
// choose.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/lib/json.hpp"

#include <string>

namespace dibs::cli {

// Which Friday "Fri" is: the coming one for a booking, the last one for a query of the past.
enum class Tense { coming, past };

// `kind`: instant, interval or duration. Returns the server's answer; a chosen alternative has the
// same members. `what` precedes a refusal, where a command reads several times.
[[nodiscard]] Json read_time(Context& context, const std::string& text, const char* kind,
                             Tense tense = Tense::coming, const std::string& what = {});

}  // namespace dibs::cli
