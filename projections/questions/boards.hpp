// Questions about boards, answered from one snapshot (snapshot.hpp). Any thread.
#pragma once

#include "projections/boards/board_views.hpp"
#include "projections/questions/snapshot.hpp"
#include "projections/store/page.hpp"

namespace dibs {

[[nodiscard]] std::optional<views::Board> find_board(const Snapshot& tables, BoardId id);
[[nodiscard]] Slice<views::BoardSummary> list_boards(const Snapshot& tables,
                                                     const views::BoardFilter& filter,
                                                     const PageFrom& page);

}  // namespace dibs
