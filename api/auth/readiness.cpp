// All read models of a projector share one checkpoint. A route's needs only say whether it reads
// any.
#include "api/auth/readiness.hpp"

#include "api/http/problem.hpp"
#include "projections/people/people.hpp"

#include <fmt/format.h>

namespace dibs::auth {

TablesState tables_ready_for(const Projector& projector, const http::Route& route, bool named) {
    if (projector.caught_up() || (route.needs == http::Needs::nothing && !named)) return {};
    const auto status = projector.status();
    return {false, status.share, status.error};
}

namespace {

// Rounds down: 100 % is reported as ready.
std::string with_share(std::string text, std::optional<double> share) {
    if (share) text += fmt::format(", {} %", std::min(static_cast<int>(*share * 100), 99));
    return text;
}

// Callers cannot be identified without the tables of people, so every route waits for them, as for
// the log.
constexpr std::string_view for_all = projections::People::name;

TablesState state_of(const Behind& one) {
    return {false, one.share, one.trouble, one.name == for_all ? "" : one.name};
}

std::string sentence_of(const TablesState& state) {
    if (state.rebuilding.empty()) {
        return "Dibs is " + reading_the_log(state.share) + "; ask again in a moment.";
    }
    const auto name = "The read model '" + std::string(state.rebuilding) + "'";
    return with_share(name + " is being rebuilt", state.share) + "; ask again in a moment.";
}

}  // namespace

TablesState state_of(const ReadModel& model, const TableNotThere& missing) {
    const auto* owner = model.owner_of(missing.table);
    if (const auto behind = model.behind().find(owner->name)) return state_of(*behind);
    return {false, {}, {}, owner->name};  // the rebuilt table was swapped in at this moment
}

TablesState all_tables_ready(const Projector& projector, const ReadModel& model) {
    auto state = tables_ready_for(projector, {}, true);
    if (!state.ready) return state;
    if (const auto tables = projector.status(); tables.stopped) return {false, {}, tables.error};
    for (const auto& one : model.behind().all()) {
        if (!one.answers) return state_of(one);
    }
    return state;
}

std::string rebuild_progress(const Behind& one) {
    return with_share(std::string(one.name) + " is being rebuilt", one.share);
}

std::string reading_the_log(std::optional<double> share) {
    return with_share("reading the log", share);
}

http::Response not_ready(const TablesState& state, std::string_view request_id,
                         std::string_view first) {
    auto detail = std::string(first) + sentence_of(state);
    if (!state.trouble.empty()) detail += " It is not updating: " + state.trouble;
    auto problem = http::problem_of_code(state.rebuilding.empty() ? "reading-log" : "rebuilding",
                                         std::move(detail), request_id);
    if (state.share) problem.with("progress", fmt::format("{:.4f}", *state.share));
    problem.retry_after_s = 1;
    return http::to_response(problem);
}

}  // namespace dibs::auth
