// Fan-out to WebSocket clients: topics are texts, frames are immutable and shared by all receivers.
// A topic exists while it has subscribers; its frames are not kept. State by position, not a pipe:
// a client that cannot keep up loses its queue and gets one resync (see outbox.hpp). The hub has no
// business logic; the callbacks have. On the event loop.
#pragma once

#include "api/loop/event_loop.hpp"

#include <any>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace dibs::ws {

using Frame = std::shared_ptr<const std::string>;

enum class CloseCode : std::uint16_t {
    normal = 1000,
    going_away = 1001,
    policy = 1008,  // not authorised, or no longer; or messages that break the protocol
    too_big = 1009,
    internal = 1011,
    try_later = 1013,  // lagging too long
};

struct HubConfig {
    std::size_t max_clients = 10'000;
    std::size_t max_text_bytes = 16 * 1024;  // inbound
    std::size_t messages_at_once = 60;  // inbound burst, control frames included; above it: 1008
    std::size_t messages_per_s = 10;    // inbound rate after the burst
    std::size_t queue_frames = 64;      // outbound, per client
    std::size_t queue_bytes = 256 * 1024;
    std::size_t socket_send_bytes = 256 * 1024;  // SO_SNDBUF; 0: the system's choice
    std::chrono::milliseconds idle{40'000};      // pinged after half of this
    std::chrono::milliseconds lagging{30'000};   // then closed with 1013
    std::chrono::milliseconds closing{1'000};    // wait for the peer's close frame, then cut
};

// One open stream. Any thread may call any member; off the loop the call is posted. After the close
// all of them do nothing.
class Client {
  public:
    virtual ~Client() = default;

    // Delivers frames of the topic that are published from now on. To miss nothing: on the loop,
    // send everything up to the last published frame, and subscribe in the same task.
    virtual void subscribe(std::string topic) = 0;
    virtual void unsubscribe(std::string topic) = 0;
    virtual void send(Frame frame) = 0;
    // Drops waiting frames: the next ones contain everything that the client wants to know.
    virtual void drop_waiting() = 0;
    // Drops waiting frames; sends `last_frame`, if there is one, before the close frame.
    virtual void close(CloseCode code, std::string reason, Frame last_frame = nullptr) = 0;

    [[nodiscard]] virtual const std::any& viewer() const = 0;  // from the upgrade's admission
    [[nodiscard]] virtual const std::string& request_id() const = 0;
    [[nodiscard]] virtual const std::string& peer() const = 0;
};
using ClientPtr = std::shared_ptr<Client>;

// All are called on the loop and must not block.
struct HubCallbacks {
    std::function<void(ClientPtr)> on_open{};
    std::function<void(ClientPtr, std::string_view text)> on_text{};  // subscribe requests
    // The client lost frames and its socket has drained. Send a new snapshot of its topics and
    // subscribe() each again. Until then its topics are paused.
    std::function<void(ClientPtr)> resync{};
    std::function<void(ClientPtr)> on_close{};
};

struct HubCounters {
    std::uint64_t opened = 0, closed = 0, frames_sent = 0, bytes_sent = 0;
    std::uint64_t frames_dropped = 0, resyncs = 0, closed_lagging = 0, closed_flooding = 0;
};

// Destroy it after the loop has stopped and before the loop itself.
class Hub {
  public:
    Hub(http::EventLoop& loop, HubConfig config, HubCallbacks callbacks);
    ~Hub();
    Hub(const Hub&) = delete;
    Hub& operator=(const Hub&) = delete;

    void publish(std::string topic, Frame frame);  // any thread

    // Any thread: closes every client for which `which` is true (a revoked session, a disabled
    // person). `which` runs on the loop.
    void close_if(std::function<bool(const Client&)> which, CloseCode code, std::string reason);
    // Any thread: closes all clients with 1001, also later ones.
    void stop();

    // On the loop.
    [[nodiscard]] std::size_t clients() const;
    [[nodiscard]] std::size_t topics() const;
    [[nodiscard]] const HubCounters& counters() const;
    void for_each(const std::function<void(const ClientPtr&)>& visit) const;

    [[nodiscard]] bool full() const;

    // For sessions (api/ws/session.cpp).
    struct Impl;
    [[nodiscard]] const std::shared_ptr<Impl>& impl() const { return impl_; }

  private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace dibs::ws
