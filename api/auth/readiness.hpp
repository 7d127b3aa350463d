// Whether the tables that a route needs are there. Until they hold all that was in the log when
// Dibs started they would answer with a part of the truth, and know no credential: the gate, the
// stream's admission and /metrics ask here first. Those of one read model may be missing longer,
// while they are made anew; whoever asks them is told so, and all else is answered. Any thread.
#pragma once

#include "api/http/router.hpp"
#include "projections/projector.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

struct TablesState {
    bool ready = true;
    std::optional<double> share{};  // of the log that is in them; none: its end is not known yet
    std::string trouble{};          // why they stand still, if they do
    std::string_view made_anew{};   // the one read model that is missing; empty: all are read
};

// With `named`, for an answer that depends on who asks: then those of people are needed too.
[[nodiscard]] TablesState tables_ready_for(const Projector& projector, const http::Route& route,
                                           bool named);

// Of what a question found missing.
[[nodiscard]] TablesState state_of(const ReadModel& model, const TableNotThere& missing);
// The stream shows all of them.
[[nodiscard]] TablesState all_tables_ready(const Projector& projector, const ReadModel& model);

// "calendar is made anew, 41 %"
[[nodiscard]] std::string made_anew(const Behind& one);
// "reading the log, 41 %"
[[nodiscard]] std::string reading_the_log(std::optional<double> share);

// 503 `reading-log`, or `rebuilding` of one, with Retry-After and, if it is known, the share done
// as `progress`. `first` begins the detail.
[[nodiscard]] http::Response not_ready(const TablesState& state, std::string_view request_id,
                                       std::string_view first = {});

}  // namespace dibs::auth
