// What may be written to a stranger's terminal: printable ASCII and letters, in lines. Anything
// else could be a command to that terminal (escape sequences, C1 controls, another direction of
// reading). Pure. The program on the host cleans the text once more, and a terminal that does not
// take UTF-8 gets ASCII alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dibs::host {

inline constexpr std::size_t longest_message = 500;  // bytes, as they are written, with CR and LF
inline constexpr std::size_t most_message_lines = 20;

// Lines end with "\n" ("\r\n" is taken for it). A "?" stands for every character, or byte that is
// no UTF-8, that may not be written; blanks for tabs. What is too long is cut after a whole
// character.
[[nodiscard]] std::string printable_message(std::string_view text);

}  // namespace dibs::host
