// One host and account: from the address through the TCP connection, the host's greeting and the
// handshake to a session that carries the streams. Everything here runs on the pool's thread and
// never waits; what must (names, handshakes) is given to the pool's workers by `ConnectionOwner`.
#pragma once

#include "ingest/ssh/stream.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dibs::ssh {

enum class ConnectionId : std::uint64_t {};

// What a connection needs of the pool.
class ConnectionOwner {
  public:
    virtual ~ConnectionOwner() = default;
    // Both run on a worker and come back as on_resolved and on_logged_in, on the pool's thread,
    // unless the connection is gone by then.
    virtual void resolve(ConnectionId id, const HostTarget& target) = 0;
    virtual void log_in(ConnectionId id, const HostTarget& target, Fd socket,
                        SteadyTime deadline) = 0;
    // Which events of `fd` the connection is woken for (epoll's flags).
    virtual void watch(ConnectionId id, int fd, std::uint32_t events) = 0;
    virtual void unwatch(int fd) = 0;
    virtual void wake_at(ConnectionId id, SteadyTime when) = 0;
};

class Connection {
  public:
    Connection(ConnectionId id, HostTarget target, Duration limit, ConnectionOwner& pool);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start();
    void remove(StreamId stream);
    void silence(StreamId stream);

    // Each moves the connection on.
    void add(std::unique_ptr<Stream> stream);
    void on_ready();
    void on_time(SteadyTime now);
    void on_resolved(tl::expected<std::vector<Endpoint>, RemoteError> endpoints);
    void on_logged_in(tl::expected<Session, RemoteError> session);

    // Without streams, or broken: to be destroyed.
    [[nodiscard]] bool over() const { return streams_.empty(); }
    [[nodiscard]] bool broken() const { return broken_; }
    [[nodiscard]] ConnectionId id() const { return id_; }

  private:
    enum class Phase { resolving, connecting, greeting, handshake, live };

    void try_next_endpoint(RemoteError last_error);
    void expect_greeting();
    void fail(const RemoteError& why);
    void advance_streams();
    void watch_session();

    ConnectionId id_;
    HostTarget target_;
    Duration limit_;
    ConnectionOwner& pool_;
    Phase phase_{Phase::resolving};
    SteadyTime deadline_{};            // of all up to the login
    SteadyTime endpoint_deadline_{};   // of the current address
    std::vector<Endpoint> endpoints_;  // still to be tried, last first
    Fd socket_;
    std::optional<Session> session_;
    std::vector<std::unique_ptr<Stream>> streams_;
    std::uint32_t watched_{0};  // the events asked for
    bool broken_{false};
};

}  // namespace dibs::ssh
