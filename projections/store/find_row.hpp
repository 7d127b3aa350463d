// Reads the row of an id.
#pragma once

#include "projections/store/keys.hpp"
#include "projections/store/packed.hpp"
#include "projections/store/store.hpp"

#include <optional>

namespace dibs {

// None if the table has no row of that id.
template <class Row, class AnyId>
[[nodiscard]] std::optional<Row> find_row(const Txn& txn, Table table, AnyId id) {
    const auto found = txn.get(table, Key().id(id));
    if (!found) return std::nullopt;
    return unpack<Row>(*found);
}

}  // namespace dibs
