// Whether the tables that a route needs are ready. Until they cover the log as of the start of
// Dibs, they are incomplete and lack credentials. The gate, the stream's admission and /metrics
// check here first. A single read model may be missing longer, while it is rebuilt; its readers get
// 503, and all other routes answer. Any thread.
#pragma once

#include "api/http/router.hpp"
#include "projections/projector.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

struct TablesState {
    bool ready = true;
    // Of the log that is read, 0 to 1; none: its end is not known yet.
    std::optional<double> share{};
    std::string trouble{};          // the reason if the tables do not update
    std::string_view rebuilding{};  // the missing read model; empty: all are read
};

// `named`: the answer depends on the caller, so the tables of people are needed too.
[[nodiscard]] TablesState tables_ready_for(const Projector& projector, const http::Route& route,
                                           bool named);

// The state for tables that a query found missing.
[[nodiscard]] TablesState state_of(const ReadModel& model, const TableNotThere& missing);
// The stream needs all read models.
[[nodiscard]] TablesState all_tables_ready(const Projector& projector, const ReadModel& model);

// "calendar is being rebuilt, 41 %"
[[nodiscard]] std::string rebuild_progress(const Behind& one);
// "reading the log, 41 %"
[[nodiscard]] std::string reading_the_log(std::optional<double> share);

// 503 `reading-log`, or `rebuilding` of one, with Retry-After and, if it is known, the share done
// as `progress`. `first` begins the detail.
[[nodiscard]] http::Response not_ready(const TablesState& state, std::string_view request_id,
                                       std::string_view first = {});

}  // namespace dibs::auth
