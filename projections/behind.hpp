// Read models whose tables are being rebuilt, with their progress. Shown by /readyz, /api/v1/system
// and 503 answers. Written by the rebuilder, read by any thread.
#pragma once

#include "domain/world/recorded.hpp"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

struct Behind {
    std::string_view name;
    bool answers = false;           // its previous tables still answer
    Position position = 0;          // of the new tables
    std::optional<double> share{};  // part of the log that they contain, 0..1; none: not known yet
    std::string trouble{};          // why the rebuild is paused; empty: it is not
};

class BehindList {
  public:
    // In the order in which they are rebuilt.
    [[nodiscard]] std::vector<Behind> all() const;
    [[nodiscard]] std::optional<Behind> find(std::string_view name) const;
    [[nodiscard]] bool all_answer() const;
    // Number of read models swapped in since the start.
    [[nodiscard]] std::uint64_t swapped() const { return swapped_; }

    void add(Behind one);
    void update(const Behind& one);
    void remove(std::string_view name);

  private:
    mutable std::mutex mutex_;
    std::vector<Behind> list_;
    std::atomic<std::uint64_t> swapped_{0};
};

}  // namespace dibs
