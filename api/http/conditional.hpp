// Versions in HTTP: ETag, If-Match, If-None-Match (RFC 9110 section 13). Dibs' ETags are strong and
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

// The version that If-Match names; empty if the field is absent or "*". Any other ETag cannot be
// current: refused with changed_meanwhile (412).
[[nodiscard]] Result<std::optional<std::uint64_t>> if_match(const Request& request);

// True if If-None-Match names this ETag (weak comparison); the answer is then 304.
[[nodiscard]] bool is_unchanged(const Request& request, std::string_view etag);

}  // namespace dibs::http
