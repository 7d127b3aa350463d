// Times as people write them, read by the server in the user's zone. What it took and what else
// that could be is said; what means several things is shown with the text to type instead, and a
// person at a terminal may choose at once.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/lib/json.hpp"

#include <string>

namespace dibs::cli {

// Which Friday "Fri" is: of who books the coming one, of who asks what was the last one.
enum class Tense { coming, past };

// `kind` is what is wanted: instant, interval or duration. The server's answer; a choice from among
// its alternatives has the same members. `what` it is for stands before a refusal, where a command
// reads several.
[[nodiscard]] Json read_time(Context& context, const std::string& text, const char* kind,
                             Tense tense = Tense::coming, const std::string& what = {});

}  // namespace dibs::cli
