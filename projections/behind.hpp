// The read models whose tables are being made anew, and how far: what /readyz, /api/v1/system and
// a 503 say of them. Written by the rebuilder, read by any thread.
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
    bool answers = false;           // from the tables it had before
    Position position = 0;          // of the new ones
    std::optional<double> share{};  // of the log that is in them, 0..1; none: not known yet
    std::string trouble{};          // why they stand still, if they do
};

class BehindList {
  public:
    // In the order in which they are made.
    [[nodiscard]] std::vector<Behind> all() const;
    [[nodiscard]] std::optional<Behind> find(std::string_view name) const;
    [[nodiscard]] bool all_answer() const;
    // How many were swapped in since the start.
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
