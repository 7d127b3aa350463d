// The hub's Impl, shared by hub.cpp and session.cpp: sessions and topics. On the event loop.
#pragma once

#include "api/ws/hub.hpp"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace dibs::ws {

using Time = std::chrono::steady_clock::time_point;
[[nodiscard]] inline Time now() {
    return std::chrono::steady_clock::now();
}
constexpr std::chrono::milliseconds tick_every{500};

// The hub's interface to a session.
class Subscriber {
  public:
    virtual ~Subscriber() = default;
    virtual void enqueue(const Frame& frame) = 0;  // a published frame
    virtual void answer(const Frame& frame) = 0;   // a frame that the client asked for
    virtual void drop_waiting() = 0;
    // Starts the close: drops waiting frames except `last_frame`.
    virtual void end(CloseCode code, std::string reason, Frame last_frame = nullptr) = 0;
    virtual void tick(Time now) = 0;
    void end_for_stop() { end(CloseCode::going_away, "The server is stopping."); }

    ClientPtr client;                 // the handle held by callbacks and other threads
    std::vector<std::string> topics;  // subscribed topics
};

// Paused: until subscribe() answers a resync.
enum class Delivery { live, paused };

struct Hub::Impl : std::enable_shared_from_this<Hub::Impl> {
    Impl(http::EventLoop& its_loop, HubConfig its_config, HubCallbacks its_callbacks)
        : event_loop(its_loop),
          loop(its_loop.handle()),
          config(its_config),
          callbacks(std::move(its_callbacks)) {}

    void join(const std::shared_ptr<Subscriber>& session);
    void leave(Subscriber& session);
    void text(Subscriber& session, std::string_view text);
    void resync(Subscriber& session);
    void publish(const std::string& topic, const Frame& frame);
    void subscribe(Subscriber& session, const std::string& topic);
    void unsubscribe(Subscriber& session, const std::string& topic);
    void remove_from_topic(Subscriber& session, const std::string& topic);
    void tick();

    http::EventLoop& event_loop;
    http::LoopHandle loop;
    HubConfig config;
    HubCallbacks callbacks;
    HubCounters counters;
    bool stopping = false;
    std::unordered_map<Subscriber*, std::shared_ptr<Subscriber>> sessions;
    // Only topics with subscribers.
    std::unordered_map<std::string, std::unordered_map<Subscriber*, Delivery>> topics;
};

// The handle of a session for other threads: it never owns the socket.
[[nodiscard]] ClientPtr make_client(const std::shared_ptr<Hub::Impl>& hub,
                                    const std::shared_ptr<Subscriber>& session, std::any viewer,
                                    std::string peer, std::string request_id);

}  // namespace dibs::ws
