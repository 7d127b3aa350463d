// Pages by key: a cursor is the last row's key, encoded so that clients do not rely on its form. It
// is neither secret nor trusted: validate the result of decode_cursor() like any input.
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
    std::optional<std::string> after{};  // key of the last row of the previous page
};

// Reads `limit` (1 to most) and `cursor` (of encode_cursor()) from the query; otherwise
// out_of_range.
[[nodiscard]] Result<Page> page_of(const Query& query, std::size_t usual = 100,
                                   std::size_t most = 500);

// The value of a Link header (RFC 8288) to the next page: this request with that cursor.
[[nodiscard]] std::string next_link(const Request& request, std::string_view last_key);

}  // namespace dibs::http
