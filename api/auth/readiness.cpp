// All read models stand at one checkpoint, the projector's; a route's own needs only say whether it
// reads any.
#include "api/auth/readiness.hpp"

#include "api/http/problem.hpp"

#include <fmt/format.h>

namespace dibs::auth {

TablesState tables_ready_for(const Projector& projector, const http::Route& route, bool named) {
    if (projector.caught_up() || (route.needs == http::Needs::nothing && !named)) return {};
    const auto status = projector.status();
    return {false, status.share, status.error};
}

// Rounded down: 100 % is said by being ready.
std::string reading_the_log(std::optional<double> share) {
    if (!share) return "reading the log";
    return fmt::format("reading the log, {} %", std::min(static_cast<int>(*share * 100), 99));
}

http::Response not_ready(const TablesState& state, std::string_view request_id) {
    auto detail = "Dibs is " + reading_the_log(state.share) + "; ask again in a moment.";
    if (!state.trouble.empty()) detail += " It stands still: " + state.trouble;
    http::Problem problem;
    problem.status = 503;
    problem.code = "reading-log";
    problem.title = "Reading the log";
    problem.detail = std::move(detail);
    problem.request_id = request_id;
    if (state.share) problem.with("progress", fmt::format("{:.4f}", *state.share));
    problem.retry_after_s = 1;
    return http::to_response(problem);
}

}  // namespace dibs::auth
