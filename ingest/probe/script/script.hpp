// The program that runs on a GPU host: one POSIX shell script, sent over the connection's standard
// input to `/bin/sh -s`. It prints a frame each second until its lifetime ends or the connection
// closes. It leaves no file on the host. script.cpp describes the frame format; frame_parser reads
// it. Pure text, no state.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace dibs::probe {

// The command for sshd; any login shell understands it.
inline constexpr std::string_view script_command = "exec /bin/sh -s";

// The line before the first frame; all lines before it are noise of the host (motd, rc files).
inline constexpr std::string_view script_sentinel = "#dibs-probe 1";

// Returns the script's text. The script asks for a successor 10 s before the end of `lifetime` and
// then ends itself.
[[nodiscard]] std::string probe_script(std::chrono::seconds lifetime = std::chrono::seconds{600});

}  // namespace dibs::probe
