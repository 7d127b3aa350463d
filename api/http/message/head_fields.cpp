// Framing rules: one Content-Length, or chunked, or neither; any other transfer coding is refused.
#include "api/http/message/head_fields.hpp"

#include "api/http/message/request.hpp"
#include "api/http/message/whitespace.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace dibs::http {
namespace {

using Fault = std::optional<HeadFault>;

// Fields that may appear once: with two of them two readers could choose differently.
enum Single : std::size_t {
    host,
    content_length,
    transfer_encoding,
    content_type,
    content_encoding,
    authorization,
    cookie,
    origin,
    expect,
    upgrade,
    idempotency_key,
    if_match,
    sec_fetch_site,
    sec_websocket_key,
    sec_websocket_version,
    single_count
};
constexpr std::array<std::string_view, single_count> single_names = {"host",
                                                                     "content-length",
                                                                     "transfer-encoding",
                                                                     "content-type",
                                                                     "content-encoding",
                                                                     "authorization",
                                                                     "cookie",
                                                                     "origin",
                                                                     "expect",
                                                                     "upgrade",
                                                                     "idempotency-key",
                                                                     "if-match",
                                                                     "sec-fetch-site",
                                                                     "sec-websocket-key",
                                                                     "sec-websocket-version"};

struct Found {
    std::array<const HeadField*, single_count> singles{};
    bool close = false;
    bool upgrade = false;

    [[nodiscard]] bool has(Single s) const { return singles[s] != nullptr; }
    [[nodiscard]] std::string_view value(Single s) const {
        return singles[s] ? singles[s]->value : std::string_view{};
    }
};

void read_connection(std::string_view value, Found& found) {
    while (!value.empty()) {
        const auto element = value.substr(0, value.find(','));
        value.remove_prefix(std::min(element.size() + 1, value.size()));
        const auto token = trim_whitespace(element);
        found.close |= equal_ignoring_case(token, "close");
        found.upgrade |= equal_ignoring_case(token, "upgrade");
    }
}

Fault collect(const Head& head, Found& found) {
    for (std::size_t i = 0; i < head.field_count; ++i) {
        const auto& field = head.fields[i];
        if (equal_ignoring_case(field.name, "connection")) read_connection(field.value, found);
        if (equal_ignoring_case(field.name, "content_length") ||
            equal_ignoring_case(field.name, "transfer_encoding")) {
            return HeadFault{400, "A framing field must not be written with an underscore."};
        }
        for (std::size_t s = 0; s < single_count; ++s) {
            if (!equal_ignoring_case(field.name, single_names[s])) continue;
            if (found.singles[s]) {
                return HeadFault{400, "A header field that may stand once is there twice."};
            }
            found.singles[s] = &field;
            break;
        }
    }
    return std::nullopt;
}

bool is_host(std::string_view text) {
    if (text.empty() || text.size() > 255) return false;
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               std::string_view("-._~:[]").find(c) != std::string_view::npos;
    });
}

Fault check_host(const Head& head, const Found& found) {
    if (!found.has(host)) {
        if (head.http_1_0 && head.authority.empty()) return std::nullopt;
        return HeadFault{400, "The Host field is missing."};
    }
    if (!is_host(found.value(host))) {
        return HeadFault{400, "The Host field must be a host name and an optional port."};
    }
    if (!head.authority.empty() && !equal_ignoring_case(head.authority, found.value(host))) {
        return HeadFault{400, "An absolute request target must name the Host field's host."};
    }
    return std::nullopt;
}

Fault read_length(Head& head, std::string_view text) {
    const auto* end = text.data() + text.size();
    const bool digits =
        !text.empty() && text.size() <= 18 &&
        std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!digits || (text.size() > 1 && text.front() == '0')) {
        return HeadFault{400, "Content-Length must be one whole number in decimal."};
    }
    std::from_chars(text.data(), end, head.content_length);
    return std::nullopt;
}

Fault check_framing(Head& head, const Found& found) {
    if (found.has(transfer_encoding)) {
        if (found.has(content_length) || head.http_1_0 ||
            !equal_ignoring_case(found.value(transfer_encoding), "chunked")) {
            return HeadFault{400, "The body must be framed by one Content-Length, or chunked."};
        }
        head.chunked = true;
    }
    if (found.has(content_length)) {
        if (auto fault = read_length(head, found.value(content_length))) return fault;
    }
    const bool bare = head.method == "GET" || head.method == "HEAD" || head.method == "TRACE";
    if (bare && (head.content_length > 0 || head.chunked)) {
        return HeadFault{400, "GET, HEAD and TRACE take no body."};
    }
    if (found.has(content_encoding) &&
        !equal_ignoring_case(found.value(content_encoding), "identity")) {
        return HeadFault{415, "A request body must not be compressed."};
    }
    return std::nullopt;
}

}  // namespace

std::optional<HeadFault> check_fields(Head& head) {
    Found found;
    if (auto fault = collect(head, found)) return fault;
    if (auto fault = check_host(head, found)) return fault;
    if (auto fault = check_framing(head, found)) return fault;
    if (found.close) head.keep_alive = false;
    if (found.has(expect)) {
        if (!equal_ignoring_case(found.value(expect), "100-continue")) {
            return HeadFault{417, "Only Expect: 100-continue can be met."};
        }
        head.expects_continue = !head.http_1_0;
    }
    const bool asks = found.upgrade && equal_ignoring_case(found.value(upgrade), "websocket");
    head.websocket = asks && head.method == "GET" && !head.http_1_0;
    return std::nullopt;
}

}  // namespace dibs::http
