// Reads the matrix that `nvidia-smi topo -m` prints, with tabs between the columns. Pure; takes
// single lines, because the script sends them so. Skips columns and rows of network cards. An
// unknown word is no link.
#pragma once

#include "domain/gpu/topology.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace dibs::probe {

class TopologyTable {
  public:
    void clear() { *this = {}; }
    // Returns false for a line too many, or for a GPU row before the head of the matrix.
    [[nodiscard]] bool take_line(std::string_view line);
    // Returns nothing without a head and all rows that it names.
    [[nodiscard]] std::optional<fleet::Topology> topology() const;

  private:
    [[nodiscard]] bool take_head(std::string_view line);
    [[nodiscard]] bool take_row(std::int64_t gpu, std::string_view cells);

    std::vector<std::optional<std::int64_t>> gpu_of_column_{};  // none: of another device
    std::size_t gpus_{0};
    std::size_t numa_column_{0};  // 0: none
    std::size_t rows_{0};
    fleet::Topology found_{};
};

}  // namespace dibs::probe
