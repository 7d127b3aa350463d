// The HTTP server: accepts, limits, times out, stops. One port for pages, API, stream and metrics.
// Everything runs on the event loop's thread. Requests go to the router, upgrades to a stream hub.
#pragma once

#include "api/http/message/client_address.hpp"
#include "api/http/origin.hpp"
#include "api/http/router.hpp"
#include "api/loop/event_loop.hpp"
#include "api/ws/hub.hpp"
#include "domain/kernel/time.hpp"

#include <any>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace spdlog {
class logger;
}

namespace dibs::http {

struct ServerLimits {
    std::size_t header_bytes = 8 * 1024;
    std::size_t body_bytes = 64 * 1024;
    std::size_t connections = 4096;  // includes streams, which leave some slots to requests
    std::size_t connections_per_client = 1024;          // per IPv4 address or IPv6 /64
    std::chrono::milliseconds header_deadline{10'000};  // absolute, from the first byte
    std::chrono::milliseconds body_deadline{15'000};    // absolute, from the end of the head
    // Between requests. Longer than the usual 60 s of a load balancer, which could otherwise send a
    // request on a connection that is just closing.
    std::chrono::milliseconds idle_deadline{75'000};
    std::chrono::milliseconds answer_deadline{30'000};  // for the handler; then 503
    std::chrono::milliseconds write_deadline{60'000};
    std::chrono::milliseconds stop_deadline{5'000};
};

struct ServerConfig {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;               // 0: any free port, see Server::port()
    std::string base_path{};              // "" or "/dibs": all paths begin with it, others are 404
    std::filesystem::path certificate{};  // PEM; with its key HTTPS only. Empty: plain HTTP
    std::filesystem::path certificate_key{};
    ServerLimits limits{};
    TrustedProxies proxies{};  // their word on the client's address is trusted
    OriginPolicy origins{};    // for upgrades; routes' gates call check_origin() themselves
    // True for a proxy: its connections are not counted against one client.
    std::function<bool(std::string_view peer)> speaks_for_many = is_loopback;
    std::shared_ptr<spdlog::logger> access_log{};  // null: no access lines
    // "/calendar/": the part of a path after it is a secret and not logged. Empty: none.
    std::string secret_behind{};
    std::function<Instant()> wall_clock{};  // for the Date header; null: no Date header
};

// Receives the counters, on the loop's thread.
class ServerObserver {
  public:
    virtual ~ServerObserver() = default;
    // `route` is the template, or "unmatched", "static", "refused" (before routing), "stream";
    // `method` is empty if it was not read.
    virtual void on_request(std::string_view method, std::string_view route, int status,
                            std::uint64_t microseconds) = 0;
    virtual void on_ws_open() {}
    virtual void on_ws_close(int code) { static_cast<void>(code); }
    virtual void on_connections(std::size_t now_open) { static_cast<void>(now_open); }
    virtual void on_most_connections(std::size_t most) { static_cast<void>(most); }
    // A connection limit was reached, in all or of the client ("places", "client"): the new
    // connection was refused, or another was closed for it.
    virtual void on_scarce(std::string_view what, bool refused) {
        static_cast<void>(what);
        static_cast<void>(refused);
    }
};

// The decision about an upgrade, given once, on any thread. Without a refusal the upgrade is
// admitted with this viewer.
struct Admission {
    std::optional<Response> refusal{};
    std::any viewer{};
};
using Authenticate = std::function<void(Request, std::function<void(Admission)>)>;

class Server {
  public:
    // All references outlive the server; the router must not change after start().
    Server(EventLoop& loop, ServerConfig config, const Router& router,
           ServerObserver* observer = nullptr);
    ~Server();  // on the loop's thread, or after the loop has stopped

    // Accepts upgrades at exactly this path (below the base path); call before start().
    void add_stream(std::string path, ws::Hub& hub, Authenticate authenticate);

    // Binds and listens at once; the error names address, port and reason.
    [[nodiscard]] tl::expected<void, std::string> start();
    [[nodiscard]] std::uint16_t port() const;

    // Any thread. Replaces limits.connections; open connections stay.
    void set_most_connections(std::size_t most);

    // Any thread. Stops accepting, finishes requests in work, closes streams with 1001. Calls
    // `done` on the loop when all connections are gone, at the latest after limits.stop_deadline.
    void stop(std::function<void()> done);

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace dibs::http
