// The server's table of connections, request ids, and the access line.
#include "api/http/connection/server_core.hpp"

#include <algorithm>
#include <array>
#include <random>

#include <fmt/format.h>
#include <spdlog/spdlog.h>

namespace dibs::http {
namespace {

constexpr std::size_t left_to_requests = 128;

std::uint64_t random_bits() {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32U) | device();
}

// Finds the marker anywhere in the path, so that a path with another prefix hides its secret too.
std::string without_secret(std::string_view path, std::string_view behind) {
    const auto at = behind.empty() ? path.npos : path.find(behind);
    if (at == path.npos) return std::string(path);
    return std::string(path.substr(0, at + behind.size())) + "...";
}

}  // namespace

ServerCore::ServerCore(EventLoop& its_loop, ServerConfig its_config, const Router& its_router,
                       ServerObserver* its_observer)
    : loop(its_loop),
      config(std::move(its_config)),
      router(its_router),
      observer(its_observer),
      limiter({config.limits.connections, config.limits.connections_per_client}),
      id_start_(fmt::format("req-{:012x}-", random_bits() & 0xFFFF'FFFF'FFFFU)) {}

std::string ServerCore::make_request_id() {
    fmt::memory_buffer text;
    fmt::format_to(std::back_inserter(text), "{}{:x}", id_start_, ++ids_);
    return {text.data(), text.size()};
}

void ServerCore::finished(const Finished& request) const {
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(request.took).count();
    if (observer) {
        observer->on_request(request.method_text, request.route, request.status,
                             static_cast<std::uint64_t>(us));
    }
    auto* log = config.access_log.get();
    if (!log || !log->should_log(spdlog::level::info)) return;
    log->info("{} {} {} {}us {}B peer={} route={} id={}", request.method_text,
              without_secret(request.path, config.secret_behind), request.status, us,
              request.body_bytes, request.peer, request.route, request.request_id);
}

void ServerCore::add(std::shared_ptr<Connection> connection) {
    auto* key = connection.get();
    connections.emplace(key, std::move(connection));
    if (observer) observer->on_connections(connections.size());
}

void ServerCore::remove(Connection& connection) {
    if (connections.erase(&connection) == 0) return;
    if (observer) observer->on_connections(connections.size());
    if (on_emptier) on_emptier();
}

bool ServerCore::streams_full() const {
    const auto most = limiter.most();
    return open_streams >= most - std::min(left_to_requests, most / 2);
}

void ServerCore::stream_opened() {
    ++open_streams;
    if (observer) observer->on_ws_open();
}

void ServerCore::stream_closed(int code) {
    if (open_streams > 0) --open_streams;
    if (observer) observer->on_ws_close(code);
    if (on_emptier) on_emptier();
}

std::string make_date_line(Instant now) {
    using namespace std::chrono;
    constexpr std::array<const char*, 7> days_of = {"Sun", "Mon", "Tue", "Wed",
                                                    "Thu", "Fri", "Sat"};
    constexpr std::array<const char*, 12> months_of = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const auto day = floor<days>(now);
    const year_month_day date{day};
    const hh_mm_ss time{floor<seconds>(now - day)};
    return fmt::format("Date: {}, {:02} {} {:04} {:02}:{:02}:{:02} GMT\r\n",
                       days_of.at(weekday{day}.c_encoding()), unsigned{date.day()},
                       months_of.at(unsigned{date.month()} - 1), int{date.year()},
                       time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace dibs::http
