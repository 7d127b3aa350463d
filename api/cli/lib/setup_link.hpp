// Parses the one-time link that a new server prints: its address and the first admin's token. Pure.
#pragma once

#include <string>
#include <string_view>

namespace dibs::cli {

struct SetupLink {
    std::string server;  // "http://host:8080", with its path prefix; empty if it is not a link
    std::string token;   // empty if there is none
};

// "http://host:8080/setup?token=…", "http://host/dibs/setup#token=…".
[[nodiscard]] SetupLink parse_setup_link(std::string_view text);

}  // namespace dibs::cli
