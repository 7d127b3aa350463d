// Requests as values: methods, headers in one text, cookies.
#include "api/http/message/request.hpp"

#include "api/http/message/whitespace.hpp"

#include <algorithm>
#include <array>

namespace dibs::http {
namespace {

struct MethodName {
    Method method;
    std::string_view text;
};
constexpr std::array<MethodName, method_count> method_names = {{{Method::get, "GET"},
                                                                {Method::head, "HEAD"},
                                                                {Method::post, "POST"},
                                                                {Method::put, "PUT"},
                                                                {Method::patch, "PATCH"},
                                                                {Method::del, "DELETE"},
                                                                {Method::options, "OPTIONS"},
                                                                {Method::trace, "TRACE"},
                                                                {Method::query, "QUERY"}}};

constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

}  // namespace

std::string_view method_name(Method method) {
    return method_names.at(static_cast<std::size_t>(method)).text;
}

std::optional<Method> parse_method(std::string_view text) {
    for (const auto& known : method_names) {
        if (known.text == text) return known.method;
    }
    return std::nullopt;
}

bool came_over_tls(const Request& request) {
    const auto said = request.header("x-forwarded-proto").value_or("");
    auto first = said.substr(0, said.find(','));
    while (first.ends_with(' ') || first.ends_with('\t')) first.remove_suffix(1);
    return request.over_tls || equal_ignoring_case(first, "https");
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(),
                                              [](char x, char y) { return lower(x) == lower(y); });
}

void Headers::add(std::string_view name, std::string_view value) {
    const auto at = static_cast<std::uint32_t>(text_.size());
    const auto name_size = static_cast<std::uint32_t>(name.size());
    const auto value_size = static_cast<std::uint32_t>(value.size());
    text_.append(name).append(value);
    entries_.push_back({at, name_size, at + name_size, value_size});
}

std::pair<std::string_view, std::string_view> Headers::at(std::size_t index) const {
    const auto& e = entries_.at(index);
    const std::string_view text = text_;
    return {text.substr(e.name_at, e.name_size), text.substr(e.value_at, e.value_size)};
}

std::optional<std::string_view> Headers::get(std::string_view name) const {
    const std::string_view text = text_;
    for (const auto& e : entries_) {
        if (equal_ignoring_case(text.substr(e.name_at, e.name_size), name)) {
            return text.substr(e.value_at, e.value_size);
        }
    }
    return std::nullopt;
}

void Headers::reserve(std::size_t bytes, std::size_t count) {
    text_.reserve(bytes);
    entries_.reserve(count);
}

const std::string& Request::param(std::string_view name) const {
    static const std::string none;
    for (const auto& [key, value] : params) {
        if (key == name) return value;
    }
    return none;
}

std::optional<std::string_view> Request::cookie(std::string_view name) const {
    const auto line = headers.get("cookie");
    if (!line) return std::nullopt;
    std::optional<std::string_view> found;
    std::string_view rest = *line;
    while (!rest.empty()) {
        const auto end = std::min(rest.find(';'), rest.size());
        const auto pair = trim_whitespace(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        const auto equals = pair.find('=');
        if (equals == std::string_view::npos || pair.substr(0, equals) != name) continue;
        if (found) return std::nullopt;
        found = pair.substr(equals + 1);
    }
    return found;
}

}  // namespace dibs::http
