// Responses as values, and the reason phrases of the status line.
#include "api/http/message/response.hpp"

#include "api/http/message/request.hpp"

#include <algorithm>
#include <array>

namespace dibs::http {
namespace {

struct Phrase {
    int status;
    std::string_view text;
};
constexpr std::array phrases{Phrase{100, "Continue"},
                             Phrase{101, "Switching Protocols"},
                             Phrase{200, "OK"},
                             Phrase{201, "Created"},
                             Phrase{202, "Accepted"},
                             Phrase{204, "No Content"},
                             Phrase{301, "Moved Permanently"},
                             Phrase{302, "Found"},
                             Phrase{303, "See Other"},
                             Phrase{304, "Not Modified"},
                             Phrase{307, "Temporary Redirect"},
                             Phrase{308, "Permanent Redirect"},
                             Phrase{400, "Bad Request"},
                             Phrase{401, "Unauthorized"},
                             Phrase{403, "Forbidden"},
                             Phrase{404, "Not Found"},
                             Phrase{405, "Method Not Allowed"},
                             Phrase{406, "Not Acceptable"},
                             Phrase{408, "Request Timeout"},
                             Phrase{409, "Conflict"},
                             Phrase{410, "Gone"},
                             Phrase{411, "Length Required"},
                             Phrase{412, "Precondition Failed"},
                             Phrase{413, "Content Too Large"},
                             Phrase{414, "URI Too Long"},
                             Phrase{415, "Unsupported Media Type"},
                             Phrase{417, "Expectation Failed"},
                             Phrase{421, "Misdirected Request"},
                             Phrase{422, "Unprocessable Content"},
                             Phrase{426, "Upgrade Required"},
                             Phrase{428, "Precondition Required"},
                             Phrase{429, "Too Many Requests"},
                             Phrase{431, "Request Header Fields Too Large"},
                             Phrase{500, "Internal Server Error"},
                             Phrase{501, "Not Implemented"},
                             Phrase{503, "Service Unavailable"},
                             Phrase{504, "Gateway Timeout"},
                             Phrase{505, "HTTP Version Not Supported"},
                             Phrase{507, "Insufficient Storage"}};

}  // namespace

std::string_view Response::header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (equal_ignoring_case(key, name)) return value;
    }
    return {};
}

Response json_response(int status, Body body) {
    return {status, "application/json", std::move(body), {}};
}

Response text_response(int status, Body body) {
    return {status, "text/plain; charset=utf-8", std::move(body), {}};
}

Response empty_response(int status) {
    return {status, {}, {}, {}};
}

Response client_left() {
    return empty_response(499);
}

std::string_view reason_phrase(int status) {
    const auto found = std::find_if(phrases.begin(), phrases.end(),
                                    [&](const Phrase& phrase) { return phrase.status == status; });
    if (found != phrases.end()) return found->text;
    return status < 400 ? "OK" : "Error";
}

}  // namespace dibs::http
