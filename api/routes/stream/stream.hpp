// The live stream: subscriptions of clients, snapshots, live changes, and metrics once a second.
// Facts become frames on the projector's thread after their commit, once for all clients. Snapshots
// are read on the stream's own thread.
//
//   Stream stream(service);                        // before the projector starts
//   ws::Hub hub(loop, config, stream.callbacks());
//   stream.start(hub);
//   server.add_stream("/api/v1/stream", hub, auth::make_admission(guard));
//
// Loop, projector and server must stop before it is destroyed. The topics: topics.cpp.
#pragma once

#include "api/service.hpp"
#include "api/ws/hub.hpp"

#include <memory>

namespace dibs::routes {

struct StreamSettings {
    std::chrono::milliseconds window{50};  // changes within this time share a frame
    std::chrono::milliseconds metrics_every{1000};
    std::size_t most_resumed = 5000;  // facts after `after`; above this a snapshot
};
class TopicTable;

class Stream {
  public:
    // Subscribes to the projector, which must not have started yet. Both references outlive it.
    explicit Stream(const Service& service);  // of the topics in topics.cpp
    Stream(const Service& service, StreamSettings settings, const TopicTable& topics);
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
