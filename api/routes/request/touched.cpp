// Reads the affected bookings from the command's events and shows them from the tables.
#include "api/routes/request/touched.hpp"

#include "projections/questions/calendar.hpp"

namespace dibs::routes {
namespace {

using views::ReservationState;

Touched touched_by(const Done& done, const Snapshot& tables) {
    Touched touched;
    const auto add = [&](std::vector<views::Reservation>& to, ReservationId id,
                         ReservationState state) {
        auto view = find_reservation(tables, id);
        if (!view) return;
        view->state = state;
        to.push_back(*std::move(view));
    };
    for (const auto& event : done.events) {
        if (const auto* e = get_if<reservation::Suspended>(&event)) {
            add(touched.suspended, e->id, ReservationState::suspended);
        } else if (const auto* e = get_if<reservation::Revived>(&event)) {
            const auto state =
                views::state_at(reservation::Ending::none, e->booking.when, tables.now());
            add(touched.revived, e->booking.id, state);
        } else if (const auto* e = get_if<reservation::Cancelled>(&event)) {
            add(touched.cancelled, e->id, ReservationState::cancelled);
        } else if (const auto* e = get_if<reservation::Released>(&event)) {
            add(touched.released, e->id, ReservationState::released);
        }
    }
    return touched;
}

}  // namespace

void submit_or_ask(const RequestPtr& context, Submission submission) {
    const auto dry_run = context->request.query.flag("dry_run");
    if (!dry_run) return fail(context, dry_run.error());
    if (dry_run->value_or(false)) {
        submission.at_once = {};
        submission.then = {};
        submission.done = [](const RequestContext&, const Done& done, const Snapshot& tables) {
            return json_of(200, touched_by(done, tables));
        };
        submission.dry_run = true;
    }
    submit(context, std::move(submission));
}

}  // namespace dibs::routes
