// Turns the GPUs and the driver of successive frames into what holds of one host: a change counts
// once three frames running say the same, so that neither a second that is missing nor one of
// "[Unknown Error]" makes a fact. What cannot be read is as it was. Frames of a driver that does
// not work say nothing about its GPUs, nor does one about slices before nvidia-smi told of them.
// Pure; one per host, on one thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::probe {

inline constexpr int frames_to_settle = 3;
// The same state in other words: seldom enough for a log that is kept for ever.
inline constexpr int frames_for_new_words = 60;
// After so many frames those that never settled hold up the others no longer.
inline constexpr int frames_to_wait = 10;

struct LostWords {
    std::string uuid{};
    std::string words{};
};

struct SettledGpus {
    std::vector<GpuReading> present{};  // their values: of the frame in which they settled
    std::vector<LostWords> lost{};      // of the others, those of which the driver said something
};

class GpuWatch {
  public:
    void observe(const ProbeFrame& frame);

    // Unknown until three frames agreed.
    [[nodiscard]] const fleet::Driver& driver() const { return driver_; }
    // Nothing until they settled once.
    [[nodiscard]] std::optional<SettledGpus> gpus() const;

  private:
    struct Entry {
        std::optional<GpuReading> settled{};
        std::optional<GpuReading> candidate{};  // none: missing
        int seen{0};                            // frames running, of the candidate
        bool ever{false};                       // settled once
        std::string words{};                    // why it is missing
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
