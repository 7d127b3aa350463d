// Compares hosts without their port: an SSH tunnel has another one.
#include "api/auth/scraping.hpp"

#include "api/http/message/client_address.hpp"

#include <algorithm>
#include <array>

namespace dibs::auth {
namespace {

// "dibs.example.org" of "dibs.example.org:8080", "::1" of "[::1]:8080"; empty for any other form.
std::string_view without_port(std::string_view authority) {
    if (!authority.starts_with('[')) return authority.substr(0, authority.find(':'));
    const auto end = authority.find(']');
    if (end == std::string_view::npos) return {};
    const auto rest = authority.substr(end + 1);
    if (!rest.empty() && !rest.starts_with(':')) return {};
    return authority.substr(1, end - 1);
}

std::string_view host_of(const http::Request& request) {
    return without_port(request.header("host").value_or(""));
}

std::string_view host_of_origin(std::string_view origin) {
    const auto scheme = origin.find("://");
    return without_port(scheme == std::string_view::npos ? origin : origin.substr(scheme + 3));
}

bool names_this_machine(std::string_view host, const Scraping& scraping) {
    const auto& listen = scraping.listen_address;
    const bool everywhere = listen == "0.0.0.0" || listen == "::";
    return http::is_loopback(host) || http::equal_ignoring_case(host, "localhost") ||
           http::equal_ignoring_case(host, listen) || (everywhere && http::is_address(host));
}

bool was_passed_on(const http::Request& request) {
    constexpr std::array<std::string_view, 6> marks = {"x-forwarded-for",   "forwarded",
                                                       "x-real-ip",         "x-forwarded-host",
                                                       "x-forwarded-proto", "via"};
    return std::any_of(marks.begin(), marks.end(),
                       [&](std::string_view name) { return request.headers.has(name); });
}

}  // namespace

bool names_us(const http::Request& request, const Scraping& scraping) {
    const auto host = host_of(request);
    return names_this_machine(host, scraping) ||
           std::any_of(scraping.origins.begin(), scraping.origins.end(), [&](const auto& origin) {
               return http::equal_ignoring_case(host_of_origin(origin), host);
           });
}

bool needs_no_token(const http::Request& request, const Scraping& scraping) {
    return scraping.open_on_loopback && http::is_loopback(request.peer) &&
           names_this_machine(host_of(request), scraping) && !was_passed_on(request);
}

}  // namespace dibs::auth
