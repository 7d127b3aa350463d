// The SSH adapter of the `Remote` port. One thread with its own epoll serves all streams of all
// hosts, and connects and logs in there too, without ever waiting: a host that hangs in any step
// holds nothing but its own connection. Names are looked up beside it. One connection per host and
// account carries up to five streams, or as many as the host takes, and ends with the last of them.
// One connection to a jump carries the ways to 256 hosts behind it, and ends with the last of them.
// Made and owned by the composition root; must outlive all that use it.
#pragma once

#include "ingest/ssh/resolver.hpp"

#include <memory>
#include <string>

namespace dibs::ssh {

struct PoolOptions {
    std::string private_key_file{};  // the one key offered; no agent, no passphrase
    Duration connect_limit{15'000};  // from open() to the command's start
    LookUp look_up{};                // of names; empty: as the system does it
};

class Pool final : public Remote {
  public:
    explicit Pool(PoolOptions options);
    ~Pool() override;  // stops
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    // Ends all streams without a call to their observers, and questions for a key as `ended`. Calls
    // after it have no effect. Not on the callback thread.
    void stop();

    StreamId open(const HostTarget& target, RemoteCommand command,
                  std::shared_ptr<StreamObserver> observer) override;
    void close(StreamId stream) override;
    void schedule(Duration delay, std::function<void()> task) override;
    tl::expected<HostKey, RemoteError> fingerprint_of(const HostTarget& target) override;

  private:
    class Loop;
    std::unique_ptr<Loop> loop_;
};

}  // namespace dibs::ssh
