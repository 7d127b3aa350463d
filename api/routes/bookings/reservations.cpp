// /api/v1/reservations: book, read, change, cancel, release, reinstate, approve, decline, keep.
#include "api/auth/may_see.hpp"
#include "api/http/conditional.hpp"
#include "api/routes/bookings/conflict.hpp"
#include "api/routes/bookings/reservation_bodies.hpp"
#include "api/routes/request/as_it_was.hpp"
#include "api/routes/request/asked_by_body.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/versioned.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;
using reservation::Version;

// The budgets that the booking exceeds, as the command recorded them.
void note_budgets(views::Reservation& view, const Done& done) {
    std::vector<views::OverBudget> over;
    for (const auto& event : done.events) {
        const auto* e = get_if<budget::Exceeded>(&event);
        if (!e || e->reservation != view.id) continue;
        over.push_back({e->id, e->of, e->period.from, e->period.until, e->gpu_hours, e->booked_s});
    }
    if (!over.empty()) view.over_budget = std::move(over);
}

// The reservation right after the command; a repeat gets the same answer.
Response as_it_was(const RequestContext& context, const Done& done, const Snapshot& tables,
                   ReservationId id, int status = 200) {
    auto view = reservation_as_of(tables, id, done.position, done.at);
    if (view) {
        note_budgets(*view, done);
        return versioned_response(*view, status);
    }
    return http::refusal_response({Code::not_found, "id", "There is no such reservation."},
                                  context.request.request_id);
}

Answer list_reservations(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::ReservationFilter filter;
    filter.from = ask.instant("from");
    filter.until = ask.instant("until");
    filter.owner = ask.person("owner");
    filter.gpus = ask.ids<GpuId>("gpu");
    filter.host = ask.host();
    filter.states = ask.values<views::ReservationState>("state");
    filter.approver = ask.person("approver");
    filter.zones = &context.service.zones;
    filter.project = ask.project();
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_reservations(tables, filter, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(context.viewer(), item); });
    return page_response(context, slice);
}

Answer get_reservation(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<ReservationId>(context);
    if (!id) return tl::unexpected(id.error());
    const auto view = find_reservation(tables, *id);
    if (!view || !auth::may_see(context.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such reservation.");
    }
    return versioned_response(*view);
}

// The new reservation of a command to book: active or waiting for approval. An admin's booking may
// be approved at once. Without `with_approval` that step is left out, for a dry run on behalf of
// the owner.
std::optional<reservation::Held> made_in(const Done& done, bool with_approval = true) {
    reservation::State state;
    for (const auto& event : done.events) {
        const auto of_it = as<reservation::Event>(event);
        if (!of_it) continue;
        if (!with_approval && of_it->is<reservation::Approved>()) continue;
        state = evolve(std::move(state), *of_it);
    }
    if (state.all.size() != 1) return std::nullopt;
    return std::move(state.all.begin()->second);
}

// The view of a new or hypothetical booking, before the tables hold it. Empty if the tables lack a
// name that it needs.
std::optional<views::Reservation> view_of_new(const RequestContext& context, const Done& done,
                                              const Snapshot& tables,
                                              const reservation::Held& held) {
    for (const GpuId gpu : held.booking.gpus) {
        if (!host_name_of(tables, gpu)) return std::nullopt;
    }
    const auto changed_at = held.version > 1 ? std::optional(done.at) : std::nullopt;
    auto view = view_of(tables, {held, done.at, context.viewer().person, changed_at}, done.at);
    if (view.owner_name.value.empty()) return std::nullopt;
    note_budgets(view, done);
    return view;
}

std::optional<Response> as_booked(const RequestContext& context, const Done& done,
                                  const Snapshot& tables) {
    const auto made = made_in(done);
    const auto view = made ? view_of_new(context, done, tables, *made) : std::nullopt;
    if (!view) return std::nullopt;
    return versioned_response(*view, 201)
        .with("Location", location(context, "reservations", to_text(view->id)));
}

void refuse_booking(const RequestPtr& context, const Refusal& refusal,
                    const placement::RefusedBooking& wanted) {
    if (!is_of_slot(refusal)) return fail(context, refusal);
    refuse_slot(context, refusal, wanted);
}

// Dry run: gives the answer of a booking by the same rules and books nothing.
void ask_to_book(const RequestPtr& context, reservation::Command command,
                 const placement::RefusedBooking& wanted) {
    submit(context,
           {.command = std::move(command),
            .done =
                [](const RequestContext& a, const Done& done, const Snapshot& tables) {
                    const auto mine = made_in(done);
                    const bool own = mine && mine->booking.owner == a.viewer().person;
                    const auto made = own ? mine : made_in(done, false);
                    const auto view = made ? view_of_new(a, done, tables, *made) : std::nullopt;
                    if (view) return json_of(200, *view);
                    return http::refusal_response(
                        {Code::unavailable, "", "The tables lack a name; ask again."},
                        a.request.request_id);
                },
            .refused = [wanted](const RequestPtr& a,
                                const Refusal& refusal) { refuse_booking(a, refusal, wanted); },
            .dry_run = true});
}

void book_reservation(const RequestPtr& context) {
    const auto dry_run = context->request.query.flag("dry_run");
    if (!dry_run) return fail(context, dry_run.error());
    auto body = body_of<ReservationNew>(*context);
    if (!body) return fail(context, body.error());
    if (auto no = check_unique(body->gpus)) return fail(context, *no);
    const auto id = body->id.value_or(fresh_id<ReservationId>(context->service.clock()));
    const placement::RefusedBooking wanted{body->gpus, {body->from, body->until}, {}};
    reservation::Book command{id,
                              body->owner.value_or(context->viewer().person),
                              std::move(body->gpus),
                              wanted.when,
                              {body->title.value_or("")},
                              body->protection,
                              std::move(body->project)};
    if (dry_run->value_or(false)) return ask_to_book(context, std::move(command), wanted);
    submit(context,
           {.command = reservation::Command{std::move(command)},
            .at_once = as_booked,
            .done =
                [id](const RequestContext& a, const Done& done, const Snapshot& tables) {
                    const auto held = made_in(done);  // a repeat created it with another id
                    const auto made = held ? held->booking.id : id;
                    return as_it_was(a, done, tables, made, 201)
                        .with("Location", location(a, "reservations", to_text(made)));
                },
            .refused = [wanted](const RequestPtr& a,
                                const Refusal& refusal) { refuse_booking(a, refusal, wanted); }});
}

// A refusal about an existing reservation shows its state at the refusal's position, or says that
// it has ended. A refusal before the decision shows the current state.
void refuse_known_reservation(const RequestPtr& context, ReservationId id,
                              const ReservationPatch& patch, Refusal refusal) {
    const auto& service = context->service;
    std::optional<views::Reservation> now;
    {
        const auto tables = service.model.snapshot(service.clock());
        now = refusal.position > 0 ? reservation_as_of(tables, id, refusal.position, tables.now())
                                   : find_reservation(tables, id);
    }
    if (!now) return fail(context, refusal);
    if (refusal.code == Code::not_found) {  // no longer in the writer's memory, still in the tables
        return fail(context, refusal.instead(Code::already_ended, "",
                                             "It ended long ago and never changes again."));
    }
    if (is_of_slot(refusal)) {
        return refuse_slot(context, refusal,
                           {patch.gpus.value_or(now->gpus),
                            {patch.from.value_or(now->from), patch.until.value_or(now->until)},
                            id});
    }
    if (refusal.code != Code::changed_meanwhile) return fail(context, refusal);
    refusal.field = "If-Match";
    auto problem = http::problem_of(refusal, context->request.request_id);
    problem.with("current", to_json(*now));
    context->respond(positioned(*context, http::to_response(problem), refusal.position));
}

void submit_reservation_command(const RequestPtr& context, ReservationId id,
                                reservation::Command command, ReservationPatch patch = {}) {
    submit(context,
           {.command = std::move(command),
            .done = [id](const RequestContext& a, const Done& done,
                         const Snapshot& tables) { return as_it_was(a, done, tables, id); },
            .refused =
                [id, patch = std::move(patch)](const RequestPtr& a, Refusal refusal) {
                    refuse_known_reservation(a, id, patch, std::move(refusal));
                }});
}

// The reservation of the path and the version of If-Match; empty if already answered.
std::optional<Target<ReservationId>> target_of(const RequestPtr& context, IfMatch rule) {
    const auto refuse = [](const RequestPtr& a, ReservationId id, Refusal refusal) {
        refuse_known_reservation(a, id, {}, std::move(refusal));
    };
    return routes::target_of<ReservationId>(context, "reservation", refuse, rule);
}

void change_reservation(const RequestPtr& context) {
    const auto target = target_of(context, IfMatch::needed);
    if (!target) return;
    auto patch = body_of<ReservationPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (auto no = check_patch(*patch)) return fail(context, *no);
    reservation::Change command{target->id,  target->expected, patch->gpus,
                                patch->from, patch->until,     {}};
    if (patch->title) command.title = Personal<std::string>{*patch->title};
    command.protection = patch->protection;
    command.project = patch->project;
    submit_reservation_command(context, target->id, std::move(command), *std::move(patch));
}

void cancel_reservation(const RequestPtr& context) {
    const auto target = target_of(context, IfMatch::needed);
    if (!target) return;
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit_reservation_command(context, target->id,
                               reservation::Cancel{target->id, target->expected});
}

void decline_reservation(const RequestPtr& context) {
    const auto target = target_of(context, IfMatch::optional);
    if (!target) return;
    auto body = body_of<DeclineBody>(*context);
    if (!body) return fail(context, body.error());
    submit_reservation_command(
        context, target->id,
        reservation::Decline{target->id, target->expected,
                             Personal<std::string>{std::move(body->reason)}});
}

void keep_reservation(const RequestPtr& context) {
    const auto target = target_of(context, IfMatch::optional);
    if (!target) return;
    auto body = body_of<KeepBody>(*context);
    if (!body) return fail(context, body.error());
    reservation::Keep command{.id = target->id, .expected = target->expected};
    command.for_min = body->for_min.value_or(command.for_min);
    if (body->reason) command.reason = Personal<std::string>{*std::move(body->reason)};
    submit_reservation_command(context, target->id, std::move(command));
}

template <class Command>
void submit_without_body(const RequestPtr& context) {
    const auto target = target_of(context, IfMatch::optional);
    if (!target) return;
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit_reservation_command(context, target->id, Command{target->id, target->expected});
}

}  // namespace

void add_reservations(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/reservations";
    const std::string one = all + "/{id}";
    const Known parameters{"from", "until",          "owner",    list_of("gpu"),
                           "host", list_of("state"), "approver", "project"};
    add_long_question(router, service, {all, "listReservations", "queryReservations", parameters},
                      list_route(service, parameters, list_reservations));
    router.add({Method::post, all, "bookReservation", access::book,
                command_route(service, book_reservation, {"dry_run"})});
    router.add({Method::get, one, "getReservation", access::read,
                query_route(service, {}, get_reservation)});
    router.add({Method::patch, one, "changeReservation", access::book,
                command_route(service, change_reservation)});
    router.add({Method::del, one, "cancelReservation", access::book,
                command_route(service, cancel_reservation)});
    router.add({Method::post, one + "/release", "releaseReservation", access::book,
                command_route(service, submit_without_body<reservation::Release>)});
    router.add({Method::post, one + "/reinstate", "reinstateReservation", access::book,
                command_route(service, submit_without_body<reservation::Reinstate>)});
    router.add({Method::post, one + "/approve", "approveReservation", access::book,
                command_route(service, submit_without_body<reservation::Approve>)});
    router.add({Method::post, one + "/decline", "declineReservation", access::book,
                command_route(service, decline_reservation)});
    router.add({Method::post, one + "/keep", "keepReservation", access::book,
                command_route(service, keep_reservation)});
}

}  // namespace dibs::routes
