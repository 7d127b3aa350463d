// Makes text safe for the terminal of another user: printable ASCII and letters, in lines. Other
// characters could control that terminal (escape sequences, C1 controls, text direction). Pure. The
// program on the host cleans the text again, and sends ASCII alone to a terminal without UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace dibs::host {

inline constexpr std::size_t longest_message = 500;  // bytes as written, with CR and LF
inline constexpr std::size_t most_message_lines = 20;

// Lines end with "\n"; "\r\n" is accepted. Replaces forbidden characters and bytes that are no
// UTF-8 by "?", and tabs by blanks. Cuts long text after a whole character.
[[nodiscard]] std::string printable_message(std::string_view text);

}  // namespace dibs::host
