// The SSH adapter of the `Remote` port. One thread with its own epoll connects, logs in and serves
// all streams of all hosts, without ever blocking. A host that hangs in any step holds up only its
// own connection. Names are looked up on other threads.
//
// One connection for each host and account carries up to five streams, or as many as the host
// takes. It ends with the last of them. One connection to a jump carries the ways to 256 hosts
// behind it, and ends with the last of them. Made and owned by the composition root; must outlive
// its users.
#pragma once

#include "ingest/ssh/resolver.hpp"
#include "ingest/ssh/work_queue.hpp"

#include <memory>
#include <string>

namespace dibs::ssh {

// Connections to one host and account, for a host that takes few commands on each (MaxSessions).
// More than the work streams of a host, so that control always finds one.
inline constexpr std::size_t most_connections = 64;

struct PoolOptions {
    std::string private_key_file{};  // the only key offered; no agent, no passphrase
    Duration connect_limit{15'000};  // from open() to the start of the command
    WorkLimits work{};
    LookUp look_up{};  // looks up names; empty: the system's resolver
};

class Pool final : public Remote {
  public:
    explicit Pool(PoolOptions options);
    ~Pool() override;  // stops
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    // Ends all streams without calls to their observers, and pending requests for a host key with
    // `ended`. Later calls have no effect. Not on the callback thread.
    void stop();

    StreamId open(const HostTarget& target, RemoteCommand command,
                  std::shared_ptr<StreamObserver> observer) override;
    void close(StreamId stream) override;
    void write(StreamId stream, std::string bytes) override;
    void end_input(StreamId stream) override;
    void resize(StreamId stream, TerminalSize size) override;
    void pause(StreamId stream, bool paused) override;
    void schedule(Duration delay, std::function<void()> task) override;
    tl::expected<HostKey, RemoteError> fingerprint_of(const HostTarget& target) override;

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace dibs::ssh
