// Turns the processes of successive frames into "appeared" and "gone" of one host. A process is a
// GPU, a pid and a start time; it appears once seen in three frames running and is gone when
// missing from two running, so that neither a short helper nor a slow answer makes a fact. All are
// gone with another boot. An owner that ps does not show is unknown until it does, and known from
// then on; likewise the slice of a card (MIG) that it runs on. Frames that do not know the
// processes are passed over. Pure; one per host, on one thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace dibs::probe {

inline constexpr int frames_to_appear = 3;
inline constexpr int frames_to_go = 2;
inline constexpr int frames_to_be_sure = frames_to_appear + frames_to_go;
inline constexpr int most_frames_to_be_sure = 2 * frames_to_be_sure;
// ps computes start times from the uptime: the same process may differ by a second.
inline constexpr Duration start_time_slack{2000};
[[nodiscard]] constexpr bool same_start(Instant a, Instant b) {
    return a - b <= start_time_slack && b - a <= start_time_slack;
}

struct ProcessChanges {
    std::vector<ProcessReading> appeared{};
    std::vector<ProcessReading> gone{};
    std::vector<ProcessReading> owned{};  // had appeared before their owner was known
};

class ProcessWatch {
  public:
    [[nodiscard]] ProcessChanges observe(const ProbeFrame& frame);

    // Whether who is not present is gone: not so straight after a start, when who runs has not
    // appeared yet. True from the frame on in which as many told of processes as it takes to appear
    // and to go, and nobody is on the way to appear; who comes and goes delays it to twice as many.
    [[nodiscard]] bool settled() const { return settled_; }

    // All that appeared and has not gone.
    [[nodiscard]] std::vector<ProcessReading> present() const;
    // Whether the owners of all of them are known; nothing if there are none.
    [[nodiscard]] std::optional<bool> owners_known() const;

  private:
    struct Entry {
        ProcessReading reading{};
        int seen{0};     // frames running, until it appeared
        int missing{0};  // frames running
        bool appeared{false};
        bool in_frame{false};
    };
    using Key = std::pair<std::int64_t, std::string>;  // pid, GPU

    [[nodiscard]] ProcessReading on_its_slice(ProcessReading reading, ProcessChanges& changes);
    void see(const ProcessReading& reading, ProcessChanges& changes);
    void count_missing(ProcessChanges& changes);
    [[nodiscard]] bool settles();
    void end_all(ProcessChanges& changes);

    std::map<Key, Entry> entries_;
    int frames_{0};  // that told of processes, until settled
    bool settled_{false};
    std::string boot_id_;
};

}  // namespace dibs::probe
