// A head of the seals, which an admin keeps outside of Dibs: "4711:ab12…". It is a position and the
// digest of the chain there (ingest/audit/chain.hpp), as `dibs audit head` prints it.
#pragma once

#include "domain/kernel/event.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace dibs {

struct AuditHead {
    Position position = 0;
    std::string digest;
};

[[nodiscard]] inline std::optional<AuditHead> parse_audit_head(std::string_view text) {
    constexpr std::size_t digits = 64;
    AuditHead head;
    const auto* end = text.data() + text.size();
    const auto [colon, error] = std::from_chars(text.data(), end, head.position);
    if (error != std::errc{} || colon == end || *colon != ':' || head.position < 1) {
        return std::nullopt;
    }
    head.digest.assign(colon + 1, end);
    const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    const bool good =
        head.digest.size() == digits && std::all_of(head.digest.begin(), head.digest.end(), is_hex);
    return good ? std::optional(std::move(head)) : std::nullopt;
}

}  // namespace dibs
