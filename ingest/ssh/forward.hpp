// One way through a jump: a channel to an address behind it, joined to a pair of sockets whose
// other end the connection to that host takes for its TCP connection. Neither side is read faster
// than the other takes. Made by the jump's connection and moved on by it; pool thread only.
#pragma once

#include "ingest/ssh/session.hpp"

#include <memory>
#include <string>

struct ssh_channel_struct;

namespace dibs::ssh {

enum class ConnectionId : std::uint64_t {};

class Forward {
  public:
    // `wanted_by`: the connection to the host; it is told by the jump's.
    Forward(ConnectionId wanted_by, std::string address, std::uint16_t port);
    ~Forward();
    Forward(const Forward&) = delete;
    Forward& operator=(const Forward&) = delete;

    // The other end, once the channel is open; waiting: no answer of the jump yet. An error is of
    // the host where the jump cannot connect to it, else of the jump.
    enum class Opening { waiting, open, failed };
    [[nodiscard]] Opening open(Session& session);
    [[nodiscard]] Fd take_other_end() { return std::move(other_end_); }
    [[nodiscard]] const RemoteError& why() const { return why_; }

    // Our end is ready: gives it what the jump sent, and the jump what came from it.
    void move_bytes(Session& session);
    // The channel or our end was closed, or the jump sends more than it may.
    [[nodiscard]] bool over() const;
    [[nodiscard]] bool is_flooded() const;

    // What our end is to be watched for (epoll's flags), and its descriptor.
    [[nodiscard]] std::uint32_t events(const Session& session) const;
    [[nodiscard]] int fd() const { return end_.get(); }
    std::uint32_t watched{0};

    [[nodiscard]] bool is_open() const { return static_cast<bool>(end_); }
    // Nobody waits for it any more. To close a channel that is being opened would leave it there.
    void abandon() { wanted_ = false; }
    [[nodiscard]] bool wanted() const { return wanted_; }
    [[nodiscard]] ConnectionId wanted_by() const { return wanted_by_; }
    // The jump was.
    [[nodiscard]] SteadyTime asked_at() const { return asked_at_; }

  private:
    struct Callbacks;  // what libssh calls; must not move

    [[nodiscard]] Opening fail(const Session& session);
    [[nodiscard]] std::size_t give(const char* bytes, std::size_t length);
    void give_held();
    void take_input(Session& session);

    ConnectionId wanted_by_;
    std::string address_;
    std::uint16_t port_;
    std::unique_ptr<Callbacks> callbacks_;
    ssh_channel_struct* channel_{nullptr};
    Fd end_;
    Fd other_end_;
    std::string pending_;  // taken from the channel, and not given yet
    std::size_t held_{0};  // waits in the channel
    SteadyTime asked_at_{};
    bool wanted_{true};
    bool broken_{false};
    RemoteError why_{};
};

}  // namespace dibs::ssh
