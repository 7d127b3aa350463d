// One pass over the head: request line, then each field; then the rules between fields.
#include "api/http/message/head_check.hpp"

#include "api/http/message/head_fields.hpp"
#include "api/http/message/request.hpp"
#include "api/http/message/whitespace.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace dibs::http {
namespace {

using Fault = std::optional<HeadFault>;

constexpr bool is_token_char(char c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
    return std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

constexpr bool is_target_char(char c) {
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')) return true;
    return std::string_view("-._~!$&'()*+,;=:@/?%").find(c) != std::string_view::npos;
}

// Visible characters, blank, tab, and the upper half (UTF-8 in names of user agents).
constexpr bool is_value_char(char c) {
    const auto code = static_cast<unsigned char>(c);
    return code == '\t' || (code >= 0x20 && code != 0x7F);
}

template <bool (*Allowed)(char)>
struct CharSet {
    static constexpr std::array<bool, 256> make() {
        std::array<bool, 256> allowed{};
        for (std::size_t i = 0; i < allowed.size(); ++i) allowed[i] = Allowed(static_cast<char>(i));
        return allowed;
    }
    static constexpr std::array<bool, 256> set = make();
    static bool holds_all(std::string_view text) {
        return std::all_of(text.begin(), text.end(),
                           [](char c) { return set[static_cast<unsigned char>(c)]; });
    }
};
using TokenChars = CharSet<is_token_char>;
using TargetChars = CharSet<is_target_char>;
using ValueChars = CharSet<is_value_char>;

bool is_dot_segment(std::string_view segment) {
    std::size_t dots = 0;
    while (!segment.empty()) {
        if (segment.front() == '.') {
            segment.remove_prefix(1);
        } else if (segment.starts_with("%2e") || segment.starts_with("%2E")) {
            segment.remove_prefix(3);
        } else {
            return false;
        }
        ++dots;
    }
    return dots == 1 || dots == 2;
}

Fault check_path(std::string_view path) {
    if (path.find('%') != std::string_view::npos && !percent_decode(path)) {
        return HeadFault{400, "The request target holds a broken or forbidden percent-escape."};
    }
    while (!path.empty()) {
        path.remove_prefix(1);
        const auto segment = path.substr(0, path.find('/'));
        if (is_dot_segment(segment)) {
            return HeadFault{400, "The request target holds a dot segment."};
        }
        path.remove_prefix(segment.size());
    }
    return std::nullopt;
}

// "http://host/path" becomes "/path"; its host must equal the Host field (checked in head_fields).
std::string_view without_authority(std::string_view target, Head& head) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!equal_ignoring_case(target.substr(0, scheme.size()), scheme)) continue;
        const auto rest = target.substr(scheme.size());
        head.authority = rest.substr(0, rest.find_first_of("/?"));
        if (head.authority.empty()) return target;
        const auto path = rest.substr(head.authority.size());
        return path.empty() ? std::string_view("/") : path;
    }
    return target;
}

Fault check_target(std::string_view target, Head& head) {
    if (target == "*" && head.method == "OPTIONS") {
        head.path = target;
        return std::nullopt;
    }
    target = without_authority(target, head);
    if (!target.starts_with('/') || !TargetChars::holds_all(target)) {
        return HeadFault{400, "The request target must be a path in the characters of RFC 3986."};
    }
    const auto mark = target.find('?');
    head.path = target.substr(0, mark);
    if (mark != std::string_view::npos) head.query = target.substr(mark + 1);
    return check_path(head.path);
}

Fault check_request_line(std::string_view line, Head& head) {
    const auto first = line.find(' ');
    const auto last = line.rfind(' ');
    if (first == std::string_view::npos || first == last || first == 0) {
        return HeadFault{400, "The request line must be a method, a target and a version."};
    }
    head.method = line.substr(0, first);
    const auto version = line.substr(last + 1);
    if (!TokenChars::holds_all(head.method)) {
        return HeadFault{400, "The method must be a token."};
    }
    if (version != "HTTP/1.1" && version != "HTTP/1.0") {
        const bool other = version.size() == 8 && version.starts_with("HTTP/") &&
                           version[6] == '.' && version[5] >= '0' && version[5] <= '9' &&
                           version[7] >= '0' && version[7] <= '9';
        return other ? HeadFault{505, "Only HTTP/1.1 is spoken here."}
                     : HeadFault{400, "The version must read HTTP/1.1."};
    }
    head.http_1_0 = version == "HTTP/1.0";
    head.keep_alive = !head.http_1_0;
    if (auto fault = check_target(line.substr(first + 1, last - first - 1), head)) return fault;
    if (!parse_method(head.method)) return HeadFault{501, "This method is not known here."};
    return std::nullopt;
}

Fault check_field(std::string_view line, Head& head) {
    if (line.front() == ' ' || line.front() == '\t') {
        return HeadFault{400, "A header field must not be folded over two lines."};
    }
    const auto colon = line.find(':');
    const auto name = line.substr(0, std::min(colon, line.size()));
    if (colon == std::string_view::npos || name.empty() || !TokenChars::holds_all(name)) {
        return HeadFault{400, "A header field must be a name, a colon right behind it, a value."};
    }
    const auto value = trim_whitespace(line.substr(colon + 1));
    if (!ValueChars::holds_all(value)) {
        return HeadFault{400, "A header value must not hold control characters."};
    }
    if (head.field_count == Head::max_fields) {
        return HeadFault{431, "At most 64 header fields are taken."};
    }
    head.fields[head.field_count++] = {name, value};
    return std::nullopt;
}

}  // namespace

tl::expected<std::size_t, HeadFault> find_head_end(std::string_view bytes, std::size_t from) {
    const auto first = static_cast<unsigned char>(bytes.empty() ? 'G' : bytes.front());
    if (first < 'A' || first > 'Z') {
        return tl::unexpected(HeadFault{400, "A request starts with its method."});
    }
    for (auto at = bytes.find('\n', from); at != std::string_view::npos;
         at = bytes.find('\n', at + 1)) {
        if (at == 0 || bytes[at - 1] != '\r') {
            return tl::unexpected(HeadFault{400, "Lines of the head must end in CR LF."});
        }
        if (at >= 3 && bytes[at - 2] == '\n') return at + 1;
    }
    return std::size_t{0};
}

tl::expected<Head, HeadFault> check_head(std::string_view bytes) {
    tl::expected<Head, HeadFault> result;
    Head& head = *result;
    bool first = true;
    while (bytes.size() > 2) {
        const auto end = bytes.find("\r\n");
        if (end == std::string_view::npos || end == 0) break;
        const auto line = bytes.substr(0, end);
        auto fault = first ? check_request_line(line, head) : check_field(line, head);
        if (fault) return tl::unexpected(*fault);
        first = false;
        bytes.remove_prefix(end + 2);
    }
    if (first || bytes != "\r\n") {
        return tl::unexpected(HeadFault{400, "The head must end in one empty line."});
    }
    if (auto fault = check_fields(head)) return tl::unexpected(*fault);
    return result;
}

}  // namespace dibs::http
