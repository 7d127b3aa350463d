// /api/v1/usage/weekly: a week of use on one page. A rule of the site limits the visible rows, as
// in reports.
#include "projections/questions/usage/usage_week.hpp"

#include "api/auth/may_see.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/time/time_zone.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/questions/site.hpp"

namespace dibs::routes {
namespace {

constexpr std::size_t longest_zone = 64;

// The last complete week if none is named.
std::optional<IsoWeek> week_of(Parameters& ask, const WallClock& clock, Instant now) {
    const auto text = ask.text("week");
    if (!text) return dibs::week_of(clock, now) + -1;
    auto week = parse_iso_week(*text);
    if (!week) {
        ask.refuse_with({Code::malformed, "week", "Expected a week as ISO 8601 has it: 2026-W47."});
    }
    return week;
}

Answer get_week(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto zone = Zone::find(ask.text("zone", longest_zone).value_or("UTC"));
    if (!zone) ask.refuse_with(zone.error());
    const auto* clock = zone ? context.service.zones.find(zone->name()) : nullptr;
    const auto week = clock != nullptr ? week_of(ask, *clock, tables.now()) : std::nullopt;
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (!week) return tl::unexpected(Refusal{Code::unknown_zone, "zone", "No such zone is known."});
    auto question = week_question(*week, *clock, zone->name(), tables.now());
    if (!question) return tl::unexpected(question.error());
    question->own_only = auth::usage_limited_to(context.viewer(), site_rules(tables).rules);
    const auto answer = usage_week(tables, *question);
    if (!answer) return tl::unexpected(answer.error());
    return json_of(200, *answer);
}

}  // namespace

void add_usage_week(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/usage/weekly", "getUsageWeek", access::read,
                query_route(service, {"week", "zone"}, get_week, Where::report)});
}

}  // namespace dibs::routes
