// Limits the work streams of each host: how many run, and how many start at a time, since sshd
// drops logins when many start at once (MaxStartups). The rest wait in order, up to their deadline.
// Pure but for what it calls; the pool's thread only.
#pragma once

#include "ingest/ssh/stream.hpp"

#include <cstddef>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <tuple>

namespace dibs::ssh {

struct WorkLimits {
    std::size_t running = 48;
    std::size_t starting = 4;
    std::size_t waiting = 1000;  // for a host; more are refused
};

class WorkQueue {
  public:
    using Time = std::chrono::steady_clock::time_point;
    // Starts the command; the stream occupies its slot until it is destroyed.
    using Place = std::function<void(const HostTarget& target, std::unique_ptr<Stream> stream)>;
    // Runs the task later: a slot is freed while the pool walks over its connections.
    using Defer = std::function<void(std::function<void()> task)>;

    WorkQueue(WorkLimits limits, Place place, Defer defer)
        : limits_(limits), place_(std::move(place)), defer_(std::move(defer)) {}

    void add(const HostTarget& target, std::unique_ptr<Stream> stream, Time deadline);
    // A stream that waits; null if none has this id.
    [[nodiscard]] Stream* find(StreamId id);
    // Drops a waiting stream without a call to its observer. Unknown ids are ignored.
    void remove(StreamId id);
    // Drops all waiting streams without calls to their observers.
    void clear() { loads_.clear(); }
    // Ends the streams whose deadline has passed.
    void expire(Time now);

  private:
    // Accounts share a host's limit, because they share its sshd.
    using Host = std::tuple<std::string, std::uint16_t, fleet::Jumps>;
    struct Waiting {
        HostTarget target;
        std::unique_ptr<Stream> stream;
        Time deadline;
    };
    struct Load {
        std::size_t running = 0;
        std::size_t starting = 0;  // of those
        std::deque<Waiting> waiting{};
    };

    void place_next(const Host& host);
    [[nodiscard]] std::unique_ptr<Stream> take_late(Time now);
    [[nodiscard]] std::unique_ptr<WorkSlot> take_slot(const Host& host);
    void note_start(const Host& host);
    void free_slot(const Host& host, bool started);

    const WorkLimits limits_;
    const Place place_;
    const Defer defer_;
    std::map<Host, Load> loads_;
};

}  // namespace dibs::ssh
