// Parses the request head strictly from the raw bytes. It is the only parser between the socket and
// a Request, so that no second one can read the same bytes differently. Heads that two
// implementations might frame differently (RFC 9112 section 11.2) are refused and the connection is
// closed. Pure; fuzzed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <tl/expected.hpp>

namespace dibs::http {

// The reason to refuse a head; the connection closes after the answer.
struct HeadFault {
    int status = 400;
    std::string_view rule;  // a sentence for the problem's detail
};

struct HeadField {
    std::string_view name;
    std::string_view value;  // without blanks at either end
};

// Holds views into the given bytes.
struct Head {
    static constexpr std::size_t max_fields = 64;

    std::string_view method;  // one of the methods of request.hpp
    std::string_view path;    // starts with "/", valid escapes, no dot segments; or OPTIONS's "*"
    std::string_view query;   // without "?"; empty if none
    // The host of an absolute target, equal to the Host field; otherwise empty.
    std::string_view authority;
    std::array<HeadField, max_fields> fields{};
    std::size_t field_count = 0;
    std::uint64_t content_length = 0;
    bool chunked = false;  // set in place of a length
    // Accepted without transfer codings; the connection always closes after it.
    bool http_1_0 = false;
    bool keep_alive = true;
    bool expects_continue = false;
    bool websocket = false;  // a GET asking for `Upgrade: websocket`
};

// The size of the head including its empty line; 0 while more bytes are needed. Scans from `from`
// on; earlier bytes were scanned before. Refuses bare line ends as soon as they arrive.
[[nodiscard]] tl::expected<std::size_t, HeadFault> find_head_end(std::string_view bytes,
                                                                 std::size_t from);

// `head` is exactly one head, with its empty line.
[[nodiscard]] tl::expected<Head, HeadFault> check_head(std::string_view head);

}  // namespace dibs::http
