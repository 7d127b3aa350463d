// A snapshot knows its position from the row that the projector writes with each batch.
#include "projections/questions/snapshot.hpp"

#include "projections/store/checkpoint_row.hpp"

namespace dibs {

Position Snapshot::position() const {
    return projections::stored_position(txn_);
}

}  // namespace dibs
