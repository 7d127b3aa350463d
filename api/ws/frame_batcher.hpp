// Collects the items of a topic for a moment and publishes them as one frame: a frame of 2,000
// bytes costs a client as much as one of 200. Any thread adds; the timer runs on the loop.
#pragma once

#include "api/loop/event_loop.hpp"
#include "api/ws/hub.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace dibs::ws {

using Sequence = std::uint64_t;

// Makes one frame of the items of a topic, oldest first; `position` is the last item's. On the
// loop.
using JoinItems = std::function<std::string(std::string_view topic, Sequence position,
                                            std::span<const std::string> items)>;

class FrameBatcher {
  public:
    // Both references outlive the batcher.
    FrameBatcher(http::EventLoop& loop, Hub& hub, std::chrono::milliseconds interval,
                 JoinItems join);
    ~FrameBatcher();

    void add(std::string topic, Sequence position, std::string item);  // any thread
    // On the loop.
    void flush();                               // publishes all waiting items now
    [[nodiscard]] std::size_t waiting() const;  // topics with waiting items

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace dibs::ws
