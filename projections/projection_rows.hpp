// What `meta` keeps of each projection: the version and place of the tables that answer, and how
// far those are that are made anew beside them. A projection whose stored version is another has no
// tables that answer until they are made.
//
//   settle at open -> live, or next (in the free place, with a checkpoint of its own) -> swap
#pragma once

#include "domain/log/checkpoint.hpp"
#include "projections/projection.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace dibs::projections {

struct ProjectionRow {
    std::int64_t version = 0;
    Place live = Place::none;
    std::int64_t next_version = 0;  // 0: none are made
    std::string next_checkpoint{};  // encoded; empty: they begin

    [[nodiscard]] bool is_behind() const { return next_version != 0; }
    [[nodiscard]] Place next() const { return live == Place::a ? Place::b : Place::a; }
};

[[nodiscard]] ProjectionRow projection_row(const Txn& txn, const Projection& projection);

// At open. What nobody can ask or go on with is cleared; where no projection has tables of its
// version, all begin anew together, and nothing has to be made beside anything.
void settle(WriteTxn& txn, Projections all);
// From the beginning, whether or not there are tables that answer meanwhile.
void ask_to_rebuild(WriteTxn& txn, const Projection& projection);

// Of one that is behind, in the transaction that carries its next tables on:
void use_next(WriteTxn& txn, const Projection& projection);
[[nodiscard]] Checkpoint next_checkpoint(const Txn& txn, const Projection& projection);
void store_next_checkpoint(WriteTxn& txn, const Projection& projection,
                           const Checkpoint& checkpoint);
void begin_next_anew(WriteTxn& txn, const Projection& projection);
// They answer from this commit on; those before them stay where they are, for whoever reads still.
void swap_in(WriteTxn& txn, const Projection& projection);
void clear_other_place(WriteTxn& txn, const Projection& projection);

}  // namespace dibs::projections
