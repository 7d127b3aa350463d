// The security headers of every response, errors included: they prevent sniffing, framing, leaking
// and foreign scripts. A response's own header takes precedence (the terminal's page has its own
// policy; hashed files are cached).
#pragma once

#include "api/http/message/response.hpp"

#include <string>

namespace dibs::http {

// Appends "Name: value\r\n" lines.
void append_security_headers(std::string& out, const Response& response);

}  // namespace dibs::http
