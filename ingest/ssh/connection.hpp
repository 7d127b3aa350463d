// One host and account: from the address through the TCP connection, the host's greeting, the key
// exchange and the login to a session that carries the streams; or, for enrolment, to the host's
// key and no further; or, of a jump, to the ways through it. A host behind jumps is reached by a
// way instead of a TCP connection. Everything here runs on the pool's thread and never waits: names
// are looked up by the pool's resolver, all else goes on when the socket is ready. One deadline for
// all of it.
#pragma once

#include "ingest/ssh/forward.hpp"
#include "ingest/ssh/pace.hpp"
#include "ingest/ssh/resolver.hpp"
#include "ingest/ssh/stream.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace dibs::ssh {

// What a connection needs of the pool.
class ConnectionOwner {
  public:
    virtual ~ConnectionOwner() = default;
    // Comes back as on_resolved, unless the connection is gone by then.
    virtual void resolve(ConnectionId id, const HostTarget& target) = 0;
    // Which events of `fd` the connection is woken for (epoll's flags), and with which slot.
    virtual void watch(ConnectionId id, int fd, std::uint32_t events, std::size_t slot = 0) = 0;
    virtual void unwatch(int fd) = 0;
    virtual void wake_at(ConnectionId id, SteadyTime when) = 0;
    // Carries on a stream that the host refused on this connection, over another.
    virtual void place_refused(const HostTarget& target, std::unique_ptr<Stream> stream) = 0;
    // A way through the last of the target's jumps; comes back as on_way.
    virtual void want_way(ConnectionId id, const HostTarget& target) = 0;
    virtual void release_way(ConnectionId id) = 0;
    virtual void answer_way(ConnectionId wanted_by, tl::expected<Fd, RemoteError> way) = 0;
    // `lived`: since it was logged in.
    virtual void jump_failed(const HostTarget& jump, const RemoteError& why, Duration lived) = 0;
    virtual PrivateKey& key() = 0;
};

// Told once: the key that the host shows, or why there is none.
using OnHostKey = std::function<void(tl::expected<HostKey, RemoteError>)>;

enum class Carries { streams, ways };

class Connection {
  public:
    // With `on_host_key` that is all it is for: it ends before the login and carries nothing.
    Connection(ConnectionId id, HostTarget target, Duration limit, ConnectionOwner& pool,
               Carries carries, OnHostKey on_host_key = nullptr);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start();
    // One that is being opened is left to be opened or refused, and ends then.
    void remove(StreamId stream);
    void silence(StreamId stream);

    // Each moves the connection on.
    void add(std::unique_ptr<Stream> stream);
    void on_ready(std::size_t slot);
    void on_time(SteadyTime now);
    void on_resolved(Endpoints endpoints);
    // The way through the jumps is there, or is lost, at any time.
    void on_way(tl::expected<Fd, RemoteError> way);

    // Of a jump: a way for another connection, answered by the pool.
    void add_way(ConnectionId wanted_by, const HostTarget& to);
    void remove_way(ConnectionId wanted_by);
    [[nodiscard]] bool has_room_for_way() const;

    // Nobody needs it, or broken: to be destroyed.
    [[nodiscard]] bool over() const;
    [[nodiscard]] bool broken() const { return broken_; }
    // sshd lets a connection have ten sessions; where MaxSessions says less, it shows at a refusal.
    static constexpr std::size_t most_streams = 5;
    [[nodiscard]] bool has_room() const { return !broken_ && streams_.size() < most_streams_; }
    [[nodiscard]] bool live() const { return phase_ == Phase::live; }
    [[nodiscard]] ConnectionId id() const { return id_; }
    [[nodiscard]] Duration limit() const { return limit_; }

  private:
    enum class Phase { resolving, on_the_way, connecting, greeting, key_exchange, login, live };

    void begin_way();
    void live_now();
    void advance_ways();
    [[nodiscard]] bool advance_way(Forward& way);
    void move_way(std::size_t slot);
    void watch_way(std::size_t slot);
    [[nodiscard]] RemoteError through(RemoteError met) const;
    [[nodiscard]] int share() const;
    void try_next_endpoint(RemoteError last_error);
    void go_on();
    void rest();
    void expect_greeting();
    void begin_handshake();
    void advance_handshake();
    void ask_for_another_host_key(const RemoteError& wrong);
    void tell_host_key(tl::expected<HostKey, RemoteError> key);
    [[nodiscard]] RemoteError late() const;
    void fail(const RemoteError& met);
    void advance_streams();
    void settle_refused();
    void watch_session();

    ConnectionId id_;
    HostTarget target_;
    Duration limit_;
    ConnectionOwner& pool_;
    Carries carries_;
    OnHostKey on_host_key_;
    Phase phase_{Phase::resolving};
    SteadyTime deadline_{};                   // of all up to the start of the command
    SteadyTime endpoint_deadline_{};          // of the current address
    std::vector<Endpoint> endpoints_;         // still to be tried, last first
    Endpoint endpoint_{};                     // the current one
    std::string host_keys_{all_host_keys()};  // kinds that are still asked for
    std::optional<RemoteError> wrong_key_{};  // of the first kind, while others are asked for
    Fd socket_;
    std::optional<Session> session_;
    std::vector<std::unique_ptr<Stream>> streams_;
    std::vector<std::unique_ptr<Forward>> ways_;  // by slot, from 1; with holes
    std::size_t most_streams_{most_streams};
    SteadyTime live_since_{};
    SteadyTime heard_at_{};
    bool silent_{false};        // takes no further ways
    bool carried_one_{false};   // a channel was opened here
    std::uint32_t watched_{0};  // the events asked for
    Pace cpu_;                  // of the pool's thread
    bool resting_{false};       // used too much: the host's words wait in its socket
    bool broken_{false};
};

}  // namespace dibs::ssh
