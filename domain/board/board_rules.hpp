// The rules for the content of a board, one function for each rule. Each error names the member by
// its path in the command: "panels[3].w".
#pragma once

#include "domain/board/board.hpp"
#include "domain/fleet/fleet.hpp"
#include "domain/kernel/text.hpp"

#include <set>

namespace dibs::board {

inline constexpr std::size_t most_boards = 100;  // of one person
inline constexpr std::size_t most_panels = 64;
inline constexpr std::size_t most_gpus = 256;  // of one panel
inline constexpr LineLength title_length{1, 200};
inline constexpr LineLength panel_title_length{0, 200};
inline constexpr std::size_t longest_text = 2000;
inline constexpr std::int64_t columns = 12;
inline constexpr std::int64_t lowest_row = 1000;
inline constexpr std::int64_t tallest = 100;
inline constexpr std::int64_t shortest_window_s = 60;
inline constexpr std::int64_t longest_window_s = 366 * 24 * 3600;

using Objection = std::optional<Refusal>;

// The things a board named before a change. It may still name them after they are gone.
struct Known {
    std::set<GpuId> gpus;
    std::set<HostId> hosts;
};
[[nodiscard]] Known named_by(const std::vector<Panel>& panels);

// Checks titles, ids, kinds with their members, grid positions, and that GPUs and hosts exist.
// Normalizes titles.
[[nodiscard]] Objection check_board(Board& board, const Known& before, const fleet::State& fleet);

}  // namespace dibs::board
