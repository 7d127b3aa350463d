// A projection turns facts into the rows of one read model. It is a type with a name, a version,
// its tables and `project`, which changes and reads only these tables. It has no other state, so an
// aborted transaction leaves nothing behind. Raise `version` if the format of its rows changes:
// then only its tables are rebuilt, alongside the others.
#pragma once

#include "domain/world/world.hpp"
#include "projections/store/store.hpp"

#include <span>
#include <string_view>
#include <vector>

namespace dibs {

// One entry of the list.
struct Projection {
    std::string_view name;
    int version = 0;
    TableSet tables{};
    void (*project)(WriteTxn& txn, const Recorded& recorded) = nullptr;
};

using Projections = std::span<const Projection>;

[[nodiscard]] Projections all_projections();
[[nodiscard]] TableSet tables_of(Projections projections);
// Projections whose tables exist and are therefore kept up to date.
[[nodiscard]] std::vector<Projection> present_in(const Txn& txn, Projections projections);
// Runs each projection confined to its tables: using another table throws.
void project(WriteTxn& txn, Projections projections, const Recorded& recorded);

}  // namespace dibs
