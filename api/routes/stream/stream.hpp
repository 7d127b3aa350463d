// The live stream: what clients subscribe to, snapshots, live changes, once a second the metrics.
// Facts come from the projector's thread after their commit and become frames there, once for all
// who watch; snapshots are read on a thread of the stream's own.
//
//   Stream stream(service);                        // before the projector starts
//   ws::Hub hub(loop, config, stream.callbacks());
//   stream.start(hub);
//   server.add_stream("/api/v1/stream", hub, auth::make_admission(guard));
//
// Loop, projector and server have stopped before it is destroyed. What comes on which topic:
// topics.cpp.
#pragma once

#include "api/service.hpp"
#include "api/ws/hub.hpp"

#include <memory>

namespace dibs::routes {

struct StreamSettings {
    std::chrono::milliseconds window{50};  // changes of this long go out as one frame
    std::chrono::milliseconds metrics_every{1000};
    std::size_t most_resumed = 5000;   // facts behind `after`; beyond, a snapshot
    std::size_t most_processes = 500;  // of a host, whose values its frames tell
};

class Stream {
  public:
    // Subscribes to the projector, which has not started yet.
    explicit Stream(const Service& service) : Stream(service, StreamSettings{}) {}
    Stream(const Service& service, StreamSettings settings);
    ~Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;

    [[nodiscard]] ws::HubCallbacks callbacks();
    void start(ws::Hub& hub);  // before the loop runs, or on it

  private:
    struct Impl;
    std::shared_ptr<Impl> impl_;
};

}  // namespace dibs::routes
