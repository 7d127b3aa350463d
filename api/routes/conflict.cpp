// conflicts[] and alternatives[].
#include "api/routes/conflict.hpp"

#include "projections/questions/calendar.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr int most_looks = 10;
constexpr std::chrono::milliseconds between_looks{20};

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

bool all_known(const Clash& clash) {
    const Service& service = clash.context->service;
    const auto tables = service.model.snapshot(service.clock());
    const auto ids = ids_among<ReservationId>(clash.refusal.about);
    return std::all_of(ids.begin(), ids.end(),
                       [&](ReservationId id) { return find_reservation(tables, id).has_value(); });
}

void look(const std::shared_ptr<const Clash>& clash, int looks_left) {
    const Service& service = clash->context->service;
    if (looks_left > 0 && !all_known(*clash)) {
        service.loop.after(between_looks, [clash, looks_left] { look(clash, looks_left - 1); });
        return;
    }
    const auto plainly = [clash](const auto&...) { fail(clash->context, clash->refusal); };
    const auto work = [clash, plainly] {
        ask_tables(
            clash->context, [&] { answer(*clash); }, plainly);
    };
    if (!service.background.run(work)) plainly();
}

}  // namespace

void answer_conflict(const RequestPtr& context, const Refusal& refusal, const Wanted& wanted) {
    look(std::make_shared<const Clash>(Clash{context, refusal, wanted}), most_looks);
}

}  // namespace dibs::routes
