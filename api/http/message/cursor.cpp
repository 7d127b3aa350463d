// A base64url codec; strict, so that each key has exactly one cursor.
#include "api/http/message/cursor.hpp"

namespace dibs::http {
namespace {

constexpr std::string_view base64url_digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t longest_cursor = 512;

}  // namespace

std::string encode_cursor(std::string_view key) {
    std::string out;
    unsigned bits = 0;
    unsigned held = 0;
    for (const char c : key) {
        bits = (bits << 8U) | static_cast<unsigned char>(c);
        held += 8;
        while (held >= 6) {
            held -= 6;
            out += base64url_digits[(bits >> held) & 63U];
        }
    }
    if (held > 0) out += base64url_digits[(bits << (6U - held)) & 63U];
    return out;
}

std::optional<std::string> decode_cursor(std::string_view cursor) {
    if (cursor.empty() || cursor.size() > longest_cursor) return std::nullopt;
    std::string out;
    unsigned bits = 0;
    unsigned held = 0;
    for (const char c : cursor) {
        const auto value = base64url_digits.find(c);
        if (value == std::string_view::npos) return std::nullopt;
        bits = (bits << 6U) | static_cast<unsigned>(value);
        held += 6;
        if (held < 8) continue;
        held -= 8;
        out += static_cast<char>((bits >> held) & 255U);
    }
    // Only one spelling: the left-over bits are fewer than a digit, and zero.
    if (held >= 6 || (bits & ((1U << held) - 1U)) != 0) return std::nullopt;
    return out;
}

Result<Page> page_of(const Query& query, std::size_t usual, std::size_t most) {
    Page page{usual, std::nullopt};
    Faults faults;
    auto limit = query.number("limit");
    if (!limit) faults.add(std::move(limit.error()));
    if (limit && *limit) {
        if (**limit < 1 || **limit > most) {
            faults.add(Code::out_of_range, "limit",
                       "A page holds 1 to " + std::to_string(most) + " rows.");
        }
        page.limit = static_cast<std::size_t>(**limit);
    }
    if (const auto cursor = query.get("cursor")) {
        page.after = decode_cursor(*cursor);
        if (!page.after) {
            faults.add(Code::out_of_range, "cursor", "This cursor was not made by this server.");
        }
    }
    if (faults.refusal()) return tl::unexpected(*faults.refusal());
    return page;
}

std::string next_link(const Request& request, std::string_view last_key) {
    std::string link = "<" + request.base_path + request.path + "?";
    for (const auto& [name, value] : request.query.all()) {
        if (name == "cursor") continue;
        link += percent_encode(name) + "=" + percent_encode(value) + "&";
    }
    return link + "cursor=" + encode_cursor(last_key) + ">; rel=\"next\"";
}

}  // namespace dibs::http
