// Turns the GPUs and the driver state of successive frames into the settled state of one host. A
// change counts once three consecutive frames agree. So neither a missing second nor one "[Unknown
// Error]" makes a fact. An unreadable value keeps its last state.
//
// Frames of a driver that does not work say nothing about its GPUs. Frames before nvidia-smi's
// first answer about slices say nothing about slices. Pure; one per host, on one thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::probe {

inline constexpr int frames_to_settle = 3;
// Frames until new words for an unchanged state count: rarely enough for a log that is kept
// permanently.
inline constexpr int frames_for_new_words = 60;
// After this many frames, GPUs that never settled no longer hold up the others.
inline constexpr int frames_to_wait = 10;

struct LostWords {
    std::string uuid{};
    std::string words{};
};

struct SettledGpus {
    std::vector<GpuReading> present{};  // with the values of the frame in which they settled
    std::vector<LostWords> lost{};      // missing GPUs with words from the driver
};

class GpuWatch {
  public:
    void observe(const ProbeFrame& frame);

    // Unknown until three frames agree.
    [[nodiscard]] const fleet::Driver& driver() const { return driver_; }
    // Nothing until all settled once.
    [[nodiscard]] std::optional<SettledGpus> gpus() const;

  private:
    struct Entry {
        std::optional<GpuReading> settled{};
        std::optional<GpuReading> candidate{};  // none: missing
        int seen{0};                            // consecutive frames of the candidate
        bool ever{false};                       // settled once
        std::string words{};                    // the driver's words about the missing GPU
    };

    void observe_driver(const fleet::Driver& now);
    void observe_gpu(Entry& entry, std::optional<GpuReading> now);
    [[nodiscard]] std::string words_about(const std::string& uuid, const ProbeFrame& frame) const;
    [[nodiscard]] static const std::string& card_of(const Entry& entry, const std::string& uuid);

    fleet::Driver driver_{};
    fleet::Driver driver_candidate_{};
    int driver_seen_{0};
    std::map<std::string, Entry> entries_;
    int frames_{0};
};

}  // namespace dibs::probe
