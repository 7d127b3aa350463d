// See snapshot.hpp.
#include "projections/questions/snapshot.hpp"

#include "projections/store/checkpoint_row.hpp"

namespace dibs {

Position Snapshot::position() const {
    return projections::stored_position(txn_);
}

}  // namespace dibs
