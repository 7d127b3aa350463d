// Appends status line and fields to one text, which the session reuses for the next answer.
#include "api/http/connection/response_writer.hpp"

#include "api/http/security_headers.hpp"

#include <array>
#include <charconv>

namespace dibs::http {
namespace {

void append_number(std::string& out, std::size_t number) {
    std::array<char, 20> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    out.append(digits.data(), end);
}

void append_value(std::string& out, std::string_view value) {
    for (const char c : value) {
        const auto code = static_cast<unsigned char>(c);
        out += (code < 0x20 && c != '\t') || code == 0x7F ? ' ' : c;
    }
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
    append_value(out, name);
    out += ": ";
    append_value(out, value);
    out += "\r\n";
}

// 1xx, 204 and 304 have no body and no Content-Length.
bool is_bodiless(int status) {
    return status < 200 || status == 204 || status == 304;
}

}  // namespace

bool has_body(const Response& response, bool head_only) {
    return !head_only && !is_bodiless(response.status) && !response.body.view().empty();
}

void append_response_head(std::string& out, const Response& response, const WriteContext& context) {
    out += "HTTP/1.1 ";
    append_number(out, static_cast<std::size_t>(response.status));
    out += ' ';
    out += reason_phrase(response.status);
    out += "\r\n";
    out += context.date_line;
    if (!response.content_type.empty()) append_field(out, "Content-Type", response.content_type);
    if (!is_bodiless(response.status)) {
        out += "Content-Length: ";
        append_number(out, response.body.view().size());
        out += "\r\n";
    }
    // The Connection options share one field.
    std::string_view options = context.close ? "close" : "";
    for (const auto& [name, value] : response.headers) {  // some clients read only the first
        if (name != "Connection" || !context.close) {
            append_field(out, name, value);
            continue;
        }
        append_field(out, name, value + ", close");
        options = {};
    }
    if (!context.request_id.empty()) append_field(out, "X-Request-Id", context.request_id);
    if (!options.empty()) append_field(out, "Connection", options);
    append_security_headers(out, response);
    if (context.over_tls) out += "Strict-Transport-Security: max-age=15552000\r\n";
    out += "\r\n";
}

}  // namespace dibs::http
