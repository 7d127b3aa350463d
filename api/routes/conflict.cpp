// conflicts[] and alternatives[].
#include "api/routes/conflict.hpp"

#include "projections/questions/calendar.hpp"

namespace dibs::routes {
namespace {

struct Clash {
    RequestPtr context;
    Refusal refusal;
    Wanted wanted;
};

void answer(const Clash& clash) {
    const Service& service = clash.context->service;
    const auto tables = service.model.snapshot(service.clock());
    auto problem = http::problem_of(clash.refusal, clash.context->request.request_id);
    const auto rows = conflicts_of(tables, ids_among<ReservationId>(clash.refusal.about),
                                   clash.wanted.gpus, clash.wanted.when);
    problem.with("conflicts", to_json(rows));
    problem.with("alternatives", to_json(alternatives(tables, clash.wanted)));
    clash.context->respond(
        positioned(*clash.context, http::to_response(problem), tables.position()));
}

}  // namespace

void answer_conflict(const RequestPtr& context, const Refusal& refusal, const Wanted& wanted) {
    const auto clash = std::make_shared<const Clash>(Clash{context, refusal, wanted});
    const auto plainly = [clash](const auto&...) { fail(clash->context, clash->refusal); };
    const auto work = [clash, plainly] {
        ask_tables(
            clash->context, [&] { answer(*clash); }, plainly);
    };
    if (!context->service.background.run(work)) plainly();
}

}  // namespace dibs::routes
