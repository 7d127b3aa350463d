// What a client asked, as plain values: no Beast, no Asio. The HTTP session fills it on the event
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

// Small, in order of arrival, names compared without case. Kept in one text, so that a request of
// twelve headers costs two allocations.
class Headers {
  public:
    void add(std::string_view name, std::string_view value);
    // The first value of that name; nothing if absent. Valid until the next add().
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
    Query query{};     // what could not be decoded was refused with 400 before
    Headers headers{};
    std::vector<std::pair<std::string, std::string>> params{};  // of the route, percent-decoded
    std::string body{};
    std::string peer{};        // the client's address (client_address.hpp), without a port
    std::string request_id{};  // the client's X-Request-Id if sane, else ours
    std::string base_path{};   // "" or "/dibs": what links must start with
    bool over_tls = false;     // to us; what a proxy says stands in its header
    std::any viewer{};         // who asks, set by the router's gate (api/auth); unknown to us
    // Set once the client has closed its connection; null where there is none.
    std::shared_ptr<const std::atomic<bool>> left{};

    // The route's "{name}"; empty if the route has none of that name.
    [[nodiscard]] const std::string& param(std::string_view name) const;
    [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const {
        return headers.get(name);
    }
    // Nobody reads an answer any more. Any thread; known within a quarter of a second.
    [[nodiscard]] bool client_left() const { return left && *left; }
    // Nothing if absent, and nothing if sent twice: a tossed cookie must not win.
    [[nodiscard]] std::optional<std::string_view> cookie(std::string_view name) const;
};

// To us, or to a proxy that says so. Of several each adds a value behind those that are there: the
// first is of the one that the browser spoke to.
[[nodiscard]] bool came_over_tls(const Request& request);

// ASCII only, as header names and schemes are compared.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);

}  // namespace dibs::http
