// The defaults are one text, because nearly every response has all of them.
#include "api/http/security_headers.hpp"

#include "api/http/message/request.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace dibs::http {
namespace {

using Line = std::pair<std::string_view, std::string_view>;
constexpr std::array<Line, 6> defaults = {{
    {"Content-Security-Policy",
     "default-src 'self'; script-src 'self'; style-src 'self'; object-src 'none'; base-uri 'none'; "
     "frame-ancestors 'none'; require-trusted-types-for 'script'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
}};

void append_line(std::string& out, const Line& line) {
    out.append(line.first).append(": ").append(line.second).append("\r\n");
}

std::string make_all() {
    std::string all;
    for (const auto& line : defaults) append_line(all, line);
    return all;
}

bool brings_own(const Response& response) {
    for (const auto& [name, value] : response.headers) {
        for (const auto& line : defaults) {
            if (equal_ignoring_case(name, line.first)) return true;
        }
    }
    return false;
}

}  // namespace

void append_security_headers(std::string& out, const Response& response) {
    static const std::string all = make_all();
    if (!brings_own(response)) {
        out += all;
        return;
    }
    for (const auto& line : defaults) {
        if (response.header(line.first).empty()) append_line(out, line);
    }
}

}  // namespace dibs::http
