// /api/v1/calendar: everything that a chart of GPU x time needs.
#include "projections/questions/calendar.hpp"

#include "api/auth/may_see.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr auto widest = std::chrono::days{93};
constexpr auto longest_on_loop = std::chrono::days{8};
constexpr std::size_t most_gpus_on_loop = 4;
// An estimate, so that the text of thousands of bookings is not copied while it grows.
constexpr std::size_t bytes_of_a_booking = 400;

std::optional<Refusal> check_window(const Interval& window) {
    if (window.until <= window.from) {
        return Refusal{Code::interval_reversed, "until", "The window ends after it starts."};
    }
    if (window.length() > widest) {
        return Refusal{Code::out_of_range, "until", "A window spans at most 93 days."};
    }
    return std::nullopt;
}

// The requested GPUs; nothing: all of them. An empty list: none.
std::optional<std::vector<GpuId>> shown_gpus(const Snapshot& tables, std::vector<GpuId> gpus,
                                             std::optional<HostId> host) {
    if (!host) return gpus.empty() ? std::nullopt : std::optional(std::move(gpus));
    std::vector<GpuId> here;
    for (const auto& gpu : plain_gpus(tables, {host, {}, {}})) {
        const bool is_listed = std::find(gpus.begin(), gpus.end(), gpu.id) != gpus.end();
        if (gpus.empty() || is_listed) here.push_back(gpu.id);
    }
    return here;
}

Answer get_calendar(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const Interval window{ask.needed_instant("from"), ask.needed_instant("until")};
    const auto gpus = ask.ids<GpuId>("gpu");
    const auto host = ask.host();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (const auto no = check_window(window)) return tl::unexpected(*no);
    const auto shown = shown_gpus(tables, gpus, host);
    if (shown && shown->empty()) {
        return json_of(200, views::Calendar{window.from, window.until, {}, {}, {}});
    }
    auto calendar = calendar_of(tables, shown.value_or(std::vector<GpuId>{}), window);
    std::erase_if(calendar.reservations,
                  [&](const auto& row) { return !auth::may_see(context.viewer(), row); });
    return json_of(200, calendar, calendar.reservations.size() * bytes_of_a_booking);
}

// A week of a few GPUs is quick to read. Runs before the checks: an invalid request is quick to
// answer too.
Where where_made(const http::Request& request) {
    const auto gpus = request.query.list("gpu").size();
    const auto from = parse_instant(request.query.get("from").value_or(""));
    const auto until = parse_instant(request.query.get("until").value_or(""));
    if (!from || !until) return Where::loop;
    const bool few = gpus > 0 && gpus <= most_gpus_on_loop;
    return few && *until - *from <= longest_on_loop ? Where::loop : Where::list;
}

}  // namespace

void add_calendar(http::Router& router, const Service& service) {
    const Known parameters{"from", "until", list_of("gpu"), "host"};
    add_long_question(router, service,
                      {"/api/v1/calendar", "getCalendar", "queryCalendar", parameters},
                      query_route(service, parameters, get_calendar, where_made));
}

}  // namespace dibs::routes
