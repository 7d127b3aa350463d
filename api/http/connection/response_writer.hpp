// Turns a Response into the bytes in front of its body. Pure.
#pragma once

#include "api/http/message/response.hpp"

#include <string>
#include <string_view>

namespace dibs::http {

struct WriteContext {
    std::string_view date_line;  // "Date: ...\r\n" or empty
    std::string_view request_id;
    bool close = false;      // write `Connection: close`
    bool head_only = false;  // the answer to HEAD: Content-Length without a body
    bool over_tls = false;   // the request came over TLS: adds Strict-Transport-Security
};

// Appends status line, fields and the empty line to `out`. Control characters in header values
// become blanks, so that a value cannot split the answer.
void append_response_head(std::string& out, const Response& response, const WriteContext& context);

// True if this answer has body bytes on the wire.
[[nodiscard]] bool has_body(const Response& response, bool head_only);

}  // namespace dibs::http
