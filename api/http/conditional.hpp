// Versions in HTTP: ETag, If-Match, If-None-Match (RFC 9110 section 13). Our ETags are strong and
// either a version, "v17", or a hash of the bytes.
#pragma once

#include "api/http/message/request.hpp"
#include "domain/kernel/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::http {

[[nodiscard]] std::string version_etag(std::uint64_t version);  // "v17", with the quotes

// The version named by If-Match; nothing if the field is absent or "*". Anything that is not one
// of our ETags cannot be current: refused with changed_meanwhile (412).
[[nodiscard]] Result<std::optional<std::uint64_t>> if_match(const Request& request);

// Does If-None-Match name this ETag (weakly compared)? Then the answer is 304.
[[nodiscard]] bool is_unchanged(const Request& request, std::string_view etag);

}  // namespace dibs::http
