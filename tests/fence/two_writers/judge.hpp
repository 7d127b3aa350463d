// Folds a whole log as any reader would, and compares it with its writers' answers.
#pragma once

#include "domain/log/event_log.hpp"
#include "ingest/keys/keys.hpp"

#include <iosfwd>

namespace dibs::two_writers {

// `answers`: the lines that the writers printed. Prints a line for each violation and a summary;
// returns the number of violations.
int judge(EventLog& log, const Keys& keys, std::istream& answers, std::ostream& out);

}  // namespace dibs::two_writers
