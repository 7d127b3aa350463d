// The back-pressure rule of one stream, without a socket: one frame in flight, a bounded queue
// behind it. What does not fit drops the queue; the client is lagging until the frame in flight is
// written, and then gets one resync in place of what it lost. Pure; owned by the session.
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

    // Queues the frame, or drops it: all the others with it when there is no room. A frame of any
    // size fits into an empty queue, so that a snapshot does. Tells how many frames were dropped.
    std::size_t put(Frame frame, Time now) { return add({std::move(frame), true}, now); }

    // What the client itself asked for. Snapshots of several topics may be larger than all the
    // room there is, and dropping them would resync the client for ever: only their number counts.
    std::size_t put_answer(Frame frame, Time now) { return add({std::move(frame), false}, now); }

    // Forgets what waits, not what is in flight.
    void drop_waiting() {
        queue_.clear();
        bytes_ = 0;
    }

    // The next frame to write, or nothing while one is in flight or none waits.
    [[nodiscard]] Frame take();

    // The frame in flight was written. True: the client was lagging and has drained; resync it.
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
        bool counts;  // its bytes
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
