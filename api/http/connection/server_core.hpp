// State shared by the server and its connections; private to api/http/connection/server.cpp and
// api/http/connection/http_session.cpp. On the event loop's thread.
#pragma once

#include "api/http/connection/connection_limiter.hpp"
#include "api/http/connection/server.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace dibs::http {

using SteadyClock = std::chrono::steady_clock;

class Connection {
  public:
    virtual ~Connection() = default;
    virtual void tick(SteadyClock::time_point now) = 0;  // checks its deadline, four times a second
    virtual void stop() = 0;                             // ends after the request in work, if any
    virtual void cut() = 0;                              // ends now
};

struct Stream {
    std::string path;
    ws::Hub* hub;
    Authenticate authenticate;
};

// One answered request, for the counters and the access log.
struct Finished {
    std::string_view method_text, path, route, peer, request_id;
    int status = 0;
    std::size_t body_bytes = 0;
    SteadyClock::duration took{};
};

struct ServerCore {
    ServerCore(EventLoop& its_loop, ServerConfig its_config, const Router& its_router,
               ServerObserver* its_observer);

    EventLoop& loop;
    ServerConfig config;
    const Router& router;
    ServerObserver* observer;
    std::vector<Stream> streams;
    ConnectionLimiter limiter;
    std::unordered_map<Connection*, std::shared_ptr<Connection>> connections;
    std::size_t open_streams = 0;
    bool stopping = false;
    std::string date_line;             // renewed each tick
    std::function<void()> on_emptier;  // called when a connection or stream is gone

    [[nodiscard]] std::string make_request_id();
    void finished(const Finished& request) const;
    void add(std::shared_ptr<Connection> connection);
    void remove(Connection& connection);
    // Streams stay open for hours, so they leave slots to requests.
    [[nodiscard]] bool streams_full() const;
    void stream_opened();
    void stream_closed(int code);

  private:
    std::string id_start_;  // random, so that ids of two runs differ
    std::uint64_t ids_ = 0;
};

// "Date: Sat, 21 Nov 2026 09:00:00 GMT\r\n"
[[nodiscard]] std::string make_date_line(Instant now);

// The transport of a client's connection to this server.
enum class Transport { plain, tls };

// Takes ownership of the connected, non-blocking socket, also if it throws.
void start_http_session(const std::shared_ptr<ServerCore>& core, int fd, std::string peer,
                        ConnectionSlotPtr slot, Transport transport);

}  // namespace dibs::http
