// /api/v1/sessions: where somebody is signed in, and an end to it: of one, or of all.
#include "api/auth/secrets.hpp"
#include "api/routes/parameters.hpp"
#include "api/routes/routes.hpp"

namespace dibs::routes {
namespace {

using http::Method;

// One's own; an admin may name somebody else.
Result<PersonId> whose(const Asked& asked, Parameters& ask) {
    const auto named = ask.person();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    const auto& viewer = asked.viewer();
    if (!named || *named == viewer.person || viewer.is_admin()) {
        return named.value_or(viewer.person);
    }
    return refuse(Code::not_allowed, "person", "Only an admin sees where others are signed in.");
}

Answer list(const Asked& asked, const Snapshot& tables) {
    Parameters ask(asked, tables);
    const auto page = ask.page();
    const auto person = whose(asked, ask);
    if (!person) return tl::unexpected(person.error());
    auto slice = tables.sessions(*person, page);
    for (auto& session : slice.items) session.current = session.id == asked.viewer().session;
    return page_response(asked, slice);
}

http::Response ended(const Asked& asked, bool own_too) {
    auto response = http::empty_response(204);
    if (own_too) response.with("Set-Cookie", auth::take_cookie_back(asked.request));
    return response;
}

void end_one(const AskedPtr& asked) {
    const auto id = id_of<SessionId>(*asked);
    if (!id) return fail(asked, id.error());
    if (const auto none = no_body(*asked); !none) return fail(asked, none.error());
    const bool own = asked->viewer().session == *id;
    submit(asked,
           {.command = people::Command{people::SignOut{*id}},
            .done = [own](const Asked& a, const Done&, const Snapshot&) { return ended(a, own); },
            .refused =
                [](const AskedPtr& a, Refusal refusal) {
                    // Whether somebody else has such a session is nobody's business.
                    if (refusal.code == Code::not_allowed) {
                        refusal = {Code::not_found, "id", "There is no such session.", {}};
                    }
                    fail(a, refusal);
                }});
}

void end_all(const AskedPtr& asked) {
    if (const auto none = no_body(*asked); !none) return fail(asked, none.error());
    Result<PersonId> person = asked->viewer().person;
    {
        const auto tables = asked->service.model.snapshot(asked->service.clock());
        Parameters ask(*asked, tables);
        person = whose(*asked, ask);
    }
    if (!person) return fail(asked, person.error());
    const bool own = asked->viewer().session && asked->viewer().person == *person;
    submit(asked,
           {.command = people::Command{people::SignOutEverywhere{*person}},
            .done = [own](const Asked& a, const Done&, const Snapshot&) { return ended(a, own); }});
}

}  // namespace

void add_sessions(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/sessions";
    router.add({Method::get, all, "listSessions", access::personal,
                reads(service, {"person", "limit", "cursor"}, list)});
    router.add({Method::del, all, "signOutEverywhere", access::personal,
                acts(service, end_all, {"person"})});
    router.add(
        {Method::del, all + "/{id}", "endSession", access::personal, acts(service, end_one)});
}

}  // namespace dibs::routes
