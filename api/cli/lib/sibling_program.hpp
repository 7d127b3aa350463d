// Other programs of Dibs, installed in the folder of this one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace dibs::cli {

// The path of a program in the folder of this one. Links to this program are followed.
[[nodiscard]] std::filesystem::path sibling_program(const std::string& name);

// Replaces this process with `program`, which keeps its standard streams and environment. Throws
// Failure if it cannot be started.
[[noreturn]] void become_program(const std::filesystem::path& program,
                                 std::vector<std::string> arguments);

}  // namespace dibs::cli
