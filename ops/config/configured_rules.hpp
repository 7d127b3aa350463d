// [rules] of the configuration beside the rules that hold. They are facts from the first start on,
// so a file that says something else is told of in the log and changes nothing. Used by daemon.cpp.
#pragma once

#include "domain/rules/rules.hpp"
#include "ingest/command_handler.hpp"
#include "projections/rules/rules.hpp"

#include <string>

namespace dibs {

// "shortest_min is 30, the file says 15; …"; empty if the file says nothing else.
[[nodiscard]] std::string differing_rules(const rules::Set& configured, const rules::Rules& now);

// At the first start; later it says what of the configuration differs from what is on record.
void seed_rules(rules::Set configured, const views::Rules& now, CommandHandler& writer);

}  // namespace dibs
