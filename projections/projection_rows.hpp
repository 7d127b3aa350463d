// State of each projection in `meta`: the version and place of the tables that answer, and the
// progress of those that are rebuilt alongside them. A projection whose stored version differs has
// no tables that answer until they are rebuilt.
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
    std::int64_t next_version = 0;  // 0: no rebuild
    std::string next_checkpoint{};  // encoded; empty: the rebuild starts from the first fact

    [[nodiscard]] bool is_behind() const { return next_version != 0; }
    [[nodiscard]] Place next() const { return live == Place::a ? Place::b : Place::a; }
};

[[nodiscard]] ProjectionRow projection_row(const Txn& txn, const Projection& projection);

// Called at open. Clears tables that can neither answer nor be continued. If no projection has
// tables of its version, all start together from the first fact and nothing is rebuilt alongside.
void settle(WriteTxn& txn, Projections all);
// Requests a rebuild from the first fact, whether or not its tables answer meanwhile.
void ask_to_rebuild(WriteTxn& txn, const Projection& projection);

// For a projection that is being rebuilt, in the transaction that extends its next tables:
void use_next(WriteTxn& txn, const Projection& projection);
[[nodiscard]] Checkpoint next_checkpoint(const Txn& txn, const Projection& projection);
void store_next_checkpoint(WriteTxn& txn, const Projection& projection,
                           const Checkpoint& checkpoint);
void restart_next(WriteTxn& txn, const Projection& projection);
// The next tables answer from this commit on. The previous ones remain for current readers.
void swap_in(WriteTxn& txn, const Projection& projection);
void clear_other_place(WriteTxn& txn, const Projection& projection);

}  // namespace dibs::projections
