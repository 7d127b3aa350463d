// Current boards by id. Removed boards are deleted; the history keeps them.
#pragma once

#include "domain/codec/aggregate_fields.hpp"
#include "domain/world/world.hpp"
#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>

namespace dibs::projections {

struct BoardRow {
    board::Board board;
    board::Version version = 1;
    Instant created_at;
    std::optional<Instant> changed_at{};
};

struct Boards {
    static constexpr std::string_view name = "boards";
    static constexpr int version = 1;
    static constexpr TableSet tables{Table::boards};
    static void project(WriteTxn& txn, const Recorded& recorded);
};

[[nodiscard]] std::optional<BoardRow> find_board(const Txn& txn, BoardId id);

}  // namespace dibs::projections

namespace dibs {

template <>
struct Fields<projections::BoardRow> {
    using T = projections::BoardRow;
    static constexpr auto list =
        field_list(field("board", &T::board), field("version", &T::version),
                   field("created_at", &T::created_at), field("changed_at", &T::changed_at));
};

}  // namespace dibs
