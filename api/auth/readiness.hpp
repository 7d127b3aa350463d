// Whether the tables that a route needs are there. Until they hold all that was in the log when
// Dibs started they would answer with a part of the truth, and know no credential: the gate, the
// stream's admission and /metrics ask here first. Any thread.
#pragma once

#include "api/http/router.hpp"
#include "projections/projector.hpp"

#include <optional>
#include <string>

namespace dibs::auth {

struct TablesState {
    bool ready = true;
    std::optional<double> share{};  // of the log that is in them; none: its end is not known yet
    std::string trouble{};          // why they stand still, if they do
};

// With `named`, for an answer that depends on who asks: then those of people are needed too.
[[nodiscard]] TablesState tables_ready_for(const Projector& projector, const http::Route& route,
                                           bool named);

// "reading the log, 41 %"
[[nodiscard]] std::string reading_the_log(std::optional<double> share);

// 503 `reading-log` with Retry-After and, if it is known, the share done as `progress`.
[[nodiscard]] http::Response not_ready(const TablesState& state, std::string_view request_id);

}  // namespace dibs::auth
