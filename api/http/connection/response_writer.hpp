// From a Response to the bytes in front of its body. Pure.
#pragma once

#include "api/http/message/response.hpp"

#include <string>
#include <string_view>

namespace dibs::http {

struct WriteContext {
    std::string_view date_line;  // "Date: ...\r\n" or empty
    std::string_view request_id;
    bool close = false;      // say `Connection: close`
    bool head_only = false;  // the answer to HEAD: the length, not the body
    bool over_tls = false;   // to us: from now on by no other way
};

// Status line, fields, empty line, appended to `out`. Header values cannot split the answer:
// control characters in them become blanks.
void append_response_head(std::string& out, const Response& response, const WriteContext& context);

// Does this answer have body bytes on the wire?
[[nodiscard]] bool has_body(const Response& response, bool head_only);

}  // namespace dibs::http
