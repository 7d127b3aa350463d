// The origins of the processes of one frame: container, terminal, session and starting account.
// Also names the account behind a uid without a name, so that all later code sees that account. A
// part of the parser, equally bounded, on its thread.
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
    // Reads a line C of a frame (format: script.cpp); false: the line is bad.
    [[nodiscard]] bool take_line(std::string_view rest);
    // Adds the origins to a frame with its processes and owners. A process without an owner gets
    // none.
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
