// One connection to one host and account. It goes from the address through the TCP connection, the
// host's greeting, the key exchange and the login to a session with streams. For enrolment it ends
// at the host's key. A jump's connection carries ways to other hosts instead of streams. A host
// behind jumps is reached by a way instead of a TCP connection.
//
// Everything here runs on the pool's thread and never blocks. The pool's resolver looks up names;
// everything else continues when the socket is ready. One deadline covers all steps.
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

// The services that a connection uses from the pool.
class ConnectionOwner {
  public:
    virtual ~ConnectionOwner() = default;
    // Answers with on_resolved, unless the connection is gone by then.
    virtual void resolve(ConnectionId id, const HostTarget& target) = 0;
    // Sets the events of `fd` (epoll's flags) that wake the connection, and the slot to report.
    virtual void watch(ConnectionId id, int fd, std::uint32_t events, std::size_t slot = 0) = 0;
    virtual void unwatch(int fd) = 0;
    virtual void wake_at(ConnectionId id, SteadyTime when) = 0;
    // Moves a stream that the host refused on this connection to another one.
    virtual void place_refused(const HostTarget& target, std::unique_ptr<Stream> stream) = 0;
    virtual void stream_ended(StreamId stream) = 0;
    // Requests a way through the last of the target's jumps; answers with on_way.
    virtual void want_way(ConnectionId id, const HostTarget& target) = 0;
    virtual void release_way(ConnectionId id) = 0;
    virtual void answer_way(ConnectionId wanted_by, tl::expected<Fd, RemoteError> way) = 0;
    // `lived` is the time since the login.
    virtual void jump_failed(const HostTarget& jump, const RemoteError& why, Duration lived) = 0;
    virtual PrivateKey& key() = 0;
};

// Called once, with the host's key or the reason why there is none.
using OnHostKey = std::function<void(tl::expected<HostKey, RemoteError>)>;

enum class Carries { streams, ways };

class Connection {
  public:
    // With `on_host_key` the connection ends before the login and carries nothing.
    Connection(ConnectionId id, HostTarget target, Duration limit, ConnectionOwner& pool,
               Carries carries, OnHostKey on_host_key = nullptr);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void start();
    // A stream that is being opened ends only after the host opens or refuses it.
    void remove(StreamId stream);
    void silence(StreamId stream);
    // Output stops at once; what a resumed stream has missed comes with update().
    void pause(StreamId stream);

    // Each of these advances the connection.
    void add(std::unique_ptr<Stream> stream);
    void update(StreamId stream, const std::function<void(Stream&)>& change);
    void on_ready(std::size_t slot);
    void on_time(SteadyTime now);
    void on_resolved(Endpoints endpoints);
    // Delivers the way through the jumps, or its loss at any time.
    void on_way(tl::expected<Fd, RemoteError> way);

    // For a jump: adds a way for another connection. The pool delivers the answer.
    void add_way(ConnectionId wanted_by, const HostTarget& to);
    void remove_way(ConnectionId wanted_by);
    [[nodiscard]] bool has_room_for_way() const;

    // True if the connection is unused or broken and can be destroyed.
    [[nodiscard]] bool over() const;
    [[nodiscard]] bool broken() const { return broken_; }
    // sshd allows ten sessions a connection. A lower MaxSessions shows as a refusal.
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
    // Does the work on the host's account of CPU time.
    void charge(const std::function<void()>& work);
    void rest();
    void expect_greeting();
    void begin_handshake();
    void advance_handshake();
    void ask_for_another_host_key(const RemoteError& wrong);
    void deliver_host_key(tl::expected<HostKey, RemoteError> key);
    [[nodiscard]] RemoteError late() const;
    void fail(const RemoteError& met);
    void advance_streams();
    void settle_refused();
    [[nodiscard]] Stream* find(StreamId stream);
    // The end of a stream may read from the socket, and so call back: it is taken out first.
    [[nodiscard]] std::unique_ptr<Stream> take_out(StreamId stream);
    void watch_session();

    ConnectionId id_;
    HostTarget target_;
    Duration limit_;
    ConnectionOwner& pool_;
    Carries carries_;
    OnHostKey on_host_key_;
    Phase phase_{Phase::resolving};
    SteadyTime deadline_{};                   // for all steps up to the start of the command
    SteadyTime endpoint_deadline_{};          // of the current address
    std::vector<Endpoint> endpoints_;         // still to be tried, last first
    Endpoint endpoint_{};                     // the current one
    std::string host_keys_{all_host_keys()};  // kinds still to request
    std::optional<RemoteError> wrong_key_{};  // error with the first kind of key
    Fd socket_;
    std::optional<Session> session_;
    std::vector<std::unique_ptr<Stream>> streams_;
    std::vector<std::unique_ptr<Forward>> ways_;  // by slot, from 1; with holes
    std::size_t most_streams_{most_streams};
    SteadyTime live_since_{};
    SteadyTime heard_at_{};
    bool silent_{false};        // takes no further ways
    bool carried_one_{false};   // a channel was opened here
    std::uint32_t watched_{0};  // the events requested from epoll
    Pace cpu_;                  // of CPU time on the pool's thread
    bool resting_{false};       // over its CPU share; the host's data waits in its socket
    bool broken_{false};
};

}  // namespace dibs::ssh
