// GET /api/v1/events: the history.
#include "api/auth/may_see.hpp"
#include "api/routes/parameters.hpp"
#include "api/routes/routes.hpp"
#include "projections/questions/history.hpp"

namespace dibs::routes {

enum class Order { newest, oldest };

}  // namespace dibs::routes

namespace dibs {

template <>
struct Names<routes::Order> {
    static constexpr std::array list = {named(routes::Order::newest, "newest"),
                                        named(routes::Order::oldest, "oldest")};
};

}  // namespace dibs

namespace dibs::routes {
namespace {

Answer list(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::EventFilter filter;
    filter.types = ask.list("type", 64);
    filter.person = ask.person();
    filter.gpu = ask.id<GpuId>("gpu");
    filter.host = ask.host();
    filter.reservation = ask.id<ReservationId>("reservation");
    filter.violation = ask.id<ViolationId>("violation");
    filter.board = ask.id<BoardId>("board");
    filter.since = ask.instant("since");
    filter.until = ask.instant("until");
    filter.above = ask.number("above").value_or(0);
    filter.oldest_first = ask.value<Order>("order") == Order::oldest;
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_events(tables, filter, page);
    const auto audience = auth::audience_of(context.viewer());
    Slice<views::Event> shown{{}, std::move(slice.next)};
    for (auto& event : slice.items) {
        if (!auth::may_see(context.viewer(), event)) continue;
        shown.items.push_back(auth::visible(audience, std::move(event)));
    }
    return page_response(context, shown);
}

}  // namespace

void add_events(http::Router& router, const Service& service) {
    router.add({http::Method::get, "/api/v1/events", "listEvents", access::read,
                list_route(service,
                           {"type", "person", "gpu", "host", "reservation", "violation", "board",
                            "since", "until", "above", "order"},
                           list)});
}

}  // namespace dibs::routes
