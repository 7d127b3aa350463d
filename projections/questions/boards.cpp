// Questions about boards.
#include "projections/questions/boards.hpp"

#include "projections/boards/boards.hpp"
#include "projections/people/names.hpp"
#include "projections/store/page_scan.hpp"

namespace dibs {
namespace {

bool matches(const views::BoardFilter& filter, const board::Board& board) {
    if (filter.owner && board.owner != *filter.owner) return false;
    if (filter.shared && board.shared != *filter.shared) return false;
    return board.shared || !filter.seen_by || board.owner == *filter.seen_by;
}

}  // namespace

std::optional<views::Board> find_board(const Snapshot& tables, BoardId id) {
    auto row = projections::find_board(tables.txn(), id);
    if (!row) return std::nullopt;
    auto& b = row->board;
    return views::Board{b.id,           std::move(b.title),
                        b.shared,       std::move(b.panels),
                        b.owner,        projections::person_name(tables.txn(), b.owner),
                        row->version,   row->created_at,
                        row->changed_at};
}

Slice<views::BoardSummary> list_boards(const Snapshot& tables, const views::BoardFilter& filter,
                                       const PageFrom& page) {
    auto cursor = tables.txn().cursor(Table::boards);
    return scan_page<views::BoardSummary>(cursor, {}, page, [&](TableCursor& at, auto& view) {
        const auto row = unpack<projections::BoardRow>(at.value());
        const auto& b = row.board;
        if (!matches(filter, b)) return true;
        view = views::BoardSummary{b.id,          b.title,
                                   b.shared,      b.panels.size(),
                                   b.owner,       projections::person_name(tables.txn(), b.owner),
                                   row.version,   row.created_at,
                                   row.changed_at};
        return true;
    });
}

}  // namespace dibs
