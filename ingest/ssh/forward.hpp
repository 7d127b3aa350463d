// One way through a jump: a channel to an address behind the jump, joined to a pair of sockets. The
// connection to that host uses the other end of the pair as its TCP connection. Neither side is
// read faster than the other takes. Made and advanced by the jump's connection; pool thread only.
#pragma once

#include "ingest/ssh/session.hpp"

#include <memory>
#include <string>

struct ssh_channel_struct;

namespace dibs::ssh {

enum class ConnectionId : std::uint64_t {};

class Forward {
  public:
    // `wanted_by` is the connection to the host; the jump's connection notifies it.
    Forward(ConnectionId wanted_by, std::string address, std::uint16_t port);
    ~Forward();
    Forward(const Forward&) = delete;
    Forward& operator=(const Forward&) = delete;

    // Opens the channel; the other end is ready once it is open. `waiting`: the jump has not
    // answered. If the jump cannot connect to the host, the error belongs to the host, else to the
    // jump.
    enum class Opening { waiting, open, failed };
    [[nodiscard]] Opening open(Session& session);
    [[nodiscard]] Fd take_other_end() { return std::move(other_end_); }
    [[nodiscard]] const RemoteError& why() const { return why_; }

    // Call it when our end is ready: moves bytes in both directions.
    void move_bytes(Session& session);
    // True if the channel or our end was closed, or the jump sends more than it may.
    [[nodiscard]] bool over() const;
    [[nodiscard]] bool is_flooded() const;

    // The events to watch our end for (epoll's flags), and its descriptor.
    [[nodiscard]] std::uint32_t events(const Session& session) const;
    [[nodiscard]] int fd() const { return end_.get(); }
    std::uint32_t watched{0};

    [[nodiscard]] bool is_open() const { return static_cast<bool>(end_); }
    // Marks the way as no longer wanted. Closing a channel that is being opened would leave it open
    // on the jump.
    void abandon() { wanted_ = false; }
    [[nodiscard]] bool wanted() const { return wanted_; }
    [[nodiscard]] ConnectionId wanted_by() const { return wanted_by_; }
    // When the jump was asked for the channel.
    [[nodiscard]] SteadyTime asked_at() const { return asked_at_; }

  private:
    struct Callbacks;  // callbacks for libssh; must not move

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
    std::string pending_;  // taken from the channel, not given yet
    std::size_t held_{0};  // bytes that wait in the channel
    SteadyTime asked_at_{};
    bool wanted_{true};
    bool broken_{false};
    RemoteError why_{};
};

}  // namespace dibs::ssh
