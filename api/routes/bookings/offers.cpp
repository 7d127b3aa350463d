// POST /api/v1/offers: a request in amounts and times -> placements, best first. Books nothing.
#include "api/routes/bookings/placements.hpp"
#include "api/routes/bookings/reservation_bodies.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "domain/kernel/text.hpp"
#include "domain/placement/reasons.hpp"
#include "domain/reservation/reservation_limits.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr auto usual_search = std::chrono::days{14};
constexpr auto longest_search = std::chrono::days{366};

struct OfferRequest {
    std::optional<std::int64_t> count{};
    std::optional<std::string> model{};
    std::optional<std::string> host{};
    std::optional<std::vector<GpuId>> gpus{};
    std::optional<std::int64_t> min_memory_mib{};
    std::optional<bool> same_host{};
    std::optional<bool> linked{};
    std::int64_t duration_s = 0;
    std::optional<Instant> earliest{};
    std::optional<Instant> latest{};
    std::optional<std::int64_t> limit{};
};
struct Offers {
    std::vector<OfferView> offers;
    std::optional<std::string> why{};  // the reason when there are no offers
    // The matching GPUs that are unhealthy and so in no offer; the list is bounded.
    std::optional<std::vector<views::GpuTrouble>> left_out{};
    std::optional<std::int64_t> left_out_count{};
};
constexpr std::size_t most_left_out = 32;

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::OfferRequest> {
    using T = routes::OfferRequest;
    static constexpr auto list =
        field_list(field("count", &T::count), field("model", &T::model), field("host", &T::host),
                   field("gpus", &T::gpus), field("min_memory_mib", &T::min_memory_mib),
                   field("same_host", &T::same_host), field("linked", &T::linked),
                   field("duration_s", &T::duration_s), field("earliest", &T::earliest),
                   field("latest", &T::latest), field("limit", &T::limit));
};
template <>
struct Fields<routes::Offers> {
    static constexpr auto list =
        field_list(field("offers", &routes::Offers::offers), field("why", &routes::Offers::why),
                   field("left_out", &routes::Offers::left_out),
                   field("left_out_count", &routes::Offers::left_out_count));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

template <class Number>
bool within(const std::optional<Number>& value, Number least, Number most) {
    return !value || (*value >= least && *value <= most);
}

std::optional<Refusal> check_offer_request(const OfferRequest& body) {
    Faults faults;
    const auto demand = [&](bool good, std::string field, std::string rule) {
        if (!good) faults.add(Code::out_of_range, std::move(field), std::move(rule));
    };
    demand(within<std::int64_t>(body.count, 1, 1024), "count", "1 to 1,024 GPUs.");
    demand(!body.model || (!body.model->empty() && characters_of(*body.model) <= 64), "model",
           "A part of a model has 1 to 64 characters.");
    demand(!body.gpus || (!body.gpus->empty() && body.gpus->size() <= 1024), "gpus",
           "1 to 1,024 GPUs.");
    demand(within<std::int64_t>(body.min_memory_mib, 1, 16'777'216), "min_memory_mib",
           "1 to 16,777,216 MiB.");
    demand(body.duration_s >= 60 && body.duration_s <= 31'622'400, "duration_s",
           "60 to 31,622,400 seconds.");
    demand(within<std::int64_t>(body.limit, 1, 20), "limit", "1 to 20 offers.");
    if (body.gpus) {
        if (auto twice = check_unique(*body.gpus)) faults.add(*std::move(twice));
    }
    return faults.refusal();
}

Result<placement::Search> search_of(const OfferRequest& body, const Snapshot& tables) {
    placement::Search search;
    auto& request = search.request;
    request.among = body.gpus.value_or(std::vector<GpuId>{});
    const auto all = request.among.empty() ? 1 : request.among.size();
    request.count = body.count ? static_cast<std::size_t>(*body.count) : all;
    request.model = body.model.value_or("");
    request.min_memory_mib = body.min_memory_mib.value_or(0);
    // Named GPUs may be on different hosts.
    request.same_host = body.same_host.value_or(body.count || request.among.empty());
    request.linked = body.linked.value_or(false);
    search.length = std::chrono::seconds{body.duration_s};
    search.earliest = placement::earliest_start(body.earliest, tables.now());
    search.latest = body.latest.value_or(search.earliest + usual_search);
    search.most = static_cast<std::size_t>(body.limit.value_or(5));
    search.work_counts_until = tables.now() + soon;
    if (body.latest && *body.latest < body.earliest.value_or(search.earliest)) {
        return refuse(Code::interval_reversed, "latest",
                      "The latest start is before the earliest.");
    }
    if (body.latest && *body.latest + reservation::late_start < tables.now()) {
        return refuse(Code::in_the_past, "latest", "That start is over.");
    }
    search.latest = std::max(search.latest, search.earliest);
    if (search.latest - search.earliest > longest_search) {
        return refuse(Code::too_far_ahead, "latest", "A search spans at most 366 days.");
    }
    if (!body.host) return search;
    const auto host = host_called(tables, *body.host);
    if (!host) {
        return refuse(Code::unknown_host, "host", "There is no host " + *body.host + ".");
    }
    request.hosts.assign(1, *host);
    return search;
}

std::optional<Refusal> check_known(const placement::Request& request, const Snapshot& tables) {
    for (const GpuId id : request.among) {
        if (find_gpu(tables, id)) continue;
        return Refusal{Code::unknown_gpu, "gpus", "There is no GPU " + to_text(id) + "."};
    }
    return std::nullopt;
}

// A request that no booking may have is not searched for. It is refused like the booking would be,
// at the field of this body.
std::optional<Refusal> check_rules(const placement::Search& search, const OfferRequest& body,
                                   const Bounds& bounds, Instant now) {
    const auto at = [](std::string field, reservation::Objection no) {
        if (no) no->field = std::move(field);
        return no;
    };
    const Interval first{search.earliest, search.earliest + search.length};
    if (auto no = at("duration_s", reservation::check_length(first, bounds))) return no;
    if (auto no = at("earliest", reservation::check_start(first, now, bounds))) return no;
    return at(body.count ? "count" : "gpus",
              reservation::check_count(search.request.count, bounds));
}

// Where the requested place has no such GPU, names the hosts that have some.
std::string why_none(const Snapshot& tables, const std::vector<placement::Candidate>& all,
                     const placement::Search& search, Placing placing) {
    placing.filter.host.reset();
    placing.among.clear();
    if (all.empty()) {
        const auto everywhere = candidates(tables, placing);
        if (auto hosts = where_else(everywhere, search.request)) return *std::move(hosts);
    }
    return placement::why_none(all, search);
}

void add_left_out(Offers& offers, const Snapshot& tables, std::vector<GpuId> unhealthy) {
    if (unhealthy.empty()) return;
    offers.left_out_count = static_cast<std::int64_t>(unhealthy.size());
    if (unhealthy.size() > most_left_out) unhealthy.resize(most_left_out);
    offers.left_out = troubles_of(tables, unhealthy);
}

Answer find_offers(const RequestContext& context, const Snapshot& tables) {
    const auto body = body_of<OfferRequest>(context);
    if (!body) return tl::unexpected(body.error());
    if (auto no = check_offer_request(*body)) return tl::unexpected(*std::move(no));
    auto search = search_of(*body, tables);
    if (!search) return tl::unexpected(search.error());
    const auto& request = search->request;
    if (auto no = check_known(request, tables)) return tl::unexpected(*std::move(no));
    const auto bounds =
        bounds_for(tables, context.viewer().person, search->earliest - tables.now());
    if (auto no = check_rules(*search, *body, bounds, tables.now())) {
        return tl::unexpected(*std::move(no));
    }
    if (const auto& horizon = bounds.of(&Limits::horizon_min)) {
        const auto last = tables.now() + std::chrono::minutes{horizon->value};
        search->latest = std::min(search->latest, last);
    }
    Placing placing;
    if (!request.hosts.empty()) placing.filter.host = request.hosts.front();
    placing.filter.model = request.model;
    placing.among = request.among;
    placing.for_whom = context.viewer().person;
    placing.linked = request.linked;
    placing.window = {search->earliest, search->latest + search->length};
    const auto all = candidates(tables, placing);
    const auto found = placement::sound_first(
        all, [&](const auto& among) { return placement::find(among, *search); });
    auto reasons = reasons_of(found, search->earliest);
    Offers offers;
    for (std::size_t i = 0; i < found.size(); ++i) {
        offers.offers.push_back(view_of(tables, found[i], std::move(reasons[i])));
    }
    if (found.empty()) offers.why = why_none(tables, all, *search, placing);
    add_left_out(offers, tables, unhealthy_gpus(all, request));
    return json_of(200, offers);
}

}  // namespace

void add_offers(http::Router& router, const Service& service) {
    router.add({http::Method::post, "/api/v1/offers", "findOffers", access::read,
                query_route(service, {}, find_offers, Where::report)});
}

}  // namespace dibs::routes
