// Fills conflicts[] and alternatives[], and the names after "Ask".
#include "api/routes/bookings/conflict.hpp"

#include "api/routes/request/as_it_was.hpp"
#include "projections/questions/access.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/people.hpp"

#include <set>

namespace dibs::routes {
namespace {

struct Clash {
    RequestPtr context;
    Refusal refusal;
    placement::RefusedBooking booking;
};

void answer_clash(const Clash& clash) {
    const Service& service = clash.context->service;
    const auto tables = service.model.snapshot(service.clock());
    auto problem = http::problem_of(clash.refusal, clash.context->request.request_id);
    problem.with("conflicts", to_json(conflicts_of(tables, clash.refusal, clash.booking.gpus)));
    problem.with("alternatives", to_json(alternatives(tables, clash.booking)));
    clash.context->respond(
        positioned(*clash.context, http::to_response(problem), clash.refusal.position));
}

void answer_conflict(const RequestPtr& context, const Refusal& refusal,
                     const placement::RefusedBooking& booking) {
    const auto clash = std::make_shared<const Clash>(Clash{context, refusal, booking});
    const auto plainly = [clash](const auto&...) { fail(clash->context, clash->refusal); };
    const auto work = [clash, plainly] {
        ask_tables(
            clash->context, [&] { answer_clash(*clash); }, plainly);
    };
    auto& lists = context->service.workers.lists;
    if (run_in_turn(lists, context, work) != WorkPool::Taken::yes) plainly();
}

// Names appear only in the answer; the log keeps the refusal without them. An admin needs no names.
void answer_no_grant(const RequestPtr& context, Refusal refusal,
                     const placement::RefusedBooking& booking) {
    const auto tables = context->service.model.snapshot(context->service.clock());
    const auto person = context->viewer().person;
    if (role_of(tables, person) == people::Role::admin) return fail(context, refusal);
    const auto gpus = ids_among<GpuId>(refusal.about);
    const auto names = whom_to_ask(tables, person, gpus, booking.when.from, 2);
    if (names.size() == 1) refusal.detail += " Ask " + names[0] + ".";
    if (names.size() > 1) refusal.detail += " Ask " + names[0] + " or " + names[1] + ".";
    fail(context, refusal);
}

}  // namespace

std::vector<views::Conflict> conflicts_of(const Snapshot& tables, const Refusal& refusal,
                                          const std::vector<GpuId>& gpus) {
    std::set<GpuId> wanted;
    for (const GpuId gpu : gpus) {
        for (const GpuId part : overlapping_devices(tables, gpu)) wanted.insert(part);
    }
    std::vector<views::Conflict> found;
    for (const auto id : ids_among<ReservationId>(refusal.about)) {
        const auto held = reservation_as_of(tables, id, refusal.position, tables.now());
        if (!held) continue;
        for (const GpuId gpu : held->gpus) {
            if (!wanted.contains(gpu)) continue;
            found.push_back({gpu, gpu_name(tables, gpu), id, held->owner, held->owner_name,
                             held->from, held->until});
        }
    }
    return found;
}

bool is_of_slot(const Refusal& refusal) {
    return refusal.code == Code::slot_taken || refusal.code == Code::driver_broken ||
           refusal.code == Code::gpu_unhealthy || refusal.code == Code::no_grant;
}

void refuse_slot(const RequestPtr& context, const Refusal& refusal,
                 const placement::RefusedBooking& booking) {
    if (refusal.code == Code::no_grant) return answer_no_grant(context, refusal, booking);
    answer_conflict(context, refusal, booking);
}

}  // namespace dibs::routes
