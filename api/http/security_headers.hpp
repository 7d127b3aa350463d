// What every answer carries, errors too, so that a browser neither sniffs, frames, leaks nor runs
// what it should not. A response that brings a header of its own keeps it (the terminal's page has
// its own policy; hashed files are cached).
#pragma once

#include "api/http/message/response.hpp"

#include <string>

namespace dibs::http {

// Appends "Name: value\r\n" lines.
void append_security_headers(std::string& out, const Response& response);

}  // namespace dibs::http
