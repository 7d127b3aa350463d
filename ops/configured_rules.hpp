// [rules] of the configuration beside the rules that hold. They are facts from the first start on,
// so a file that says something else is told of in the log and changes nothing. Used by daemon.cpp.
#pragma once

#include "domain/rules.hpp"

#include <string>

namespace dibs {

// "shortest_min is 30, the file says 15; …"; empty if the file says nothing else.
[[nodiscard]] std::string differing_rules(const rules::Set& configured, const rules::Rules& now);

}  // namespace dibs
