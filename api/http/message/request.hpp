// A client's request as plain values: no Beast, no Asio. The HTTP session fills it on the event
// loop and moves it into the route's handler, which may keep it, on any thread.
#pragma once

#include "api/http/message/query.hpp"

#include <any>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::http {

enum class Method { get, head, post, put, patch, del, options, trace, query };
inline constexpr std::size_t method_count = static_cast<std::size_t>(Method::query) + 1;

[[nodiscard]] std::string_view method_name(Method method);
[[nodiscard]] std::optional<Method> parse_method(std::string_view text);  // "GET"; as registered

// A small list in order of arrival; names compare without case. Kept in one text, so that a request
// of twelve headers costs two allocations.
class Headers {
  public:
    void add(std::string_view name, std::string_view value);
    // The first value of that name; empty if absent. Valid until the next add().
    [[nodiscard]] std::optional<std::string_view> get(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return get(name).has_value(); }
    [[nodiscard]] std::size_t size() const { return entries_.size(); }
    [[nodiscard]] std::pair<std::string_view, std::string_view> at(std::size_t index) const;
    void reserve(std::size_t bytes, std::size_t count);

  private:
    struct Entry {
        std::uint32_t name_at, name_size, value_at, value_size;
    };
    std::string text_;
    std::vector<Entry> entries_;
};

struct Request {
    Method method{Method::get};
    std::string path;  // below the base path, as sent (still percent-encoded), without the query;
                       // "*": OPTIONS of the whole server
    Query query{};     // an undecodable query was refused with 400 before
    Headers headers{};
    std::vector<std::pair<std::string, std::string>> params{};  // of the route, percent-decoded
    std::string body{};
    std::string peer{};        // the client's address (client_address.hpp), without a port
    std::string request_id{};  // the client's X-Request-Id if valid, otherwise one of the server
    std::string base_path{};   // "" or "/dibs": the prefix of links
    bool over_tls = false;     // TLS to this server; a proxy's TLS is in its header
    std::any viewer{};         // the caller, set by the router's gate (api/auth); opaque here
    // Becomes true once the client has closed its connection; null where there is none.
    std::shared_ptr<const std::atomic<bool>> left{};

    // The route's "{name}"; empty if the route has no such parameter.
    [[nodiscard]] const std::string& param(std::string_view name) const;
    [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const {
        return headers.get(name);
    }
    // True if no client reads the answer any more. Any thread; noticed within a quarter of a
    // second.
    [[nodiscard]] bool client_left() const { return left && *left; }
    // Empty if absent or sent twice: a cookie planted by another application must not win.
    [[nodiscard]] std::optional<std::string_view> cookie(std::string_view name) const;
};

// True for TLS to this server, or to a proxy that says so. Each of several proxies appends its
// value, so the first value is that of the proxy next to the browser.
[[nodiscard]] bool came_over_tls(const Request& request);

// ASCII only, for header names and schemes.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace dibs::http
