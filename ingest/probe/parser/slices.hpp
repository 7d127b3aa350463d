// The slices (MIG) of one frame: which there are, and which of them each process is on. The driver
// names a process after its slice, or (590) after the card; then its GPU and compute instance tell,
// which the script looked up. What nobody can tell is a process on an unknown slice of its card.
// A part of the parser, bounded as it is, on its thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::probe {

inline constexpr std::size_t max_slices = 448;  // seven of each of 64 cards

class SliceTable {
  public:
    void clear();
    // The lines Y, M, I and Q of a frame (format: script.cpp); false: such a line is bad.
    [[nodiscard]] bool known_line(std::string_view rest);
    [[nodiscard]] bool slice_line(std::string_view rest);
    [[nodiscard]] bool value_line(std::string_view rest);
    [[nodiscard]] bool place_line(std::string_view rest);
    // Into a frame that has all the rest. Of one whose cards are cut nobody knows yet into what,
    // the processes are not known.
    void join(ProbeFrame& frame) const;

  private:
    void join_slices(ProbeFrame& frame) const;
    void join_processes(ProbeFrame& frame) const;

    bool answered_{false};                      // nvidia-smi told of slices, or did not in time
    std::set<std::string, std::less<>> known_;  // cards of which it told
    std::vector<SliceReading> slices_;
    std::map<std::string, Readings, std::less<>> values_;                           // by UUID
    std::map<std::pair<std::string, std::int64_t>, std::set<std::string>> places_;  // card, pid
};

}  // namespace dibs::probe
