// What a projection is: a type that turns each fact into changes of its own tables. It keeps no
// state of its own, so that an aborted transaction leaves nothing behind. `version` is raised when
// its tables change shape; all tables are then made anew from the log.
#pragma once

#include "domain/world.hpp"
#include "projections/store/store.hpp"

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace dibs {

template <class P>
concept Projection = requires(WriteTxn& txn, const Recorded& recorded) {
    { P::name } -> std::convertible_to<std::string_view>;
    { P::version } -> std::convertible_to<int>;
    P::project(txn, recorded);
};

// All of them. None reads another's tables.
void project_all(WriteTxn& txn, const Recorded& recorded);
[[nodiscard]] std::vector<std::string_view> projection_names();
// Names and versions; tables written under another text are of no use.
[[nodiscard]] std::string projections_format();

}  // namespace dibs
