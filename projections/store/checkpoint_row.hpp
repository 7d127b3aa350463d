// Where the tables are: the projector's checkpoint, in the transaction of what it projected.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "projections/store/store.hpp"

namespace dibs::projections {

// None in tables that nothing was projected into. A checkpoint that cannot be read is none.
[[nodiscard]] std::optional<Checkpoint> stored_checkpoint(const Txn& txn);
[[nodiscard]] Position stored_position(const Txn& txn);
void store_checkpoint(WriteTxn& txn, const Checkpoint& checkpoint);
void forget_checkpoint(WriteTxn& txn);

}  // namespace dibs::projections
