// Compares [rules] of the configuration with the rules in force. Rules are facts from the first
// start on. A file that differs then changes nothing; the log reports the difference. Used by
// daemon.cpp.
#pragma once

#include "domain/rules/rules.hpp"
#include "ingest/command_handler.hpp"
#include "projections/rules/rules.hpp"

#include <string>

namespace dibs {

// "shortest_min is 30, the file says 15; …"; empty if the file has no other values.
[[nodiscard]] std::string differing_rules(const rules::Set& configured, const rules::Rules& now);

// Sets the rules at the first start; later only logs how the configuration differs from the record.
void seed_rules(rules::Set configured, const views::Rules& now, CommandHandler& writer);

}  // namespace dibs
