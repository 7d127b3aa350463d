// What tests of reactors and of the mailer share: the type of the facts that an effect is wanted
// for, and the kill of a process.
#pragma once

#include <string_view>

namespace dibs::test {

inline constexpr std::string_view wanted_type = "test.said.v1";

// Thrown at the point where the process is killed.
struct Crash {};

}  // namespace dibs::test
