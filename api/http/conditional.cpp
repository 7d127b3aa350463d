// Lists of entity tags, compared by the rules of RFC 9110.
#include "api/http/conditional.hpp"

#include "api/http/message/whitespace.hpp"

#include <algorithm>
#include <charconv>

namespace dibs::http {

std::string version_etag(std::uint64_t version) {
    return "\"v" + std::to_string(version) + '"';
}

Result<std::optional<std::uint64_t>> if_match(const Request& request) {
    const auto field = request.header("if-match");
    if (!field || *field == "*") return std::nullopt;
    const std::string_view text = *field;
    const auto other =
        refuse(Code::changed_meanwhile, "If-Match", "If-Match does not name the current version.");
    if (text.size() < 4 || !text.starts_with("\"v") || !text.ends_with('"')) return other;
    std::uint64_t version = 0;
    const auto* end = text.data() + text.size() - 1;
    const auto [at, error] = std::from_chars(text.data() + 2, end, version);
    if (error != std::errc{} || at != end) return other;
    return version;
}

bool is_unchanged(const Request& request, std::string_view etag) {
    auto list = request.header("if-none-match").value_or("");
    if (trim_whitespace(list) == "*") return true;
    while (!list.empty()) {
        auto tag = list.substr(0, list.find(','));
        list.remove_prefix(std::min(tag.size() + 1, list.size()));
        tag = trim_whitespace(tag);
        if (tag.starts_with("W/")) tag.remove_prefix(2);
        if (tag == etag) return true;
    }
    return false;
}

}  // namespace dibs::http
