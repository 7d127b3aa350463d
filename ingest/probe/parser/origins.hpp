// Where the processes of one frame come from: container, terminal, session, who started them; and
// whose a uid is that has no name, so that everything after the parser knows the account that it
// belongs to. A part of the parser, bounded as it is, on its thread.
#pragma once

#include "ingest/probe/parser/frame.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace dibs::probe {

class OriginTable {
  public:
    void clear();
    // A line C of a frame (format: script.cpp); false: it is bad.
    [[nodiscard]] bool take_line(std::string_view rest);
    // Into a frame that has its processes and their owners. Without an owner nothing is said.
    void join(ProbeFrame& frame) const;

  private:
    struct Line {
        fleet::Origin origin{};
        std::string account{};  // of a uid without a name
        std::int64_t uid{};
    };
    std::unordered_map<std::int64_t, Line> by_pid_;
};

}  // namespace dibs::probe
