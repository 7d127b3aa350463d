// Pages by key: a cursor is the last row's key, wrapped so that nobody builds on its form. It is
// not a secret and not trusted: what comes out of decode_cursor() is checked like any input.
#pragma once

#include "api/http/message/request.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::http {

[[nodiscard]] std::string encode_cursor(std::string_view key);  // base64url, unpadded
[[nodiscard]] std::optional<std::string> decode_cursor(std::string_view cursor);

struct Page {
    std::size_t limit = 0;
    std::optional<std::string> after{};  // the key of the last row already seen
};

// `limit` (1 to most) and `cursor` (one of ours) of the query, else out_of_range.
[[nodiscard]] Result<Page> page_of(const Query& query, std::size_t usual = 100,
                                   std::size_t most = 500);

// The value of a Link header (RFC 8288) to the next page: this request with that cursor.
[[nodiscard]] std::string next_link(const Request& request, std::string_view last_key);

}  // namespace dibs::http
