// The programs that run on a GPU host for Dibs, and how they get there: one constant command line
// for the account's login shell; everything else, the programs' texts and their input, comes over
// its standard input, so that no data stand in a command line, in a shell's text or in a file
// there. On standard input: "BYTES-OF-PYTHON BYTES-OF-PERL\n", the two texts, one line of JSON. The
// answer: noise of the host, the line of the sentinel, one line of JSON. Pure text, no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dibs::host {

// Starts the one program that the host can run: with python3 (3.6 or later), else with perl, else
// it answers that there is neither.
[[nodiscard]] std::string_view program_command();

// Runs the root-owned helper of ops/deploy/host; its standard input is the line of JSON alone.
[[nodiscard]] std::string_view root_helper_command();

// The line before the answer; all that comes before it is noise.
inline constexpr std::string_view answer_sentinel = "#dibs-answer 1";
inline constexpr std::size_t longest_answer = 4096;

struct ProgramText {
    std::string_view python;
    std::string_view perl;
};
[[nodiscard]] ProgramText stop_program();
[[nodiscard]] ProgramText tell_program();

// All of the standard input for program_command(). `input` is one line of JSON without its end.
[[nodiscard]] std::string framed(const ProgramText& program, std::string_view input);

// The JSON after the last sentinel of what a host printed, empty if there is none that is whole.
[[nodiscard]] std::string_view answer_line(std::string_view output);

// What a host says in words, for people: one line of printable ASCII, cut.
[[nodiscard]] std::string words_of_host(std::string_view text);

}  // namespace dibs::host
