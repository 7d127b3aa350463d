// The program that runs on a GPU host: one POSIX shell script, sent over the connection's standard
// input to `/bin/sh -s` and printing frames once a second until its life is over or the connection
// closes. No file is left on the host. The frame format is described in script.cpp; what reads it
// is frame_parser. Pure text, no state.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace dibs::probe {

// What sshd is asked to run; any login shell understands it.
inline constexpr std::string_view script_command = "exec /bin/sh -s";

// The line that precedes the first frame; all before it is noise of the host (motd, rc files).
inline constexpr std::string_view script_sentinel = "#dibs-probe 1";

// The script's text. It asks for a successor 10 s before `lifetime` is over and then ends itself.
[[nodiscard]] std::string probe_script(std::chrono::seconds lifetime = std::chrono::seconds{600});

}  // namespace dibs::probe
