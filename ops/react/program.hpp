// Runs a program of the site until it ends, or until its deadline. No shell. The program gets a
// clean environment, the folder / and its input on stdin, and no descriptors of dibsd. It cannot
// gain rights (no_new_privs) and ends with the thread that runs it, so a killed dibsd leaves none
// behind. Its child processes end with it. Exceptions: processes in a session of their own, and
// children that a killed dibsd could not end. Blocks; called on a reactor's thread.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace dibs {

struct ProgramEnd {
    bool good = false;   // it exited with status 0
    std::string how{};   // "exit status 3", "killed: 30 s were over"; empty if good
    std::string said{};  // the beginning of its stdout and stderr
};

inline constexpr std::size_t most_said = 4096;

// `command` is the command line that the program gets as argv; `stopping` ends it early.
[[nodiscard]] ProgramEnd run_program(const std::string& file,
                                     const std::vector<std::string>& command,
                                     const std::string& input, std::chrono::milliseconds deadline,
                                     const std::atomic<bool>& stopping);

}  // namespace dibs
