// The pool's thread: an epoll, an inbox of tasks from other threads, timers, and the connections.
// Every change to a connection goes through the inbox, from callbacks too. So a callback never
// changes a container during its iteration. Private to pool.cpp and loop.cpp.
#pragma once

#include "ingest/ssh/connection.hpp"
#include "ingest/ssh/pool.hpp"
#include "ingest/ssh/work_queue.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>
#include <tuple>
#include <unordered_map>

namespace dibs::ssh {

inline std::uint64_t number(ConnectionId id) {
    return static_cast<std::uint64_t>(id);
}
inline std::uint64_t number(StreamId id) {
    return static_cast<std::uint64_t>(id);
}

class Pool::Loop final : public ConnectionOwner {
  public:
    explicit Loop(PoolOptions options);
    ~Loop() override = default;
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

    void stop();  // call it before the destructor; joins the thread

    void post(std::function<void()> task);  // after stop() the task is dropped
    void schedule(SteadyTime when, std::function<void()> task);
    [[nodiscard]] bool on_own_thread() const { return std::this_thread::get_id() == id_; }

    // Own thread only.
    void open(StreamId id, const HostTarget& target, RemoteCommand command,
              std::shared_ptr<StreamObserver> observer);
    void close(StreamId id);
    void silence(StreamId id);
    void pause(StreamId id);
    void update(StreamId id, const std::function<void(Stream&)>& change);
    void ask_host_key(const HostTarget& target, OnHostKey answer);

    [[nodiscard]] StreamId next_stream_id() { return StreamId{++last_stream_}; }

  private:
    using Key =
        std::tuple<Carries, std::string, std::uint16_t, std::string, std::string, fleet::Jumps>;
    // A failed jump is not tried again for a while; requests for a way through it get `why` at
    // once.
    struct JumpWait {
        int failures{0};
        SteadyTime until{};
        RemoteError why{};
    };

    void resolve(ConnectionId id, const HostTarget& target) override;
    void watch(ConnectionId id, int fd, std::uint32_t events, std::size_t slot) override;
    void unwatch(int fd) override;
    void wake_at(ConnectionId id, SteadyTime when) override;
    void place_refused(const HostTarget& target, std::unique_ptr<Stream> stream) override;
    void stream_ended(StreamId stream) override;
    void want_way(ConnectionId id, const HostTarget& target) override;
    void release_way(ConnectionId id) override;
    void answer_way(ConnectionId wanted_by, tl::expected<Fd, RemoteError> way) override;
    void jump_failed(const HostTarget& jump, const RemoteError& why, Duration lived) override;
    PrivateKey& key() override { return key_; }

    void run();
    void wait_for_events();
    void run_inbox();
    static void run_guarded(const std::function<void()>& task);
    void run_timers();
    void sweep();
    void wake();
    [[nodiscard]] int wait_ms() const;
    [[nodiscard]] static Key key_of(const HostTarget& target, Carries carries);
    [[nodiscard]] Connection* known_connection(const Key& key, bool (*fits)(const Connection&));
    [[nodiscard]] Connection& connection_to(const HostTarget& target);
    void place(const HostTarget& target, std::unique_ptr<Stream> stream);
    Connection& add_connection(const HostTarget& target, Duration limit, Carries carries,
                               OnHostKey on_host_key = nullptr);
    [[nodiscard]] Connection* find(ConnectionId id);
    [[nodiscard]] Connection* connection_of(StreamId id);

    PoolOptions options_;
    std::atomic<bool> stopping_{false};
    std::atomic<std::uint64_t> last_stream_{0};
    Fd epoll_;
    Fd wake_;
    std::mutex mutex_;  // the inbox only
    std::vector<std::function<void()>> inbox_;

    // Own thread only, from here on.
    std::multimap<SteadyTime, std::function<void()>> timers_;
    std::unordered_map<std::uint64_t, std::unique_ptr<Connection>> connections_;
    std::multimap<Key, ConnectionId> by_key_;
    std::unordered_map<std::uint64_t, ConnectionId> by_stream_;
    std::unordered_map<std::uint64_t, ConnectionId> ways_;  // connection -> its jump's connection
    std::map<Key, JumpWait> jump_waits_;
    std::vector<ConnectionId> touched_;  // used in this round, so they may be over
    std::uint64_t last_connection_{0};
    WorkQueue work_;
    PrivateKey key_;

    std::thread::id id_;
    std::thread thread_;
    Resolver resolver_;  // destroyed first: its threads post to the inbox
};

}  // namespace dibs::ssh
