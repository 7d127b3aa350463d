// Projects the events of boards into one table. A row's version counts its changes, from 1.
#include "projections/boards/boards.hpp"

#include "domain/kernel/overloaded.hpp"

namespace dibs::projections {

void Boards::project(WriteTxn& txn, const Recorded& recorded) {
    const auto event = as<board::Event>(recorded.event);
    if (!event) return;
    const auto store = [&](const BoardRow& row) {
        txn.put(Table::boards, Key().id(row.board.id), pack(row));
    };
    visit(overloaded{
              [&](const board::BoardCreated& e) {
                  store({e.board, 1, recorded.at, {}});
              },
              [&](const board::Changed& e) {
                  auto row = find_board(txn, e.board.id);
                  if (!row) return;
                  store({e.board, row->version + 1, row->created_at, recorded.at});
              },
              [&](const board::Removed& e) { txn.del(Table::boards, Key().id(e.id)); },
          },
          *event);
}

std::optional<BoardRow> find_board(const Txn& txn, BoardId id) {
    const auto found = txn.get(Table::boards, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<BoardRow>(*found);
}

}  // namespace dibs::projections
