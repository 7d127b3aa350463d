// The projector's checkpoint, stored in the transaction of the facts that it covers.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "projections/store/store.hpp"

namespace dibs::projections {

// None if nothing was projected yet, or if the checkpoint cannot be read.
[[nodiscard]] std::optional<Checkpoint> stored_checkpoint(const Txn& txn);
[[nodiscard]] Position stored_position(const Txn& txn);
void store_checkpoint(WriteTxn& txn, const Checkpoint& checkpoint);
void forget_checkpoint(WriteTxn& txn);

}  // namespace dibs::projections
