// Shared by tests of reactors and of the mailer: the type of the wanted facts, and the kill of a
// process.
#pragma once

#include <string_view>

namespace dibs::test {

inline constexpr std::string_view wanted_type = "test.said.v1";

// Thrown at the simulated kill of the process.
struct Crash {};

}  // namespace dibs::test
