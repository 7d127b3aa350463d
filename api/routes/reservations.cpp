// /api/v1/reservations: book, look, change, cancel, release, reinstate.
#include "api/auth/may_see.hpp"
#include "api/http/conditional.hpp"
#include "api/routes/asked.hpp"
#include "api/routes/conflict.hpp"
#include "api/routes/parameters.hpp"
#include "api/routes/reservation_bodies.hpp"
#include "api/routes/routes.hpp"
#include "ingest/fresh_id.hpp"

namespace dibs::routes {
namespace {

using http::Method;
using http::Response;
using reservation::Version;

Response shown(const views::Reservation& view, int status = 200) {
    return json_of(status, view)
        .with("ETag", http::version_etag(static_cast<std::uint64_t>(view.version)));
}

// What the tables have of it now; a repeated booking finds its first id in the record.
Response as_it_is(const Asked& asked, const Snapshot& tables, ReservationId id, int status) {
    const auto view = tables.reservation(id);
    if (view) return shown(*view, status);
    return http::refusal_response({Code::not_found, "id", "There is no such reservation.", {}},
                                  asked.request.request_id);
}

Answer list(const Asked& asked, const Snapshot& tables) {
    Parameters ask(asked, tables);
    views::ReservationFilter filter;
    filter.from = ask.instant("from");
    filter.until = ask.instant("until");
    filter.owner = ask.person("owner");
    filter.gpus = ask.ids<GpuId>("gpu");
    filter.host = ask.host();
    filter.states = ask.values<views::ReservationState>("state");
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = tables.reservations(filter, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(asked.viewer(), item); });
    return page_response(asked, slice);
}

Answer get(const Asked& asked, const Snapshot& tables) {
    const auto id = id_of<ReservationId>(asked);
    if (!id) return tl::unexpected(id.error());
    const auto view = tables.reservation(*id);
    if (!view || !auth::may_see(asked.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such reservation.");
    }
    return shown(*view);
}

// What the tables will say of a new booking; nothing if they lack a name that it needs.
std::optional<Response> as_booked(const Asked& asked, const Done& done, const Snapshot& tables) {
    const auto* event =
        done.events.size() == 1 ? std::get_if<reservation::Event>(&done.events.front()) : nullptr;
    const auto* booked = event ? std::get_if<reservation::Booked>(event) : nullptr;
    if (!booked) return std::nullopt;
    const auto& b = booked->booking;
    const bool begun = b.when.from <= tables.now();
    const auto state = begun ? views::ReservationState::running : views::ReservationState::upcoming;
    views::Reservation view{
        b.id,         b.gpus, {}, b.owner, tables.person_name(b.owner), b.title, b.when.from,
        b.when.until, state,  1,  done.at, asked.viewer().person,       {}};
    for (const GpuId gpu : b.gpus) {
        view.gpu_names.push_back(tables.gpu_name(gpu));
        if (!tables.host_name_of(gpu)) return std::nullopt;
    }
    if (view.owner_name.value.empty()) return std::nullopt;
    return shown(view, 201).with("Location", location(asked, "reservations", to_text(b.id)));
}

void book(const AskedPtr& asked) {
    auto body = body_of<ReservationNew>(*asked);
    if (!body) return fail(asked, body.error());
    if (auto no = check_unique(body->gpus)) return fail(asked, *no);
    const auto id = body->id.value_or(fresh_id<ReservationId>(asked->service.clock()));
    const Wanted wanted{body->gpus, {body->from, body->until}, {}};
    reservation::Book command{id,
                              body->owner.value_or(asked->viewer().person),
                              std::move(body->gpus),
                              wanted.when,
                              {body->title.value_or("")}};
    submit(asked, {.command = reservation::Command{std::move(command)},
                   .at_once = as_booked,
                   .done =
                       [id](const Asked& a, const Done& done, const Snapshot& tables) {
                           auto made = id;
                           const auto first =
                               done.repeated ? tables.event(done.position) : std::nullopt;
                           if (first && first->reservation) made = *first->reservation;
                           return as_it_is(a, tables, made, 201)
                               .with("Location", location(a, "reservations", to_text(made)));
                       },
                   .refused =
                       [wanted](const AskedPtr& a, const Refusal& refusal) {
                           if (refusal.code != Code::slot_taken) return fail(a, refusal);
                           answer_conflict(a, refusal, wanted);
                       }});
}

// A refusal about a reservation there is: what it is now, or that it has ended.
void refuse_known(const AskedPtr& asked, ReservationId id, const ReservationPatch& patch,
                  Refusal refusal) {
    const auto& service = asked->service;
    std::optional<views::Reservation> now;
    {
        const auto tables = service.model.snapshot(service.clock());
        now = tables.reservation(id);
    }
    if (!now) return fail(asked, refusal);
    if (refusal.code == Code::not_found) {  // forgotten by the writer, kept in the record
        return fail(asked,
                    {Code::already_ended, "", "It ended long ago and never changes again.", {}});
    }
    if (refusal.code == Code::slot_taken) {
        return answer_conflict(asked, refusal,
                               {patch.gpus.value_or(now->gpus),
                                {patch.from.value_or(now->from), patch.until.value_or(now->until)},
                                id});
    }
    if (refusal.code != Code::changed_meanwhile) return fail(asked, refusal);
    refusal.field = "If-Match";
    auto problem = http::problem_of(refusal, asked->request.request_id);
    problem.with("current", to_json(*now));
    asked->respond(positioned(*asked, http::to_response(problem)));
}

void submit_about(const AskedPtr& asked, ReservationId id, reservation::Command command,
                  ReservationPatch patch = {}) {
    submit(asked, {.command = std::move(command),
                   .done = [id](const Asked& a, const Done&,
                                const Snapshot& tables) { return as_it_is(a, tables, id, 200); },
                   .refused =
                       [id, patch = std::move(patch)](const AskedPtr& a, Refusal refusal) {
                           refuse_known(a, id, patch, std::move(refusal));
                       }});
}

struct Target {
    ReservationId id;
    std::optional<Version> expected;
};
enum class IfMatch { needed, optional };

// The reservation of the path and the version of If-Match; nothing if answered already.
std::optional<Target> target_of(const AskedPtr& asked, IfMatch rule) {
    const auto id = id_of<ReservationId>(*asked);
    if (!id) {
        fail(asked, id.error());
        return std::nullopt;
    }
    if (rule == IfMatch::needed && !asked->request.header("if-match")) {
        auto problem = http::problem_of_status(
            428, "Name the version you mean: If-Match with the reservation's ETag.",
            asked->request.request_id);
        problem.field = "If-Match";
        asked->respond(positioned(*asked, http::to_response(problem)));
        return std::nullopt;
    }
    const auto version = http::if_match(asked->request);
    if (!version) {
        refuse_known(asked, *id, {}, version.error());
        return std::nullopt;
    }
    if (!*version) return Target{*id, std::nullopt};
    return Target{*id, static_cast<Version>(**version)};
}

void change(const AskedPtr& asked) {
    const auto target = target_of(asked, IfMatch::needed);
    if (!target) return;
    auto patch = body_of<ReservationPatch>(*asked);
    if (!patch) return fail(asked, patch.error());
    if (auto no = check_patch(*patch)) return fail(asked, *no);
    reservation::Change command{target->id,  target->expected, patch->gpus,
                                patch->from, patch->until,     {}};
    if (patch->title) command.title = Personal<std::string>{*patch->title};
    submit_about(asked, target->id, std::move(command), *std::move(patch));
}

void cancel(const AskedPtr& asked) {
    const auto target = target_of(asked, IfMatch::needed);
    if (!target) return;
    if (const auto none = no_body(*asked); !none) return fail(asked, none.error());
    submit_about(asked, target->id, reservation::Cancel{target->id, target->expected});
}

template <class Command>
void simple(const AskedPtr& asked) {
    const auto target = target_of(asked, IfMatch::optional);
    if (!target) return;
    if (const auto none = no_body(*asked); !none) return fail(asked, none.error());
    submit_about(asked, target->id, Command{target->id, target->expected});
}

}  // namespace

void add_reservations(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/reservations";
    const std::string one = all + "/{id}";
    router.add(
        {Method::get, all, "listReservations", access::read,
         reads(service, {"from", "until", "owner", "gpu", "host", "state", "limit", "cursor"},
               list)});
    router.add({Method::post, all, "bookReservation", access::book, acts(service, routes::book)});
    router.add({Method::get, one, "getReservation", access::read, reads(service, {}, get)});
    router.add({Method::patch, one, "changeReservation", access::book, acts(service, change)});
    router.add({Method::del, one, "cancelReservation", access::book, acts(service, cancel)});
    router.add({Method::post, one + "/release", "releaseReservation", access::book,
                acts(service, simple<reservation::Release>)});
    router.add({Method::post, one + "/reinstate", "reinstateReservation", access::book,
                acts(service, simple<reservation::Reinstate>)});
}

}  // namespace dibs::routes
