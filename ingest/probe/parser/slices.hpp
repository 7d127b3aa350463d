// The slices (MIG) of one frame, and the slice of each process. The driver names a process after
// its slice, or (590) after the GPU. In the second case the script looked up its GPU instance and
// compute instance. Otherwise the process is on an unknown slice of its GPU. A part of the parser,
// equally bounded, on its thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::probe {

inline constexpr std::size_t max_slices = 448;  // seven on each of 64 GPUs

class SliceTable {
  public:
    void clear();
    // Read the lines Y, M, I and Q of a frame (format: script.cpp); false: the line is bad.
    [[nodiscard]] bool known_line(std::string_view rest);
    [[nodiscard]] bool slice_line(std::string_view rest);
    [[nodiscard]] bool value_line(std::string_view rest);
    [[nodiscard]] bool place_line(std::string_view rest);
    // Adds the slices to an otherwise complete frame. While the slices of a GPU in MIG mode are
    // unknown, the processes are unknown too.
    void join(ProbeFrame& frame) const;

  private:
    void join_slices(ProbeFrame& frame) const;
    void join_processes(ProbeFrame& frame) const;

    bool answered_{false};                      // nvidia-smi answered about slices, or timed out
    std::set<std::string, std::less<>> known_;  // GPUs that it answered about
    std::vector<SliceReading> slices_;
    std::map<std::string, Readings, std::less<>> values_;  // by UUID
    // GPU, pid
    std::map<std::pair<std::string, std::int64_t>, std::set<std::string>> places_;
};

}  // namespace dibs::probe
