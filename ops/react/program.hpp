// Runs a program of the site to its end, or to its deadline. No shell; the program gets a clean
// environment, the folder /, its input on stdin, and nothing else of ours: it can gain no rights
// (no_new_privs) and ends with the thread that runs it, so that a dibsd that was killed leaves none
// behind. What it started ends with it, but for what made itself a session of its own, and what a
// killed dibsd could not end any more. Blocks; called on a reactor's thread.
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <vector>

namespace dibs {

struct ProgramEnd {
    bool good = false;   // it ended by itself, with status 0
    std::string how{};   // "exit status 3", "killed: 30 s were over"; empty if good
    std::string said{};  // the first of what it wrote to stdout and stderr
};

inline constexpr std::size_t most_said = 4096;

// `command` is what the program sees of its own command line; `stopping` ends it early.
[[nodiscard]] ProgramEnd run_program(const std::string& file,
                                     const std::vector<std::string>& command,
                                     const std::string& input, std::chrono::milliseconds deadline,
                                     const std::atomic<bool>& stopping);

}  // namespace dibs
