// Tables ready -> credential -> viewer -> the route's row -> origin and content type -> rate -> the
// handler.
#include "api/auth/gate.hpp"

#include "api/auth/access.hpp"
#include "api/auth/readiness.hpp"
#include "api/auth/secrets.hpp"
#include "api/auth/stream_places.hpp"
#include "api/auth/stream_ticket.hpp"
#include "api/http/origin.hpp"
#include "api/http/problem.hpp"
#include "api/http/rate_limit.hpp"
#include "domain/people/people_rules.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"

#include <spdlog/spdlog.h>

namespace dibs::auth {
namespace {

using http::Request;
using http::Response;
using Refused = std::optional<Response>;

Response refused(const Request& request, Code code, std::string detail) {
    auto response =
        http::refusal_response(Refusal{code, "", std::move(detail), {}}, request.request_id);
    if (code == Code::not_signed_in) response.with("WWW-Authenticate", "Bearer realm=\"dibs\"");
    return response;
}

Refused lacking(const Request& request, std::string_view scope) {
    return refused(request, Code::not_allowed,
                   "This needs the scope " + std::string(scope) +
                       ": a token that has it, or an account that may.");
}

// Checks the caller against the row. The default is to refuse.
Refused check_row(const Request& request, std::string_view row, const Viewer* viewer,
                  const Scraping& scraping) {
    if (row == access::open) return std::nullopt;
    if (row == access::metrics && needs_no_token(request, scraping)) return std::nullopt;
    if (!viewer) return refused(request, Code::not_signed_in, "Sign in, or send a token.");
    if (row == access::signed_in) return std::nullopt;
    if (row == access::session) {
        if (viewer->session) return std::nullopt;
        return refused(request, Code::not_allowed, "This is about a session; a token has none.");
    }
    const auto demand = [&](Scope scope, std::string_view name) {
        return viewer->scopes.has(scope) ? Refused{} : lacking(request, name);
    };
    if (row == access::personal) {
        return viewer->in_person() ? Refused{} : demand(Scope::admin, access::admin);
    }
    if (row == access::account && viewer->session) {
        return viewer->in_person() ? Refused{} : demand(Scope::admin, access::admin);
    }
    if (row == access::account) return demand(Scope::book, access::book);
    if (row == access::read) return demand(Scope::read, access::read);
    if (row == access::metrics) return demand(Scope::scrape, access::metrics);
    if (row == access::book) return demand(Scope::book, access::book);
    if (row == access::admin) return demand(Scope::admin, access::admin);
    return refused(request, Code::not_allowed, "Nobody may do this.");
}

Response wrong_media_type(const Request& request, const Refusal& refusal) {
    auto problem = http::problem_of_status(415, refusal.detail, request.request_id);
    problem.field = refusal.field;
    return http::to_response(problem);
}

// A browser adds cookies by itself, so a request with a cookie must come from Dibs' own pages. A
// program sends its token on purpose. Sign-in is guarded too, so that a foreign page cannot sign a
// person in to another account.
Refused check_write(const Guard& guard, const Request& request, const Viewer* viewer) {
    if (!http::changes_state(request.method)) return std::nullopt;
    const bool by_token = viewer && !viewer->session;
    if (!by_token) {
        auto own = http::check_origin(request, guard.origins);
        if (!own) {
            spdlog::warn("request {}: {} From {}", request.request_id, own.error().detail,
                         request.peer);
        }
        if (own && viewer) own = http::check_client_named(request);
        if (!own) return http::refusal_response(own.error(), request.request_id);
    }
    if (by_token && request.body.empty()) return std::nullopt;
    const auto json = http::check_json_body(request);
    if (!json) return wrong_media_type(request, json.error());
    return std::nullopt;
}

// Queries that are POSTed for their body (offers, gpus/parse, time/parse) are not counted as
// commands.
std::optional<Counted> count(const Guard& guard, const http::Route& route, const Request& request,
                             const Viewer* viewer) {
    if (!viewer || !http::changes_state(request.method) || route.scope == access::read) {
        return std::nullopt;
    }
    return guard.rates.command(viewer->person);
}

http::Respond with_quota(const http::Respond& respond, const http::Quota& quota) {
    return [respond, quota](Response response) {
        http::add_quota(response, quota);
        respond(std::move(response));
    };
}

// True when a session is unused for longer than the rules allow; its next request then ends it. A
// session not yet used since this process started is not idle.
bool is_idle(const Guard& guard, const Snapshot& tables, SessionId session, Instant now) {
    const auto used = guard.last_use.of(session);
    if (!used || now - *used <= 2 * LastUse::step) return false;
    const auto most = site_rules(tables).rules.session_idle_min;
    return most && now - *used > std::chrono::minutes{*most} + LastUse::step;
}

// The viewer by the current tables. Empty without a credential; refused (not_signed_in) with an
// invalid one.
Result<std::optional<Viewer>> identify(const Guard& guard, const Request& request) {
    const auto wrong = [] {
        return refuse(Code::not_signed_in, "",
                      "This credential is not valid (any more): sign in again.");
    };
    const auto bearer = bearer_token(request);
    if (!bearer && has_authorization(request)) return wrong();
    const auto secret = bearer ? bearer : session_cookie(request);
    if (!secret) return std::nullopt;
    const auto now = guard.clock();
    const auto tables = guard.model.snapshot(now);
    const auto found = find_credential(tables, digest_of(*secret));
    if (!found || !found->valid_at(now)) return wrong();
    const auto role = role_of(tables, found->person);
    if (!role) return wrong();
    // The secret of a token is no session cookie, and a session's secret is no bearer token.
    if (bearer.has_value() == found->session.has_value()) return wrong();
    if (found->session && is_idle(guard, tables, *found->session, now)) {
        guard.end_session(*found->session);
        return refuse(Code::not_signed_in, "",
                      "This session was not used for so long that it has ended: sign in again.");
    }
    if (found->session) guard.last_use.record(*found->session, now);
    return Viewer{found->person,  *role,        people::held_by(found->scopes, *role),
                  found->session, found->token, found->expires};
}

bool is_open(const Guard& guard, const http::Route& route, const Request& request) {
    return route.scope == access::open ||
           (route.scope == access::metrics && needs_no_token(request, guard.scraping));
}

// Callers cannot be identified before the tables of people are ready. Until then only open routes
// are answered.
Refused check_tables(const Guard& guard, const http::Route& route, const Request& request) {
    const bool anyone = is_open(guard, route, request);
    const auto state = tables_ready_for(guard.projector, route, !anyone);
    if (state.ready) return std::nullopt;
    return not_ready(state, request.request_id);
}

Refused check_host(const Guard& guard, const http::Route& route, const Request& request) {
    if (route.scope != access::metrics || names_us(request, guard.scraping)) return std::nullopt;
    return http::to_response(http::problem_of_status(
        421, "This server has no such name: [server] public_url gives it one.",
        request.request_id));
}

void let_in(const Guard& guard, const http::Route& route, Request request,
            const http::Respond& respond, const std::function<void(Response)>& deny) {
    auto who = identify(guard, request);
    if (!who && !is_open(guard, route, request)) {
        return deny(refused(request, who.error().code, who.error().detail));
    }
    const Viewer* viewer = who && *who ? &**who : nullptr;
    auto no = check_row(request, route.scope, viewer, guard.scraping);
    if (!no) no = check_write(guard, request, viewer);
    if (no) return deny(*std::move(no));
    const auto counted = count(guard, route, request, viewer);
    if (counted && counted->wait_s > 0) {
        auto response = http::too_many_requests(counted->wait_s, request.request_id);
        http::add_quota(response, counted->quota);
        return deny(std::move(response));
    }
    if (viewer) request.viewer = *viewer;
    route.handler(std::move(request), counted ? with_quota(respond, counted->quota) : respond);
}

}  // namespace

http::Gate make_gate(Guard guard) {
    return [guard = std::move(guard)](const http::Route& route, Request request,
                                      const http::Respond& respond) {
        const auto deny = [&](Response response) {
            response.with("Dibs-Position", std::to_string(guard.projector.position()));
            respond(std::move(response));
        };
        if (auto early = check_host(guard, route, request)) return deny(*std::move(early));
        if (auto early = check_tables(guard, route, request)) return deny(*std::move(early));
        const auto request_id = request.request_id;
        try {
            let_in(guard, route, std::move(request), respond, deny);
        } catch (const TableNotThere& missing) {
            deny(not_ready(state_of(guard.model, missing), request_id));
        } catch (const TablesDamaged& damaged) {
            deny(http::refusal_response({Code::unavailable, "", damaged.what(), {}}, request_id));
        }
    };
}

namespace {

Refused check_ticket(const Guard& guard, UsedTexts& used, const Request& request,
                     const Viewer& viewer) {
    if (!viewer.session) return std::nullopt;
    const auto now = guard.clock();
    const auto ticket = request.query.get("ticket").value_or("");
    const auto end = end_of(guard.sign, stream_of(*viewer.session), ticket, now);
    if (end && used.add(ticket, *end, now)) return std::nullopt;
    return http::refusal_response(
        Refusal{Code::not_allowed,
                "ticket",
                "The stream of a session is opened with a ticket of half a minute, once: ask "
                "/api/v1/stream/ticket for one.",
                {}},
        request.request_id);
}

}  // namespace

http::Authenticate make_admission(Guard guard) {
    return [guard = std::move(guard), used = std::make_shared<UsedTexts>(),
            places = std::make_shared<StreamPlaces>()](
               const Request& request, const std::function<void(http::Admission)>& answer) {
        http::Admission admission;
        const auto refuse_with = [&](Response response) {
            admission.refusal = std::move(response);
            answer(std::move(admission));
        };
        const auto tables = all_tables_ready(guard.projector, guard.model);
        if (!tables.ready) return refuse_with(not_ready(tables, request.request_id));
        auto who = identify(guard, request);
        if (!who) return refuse_with(refused(request, who.error().code, who.error().detail));
        const Viewer* viewer = *who ? &**who : nullptr;
        if (auto no = check_row(request, access::read, viewer, {}))
            return refuse_with(*std::move(no));
        if (auto no = check_ticket(guard, *used, request, *viewer)) {
            return refuse_with(*std::move(no));
        }
        auto admitted = *viewer;
        admitted.place = places->take(viewer->person, guard.most_streams);
        if (!admitted.place) return refuse_with(http::too_many_requests(5, request.request_id));
        admission.viewer = std::move(admitted);
        answer(std::move(admission));
    };
}

}  // namespace dibs::auth
