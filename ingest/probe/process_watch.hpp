// Turns the processes of successive frames into "appeared" and "gone" of one host. A GPU, a pid and
// a start time identify a process. A process appears after three consecutive frames and is gone
// when missing from two. So neither a short helper nor a slow answer makes a fact. A new boot ends
// all processes.
//
// An owner is unknown until ps shows it, and known from then on. The same holds for the slice (MIG)
// of a process. Frames that do not know the processes are skipped. Pure; one per host, on one
// thread.
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
// ps computes start times from the uptime: they may differ by a second for the same process.
inline constexpr Duration start_time_slack{2000};
[[nodiscard]] constexpr bool same_start(Instant a, Instant b) {
    return a - b <= start_time_slack && b - a <= start_time_slack;
}

struct ProcessChanges {
    std::vector<ProcessReading> appeared{};
    std::vector<ProcessReading> gone{};
    std::vector<ProcessReading> owned{};  // appeared before their owner was known
};

class ProcessWatch {
  public:
    [[nodiscard]] ProcessChanges observe(const ProbeFrame& frame);

    // True if absent processes are certainly gone. After a start, running processes need time to
    // appear first. It becomes true after `frames_to_be_sure` frames with a process list, once no
    // process is about to appear. Short processes delay it to twice as many frames.
    [[nodiscard]] bool settled() const { return settled_; }

    // All processes that appeared and are not gone.
    [[nodiscard]] std::vector<ProcessReading> present() const;
    // True if all their owners are known; nothing if there are no processes.
    [[nodiscard]] std::optional<bool> owners_known() const;

  private:
    struct Entry {
        ProcessReading reading{};
        int seen{0};     // consecutive frames, until it appeared
        int missing{0};  // consecutive frames
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
    int frames_{0};  // frames with a process list, until settled
    bool settled_{false};
    std::string boot_id_;
};

}  // namespace dibs::probe
