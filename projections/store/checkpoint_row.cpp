// See checkpoint_row.hpp. The position has a row of its own too, because every reply reads it.
#include "projections/store/checkpoint_row.hpp"

#include "projections/store/packed.hpp"

namespace dibs::projections {
namespace {

constexpr std::string_view checkpoint_key = "checkpoint";
constexpr std::string_view position_key = "position";

}  // namespace

std::optional<Checkpoint> stored_checkpoint(const Txn& txn) {
    const auto found = txn.get(Table::meta, checkpoint_key);
    return found ? parse_checkpoint(*found) : std::nullopt;
}

Position stored_position(const Txn& txn) {
    const auto found = txn.get(Table::meta, position_key);
    return found ? unpack<Position>(*found) : 0;
}

void store_checkpoint(WriteTxn& txn, const Checkpoint& checkpoint) {
    txn.put(Table::meta, checkpoint_key, encode_checkpoint(checkpoint));
    txn.put(Table::meta, position_key, pack(checkpoint.position));
}

void forget_checkpoint(WriteTxn& txn) {
    txn.del(Table::meta, checkpoint_key);
    txn.del(Table::meta, position_key);
}

}  // namespace dibs::projections
