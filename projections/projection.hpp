// A projection: how facts become the rows of one read model. A type with a name, a version, its
// tables and `project`, which turns each fact into changes of these tables and looks at no other.
// It keeps no state of its own, so that an aborted transaction leaves nothing behind. `version` is
// raised when its rows change shape: its tables alone are then made anew, beside the others.
#pragma once

#include "domain/world/world.hpp"
#include "projections/store/store.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace dibs {

// One of them as a row of the list.
struct Projection {
    std::string_view name;
    int version = 0;
    TableSet tables{};
    void (*project)(WriteTxn& txn, const Recorded& recorded) = nullptr;
};

using Projections = std::span<const Projection>;

[[nodiscard]] Projections all_projections();
[[nodiscard]] TableSet tables_of(Projections projections);
// Those whose tables are there, and that are carried on therefore.
[[nodiscard]] std::vector<Projection> present_in(const Txn& txn, Projections projections);
// Each by itself: touching another's table throws.
void project(WriteTxn& txn, Projections projections, const Recorded& recorded);

}  // namespace dibs
