// The programs that Dibs runs on a GPU host, and their transport. One constant command line is for
// the account's login shell. The programs' texts and their input go over standard input. So no data
// are in a command line, in a shell's text or in a file on the host. Standard input:
// "BYTES\n", the program's text of so many bytes, one line of JSON. The answer: noise of the host,
// the sentinel line, one line of JSON. Pure text, no state.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dibs::host {

// Starts the program with python3 (3.6 or later), or answers that this does not work there.
[[nodiscard]] std::string_view program_command();

// Runs the root-owned helper of ops/deploy/host; its standard input is only the line of JSON.
[[nodiscard]] std::string_view root_helper_command();

// The line before the answer; everything before it is noise.
inline constexpr std::string_view answer_sentinel = "#dibs-answer 1";
inline constexpr std::size_t longest_answer = 4096;

[[nodiscard]] std::string_view stop_program();
[[nodiscard]] std::string_view tell_program();

// The whole standard input for program_command(). `input` is one line of JSON without its line end.
[[nodiscard]] std::string framed(std::string_view program, std::string_view input);

// The JSON after the last sentinel in a host's output; empty without a complete one.
[[nodiscard]] std::string_view answer_line(std::string_view output);

// A host's text for people: one line of printable ASCII, truncated.
[[nodiscard]] std::string words_of_host(std::string_view text);

}  // namespace dibs::host
