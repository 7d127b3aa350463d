// GET /api/v1/reservations/{id}/swap: domain/placement/swap over the tables.
#include "api/routes/bookings/swaps.hpp"

#include "api/auth/may_see.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "domain/placement/swap.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"

#include <algorithm>
#include <set>

namespace dibs::routes {
namespace {

constexpr std::size_t closed_search_limit = 10'000;

// A GPU whose host is only unreachable is not included: its processes may go on.
bool is_of_no_use(const views::GpuTrouble& trouble) {
    return trouble.state != GpuState::host_unreachable;
}

// Marks GPUs that the booking's owner may not use for the rest of the booking.
void mark_closed(std::vector<placement::Candidate>& all, const Snapshot& tables,
                 const views::Reservation& booking, const Interval& when, const Zones& zones) {
    std::vector<GpuId> gpus;
    for (const auto& one : all) gpus.push_back(one.gpu.id);
    std::set<GpuId> closed;
    for (const auto& one :
         closed_to(tables, booking.owner, gpus, when, zones, closed_search_limit)) {
        closed.insert(one.gpu);
    }
    for (auto& one : all) one.gpu.closed = closed.contains(one.gpu.id);
}

placement::SwapRequest swap_request_of(const Snapshot& tables, const views::Reservation& booking,
                                       const std::vector<GpuId>& away, const Interval& when) {
    placement::SwapRequest request{booking.gpus, {}, when};
    for (const GpuId id : away) {
        if (auto gpu = find_gpu(tables, id)) {
            request.replace.push_back(searched_gpu(*std::move(gpu)));
        }
    }
    return request;
}

SwapProposal with_swaps(SwapProposal view, const Snapshot& tables,
                        const placement::SwapRequest& asked,
                        const std::vector<placement::Swap>& found) {
    for (const auto& old : asked.replace) {
        const auto to = std::find_if(found.begin(), found.end(),
                                     [&](const auto& one) { return one.from == old.id; });
        auto from_name = gpu_name(tables, old.id);
        if (to == found.end()) {
            view.none_like_names.push_back(std::move(from_name));
            continue;
        }
        const auto taken = find_gpu(tables, to->to);
        view.swaps.push_back({old.id, std::move(from_name), to->to, gpu_name(tables, to->to),
                              old.model, taken && taken->host_id == old.host});
        std::replace(view.gpus.begin(), view.gpus.end(), old.id, to->to);
    }
    std::sort(view.gpus.begin(), view.gpus.end());
    for (const GpuId gpu : view.gpus) view.gpu_names.push_back(gpu_name(tables, gpu));
    return view;
}

Answer propose(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<ReservationId>(context);
    if (!id) return tl::unexpected(id.error());
    Parameters ask(context, tables);
    const auto away = ask.id<GpuId>("gpu");
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    const auto view = find_reservation(tables, *id);
    if (!view || !auth::may_see(context.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such reservation.");
    }
    const auto proposal = propose_swap(tables, *view, away, context.service.zones);
    if (!proposal) return tl::unexpected(proposal.error());
    return json_of(200, *proposal);
}

}  // namespace

Result<SwapProposal> propose_swap(const Snapshot& tables, const views::Reservation& booking,
                                  std::optional<GpuId> only, const Zones& zones) {
    const bool open = booking.state == views::ReservationState::upcoming ||
                      booking.state == views::ReservationState::running;
    if (!open) {
        return refuse(Code::not_ready, "", "Only an upcoming or running booking swaps its GPUs.");
    }
    SwapProposal view;
    view.version = booking.version;
    view.gpus = booking.gpus;
    view.unusable = booking.warnings;
    std::vector<GpuId> away;
    for (const auto& trouble : booking.warnings) {
        if (is_of_no_use(trouble)) away.push_back(trouble.gpu);
    }
    if (only) {
        const auto& its = booking.gpus;
        if (std::find(its.begin(), its.end(), *only) == its.end()) {
            return refuse(Code::unknown_gpu, "gpu",
                          "The booking has no GPU " + to_text(*only) + ".");
        }
        if (booking.state == views::ReservationState::running &&
            std::find(away.begin(), away.end(), *only) == away.end()) {
            return refuse(Code::not_ready, "gpu",
                          "A running booking keeps its GPUs, but for those that are unhealthy, "
                          "lost or without a driver.");
        }
        away = {*only};
    }
    std::sort(away.begin(), away.end());
    const Interval rest{std::max(booking.from, tables.now()), booking.until};
    Placing placing{{}, {}, rest, booking.id, booking.owner};
    placing.linked = true;
    auto all = candidates(tables, placing);
    mark_closed(all, tables, booking, rest, zones);
    const auto asked = swap_request_of(tables, booking, away, rest);
    const auto found = placement::swaps(all, asked);
    return with_swaps(std::move(view), tables, asked, found);
}

void add_swaps(http::Router& router, const Service& service) {
    const Known parameters{"gpu"};
    router.add({http::Method::get, "/api/v1/reservations/{id}/swap", "proposeSwap", access::read,
                query_route(service, parameters, propose, Where::report)});
}

}  // namespace dibs::routes
