// The back-pressure rule of one stream, without a socket: one frame in flight, and a bounded queue
// behind it. A frame that does not fit drops the queue. The client then lags until the frame in
// flight is written, and gets one resync in place of the lost frames. Pure; owned by the session.
#pragma once

#include "api/ws/hub.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>

namespace dibs::ws {

class Outbox {
  public:
    using Time = std::chrono::steady_clock::time_point;

    Outbox(std::size_t max_frames, std::size_t max_bytes)
        : max_frames_(max_frames), max_bytes_(max_bytes) {}

    // Queues the frame; when there is no room, drops it and the whole queue. An empty queue accepts
    // a frame of any size, so that a snapshot fits. Returns the number of dropped frames.
    std::size_t put(Frame frame, Time now) { return add({std::move(frame), true}, now); }

    // Queues an answer to the client's request. Snapshots of several topics may be larger than the
    // whole queue, and dropping them would resync the client endlessly, so only their number
    // counts.
    std::size_t put_answer(Frame frame, Time now) { return add({std::move(frame), false}, now); }

    // Drops waiting frames, not the one in flight.
    void drop_waiting() {
        queue_.clear();
        bytes_ = 0;
    }

    // The next frame to write; null while one is in flight or none waits.
    [[nodiscard]] Frame take();

    // Call when the frame in flight is written. True: the client lagged and has drained, so resync
    // it.
    [[nodiscard]] bool written();

    [[nodiscard]] bool lagging_for(std::chrono::milliseconds limit, Time now) const {
        return lagging_ && now - lagging_since_ >= limit;
    }
    [[nodiscard]] bool lagging() const { return lagging_; }
    [[nodiscard]] std::size_t frames() const { return queue_.size(); }
    [[nodiscard]] std::size_t bytes() const { return bytes_; }

  private:
    struct Waiting {
        Frame frame;
        bool counts;  // whether its bytes count
    };
    std::size_t add(Waiting waiting, Time now);

    std::size_t max_frames_;
    std::size_t max_bytes_;
    std::deque<Waiting> queue_;
    std::size_t bytes_ = 0;
    bool in_flight_ = false;
    bool lagging_ = false;
    Time lagging_since_{};
};

}  // namespace dibs::ws
