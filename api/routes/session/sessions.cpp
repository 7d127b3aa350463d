// /api/v1/sessions: lists a person's sessions and ends one or all of them.
#include "api/auth/secrets.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Method;

// The caller; an admin may name another person.
Result<PersonId> find_sessions_owner(const RequestContext& context, Parameters& ask) {
    const auto named = ask.person();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    const auto& viewer = context.viewer();
    if (!named || *named == viewer.person || viewer.is_admin()) {
        return named.value_or(viewer.person);
    }
    return refuse(Code::not_allowed, "person", "Only an admin sees where others are signed in.");
}

// Adds values that are not in the tables.
void complete_session(const RequestContext& context, views::Session& session) {
    session.current = session.id == context.viewer().session;
    const auto used = context.service.last_use.of(session.id);  // to five minutes
    if (used) session.last_used_at = std::max(*used, session.created_at);
}

Answer list_sessions(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto page = ask.page();
    const auto person = find_sessions_owner(context, ask);
    if (!person) return tl::unexpected(person.error());
    auto slice = list_sessions(tables, *person, page);
    for (auto& session : slice.items) complete_session(context, session);
    return page_response(context, slice);
}

// A foreign session is answered as not found, except to an admin.
Answer get_session(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<SessionId>(context);
    if (!id) return tl::unexpected(id.error());
    const auto& viewer = context.viewer();
    const auto owner = owner_of_session(tables, *id);
    auto session = find_session(tables, *id);
    if (!session || !owner || (*owner != viewer.person && !viewer.is_admin())) {
        return refuse(Code::not_found, "id", "There is no such session.");
    }
    complete_session(context, *session);
    return json_of(200, *session);
}

http::Response ended(const RequestContext& context, bool own_too) {
    auto response = http::empty_response(204);
    if (own_too) response.with("Set-Cookie", auth::take_cookie_back(context.request));
    return response;
}

void end_one(const RequestPtr& context) {
    const auto id = id_of<SessionId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    const bool own = context->viewer().session == *id;
    submit(context, {.command = people::Command{people::SignOut{*id}},
                     .done = [own](const RequestContext& a, const Done&,
                                   const Snapshot&) { return ended(a, own); },
                     .refused =
                         [](const RequestPtr& a, Refusal refusal) {
                             // A foreign session is answered as not found.
                             if (refusal.code == Code::not_allowed) {
                                 refusal = refusal.instead(Code::not_found, "id",
                                                           "There is no such session.");
                             }
                             fail(a, refusal);
                         }});
}

void end_all(const RequestPtr& context) {
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    Result<PersonId> person = context->viewer().person;
    {
        const auto tables = context->service.model.snapshot(context->service.clock());
        Parameters ask(*context, tables);
        person = find_sessions_owner(*context, ask);
    }
    if (!person) return fail(context, person.error());
    const bool own = context->viewer().session && context->viewer().person == *person;
    submit(context, {.command = people::Command{people::SignOutEverywhere{*person}},
                     .done = [own](const RequestContext& a, const Done&, const Snapshot&) {
                         return ended(a, own);
                     }});
}

}  // namespace

void add_sessions(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/sessions";
    router.add({Method::get, all, "listSessions", access::personal,
                list_route(service, {"person"}, list_sessions)});
    router.add({Method::del, all, "signOutEverywhere", access::personal,
                command_route(service, end_all, {"person"})});
    router.add({Method::get, all + "/{id}", "getSession", access::personal,
                query_route(service, {}, get_session)});
    router.add({Method::del, all + "/{id}", "endSession", access::personal,
                command_route(service, end_one)});
}

}  // namespace dibs::routes
