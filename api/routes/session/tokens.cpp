// /api/v1/tokens: credentials for programs. A token's secret is shown once and stored as a digest.
#include "api/auth/may_see.hpp"
#include "api/auth/secrets.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/session/token_life.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {
namespace {

using http::Method;

struct TokenNew {
    std::optional<TokenId> id{};
    Personal<std::string> label;
    Scopes scopes;
    std::optional<Instant> expires_at{};
};
struct TokenMade {
    TokenId id;
    Personal<std::string> label;
    Scopes scopes;
    Instant created_at;
    std::optional<Instant> expires_at{};
    std::string secret;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::TokenNew> {
    using T = routes::TokenNew;
    static constexpr auto list =
        field_list(field("id", &T::id), field("label", &T::label), field("scopes", &T::scopes),
                   field("expires_at", &T::expires_at));
};
template <>
struct Fields<routes::TokenMade> {
    using T = routes::TokenMade;
    static constexpr auto list =
        field_list(field("id", &T::id), field("label", &T::label), field("scopes", &T::scopes),
                   field("created_at", &T::created_at), field("expires_at", &T::expires_at),
                   field("secret", &T::secret));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

Answer list_tokens(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    const auto page = ask.page();
    const auto owner = ask.person().value_or(context.viewer().person);
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    if (!auth::may_see_tokens_of(context.viewer(), owner)) {
        return refuse(Code::not_allowed, "person", "Only an admin sees the tokens of others.");
    }
    return page_response(context, list_tokens(tables, owner, page));
}

// A foreign token is answered as not found.
Answer get_token(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<TokenId>(context);
    if (!id) return tl::unexpected(id.error());
    const auto owner = owner_of_token(tables, *id);
    const auto token = find_token(tables, *id);
    if (!token || !owner || !auth::may_see_tokens_of(context.viewer(), *owner)) {
        return refuse(Code::not_found, "id", "You hold no such token.");
    }
    return json_of(200, *token);
}

http::Response new_token_response(const RequestContext& context, const Done& done,
                                  const std::string& secret) {
    const auto* token = event_in<people::TokenIssued>(done);
    if (done.repeated || !token) {
        return http::refusal_response(
            {Code::already_exists, "Idempotency-Key",
             "This token was made already, and its secret is not kept: make another."},
            context.request.request_id);
    }
    return json_of(201, TokenMade{token->id, token->label, token->scopes, done.at, token->expires,
                                  secret})
        .with("Location", location(context, "tokens", to_text(token->id)));
}

void create_token(const RequestPtr& context) {
    auto body = body_of<TokenNew>(*context);
    if (!body) return fail(context, body.error());
    const auto& service = context->service;
    const auto now = service.clock();
    const auto id = body->id.value_or(fresh_id<TokenId>(now));
    if (body->id && !context->request.header("idempotency-key") &&
        owner_of_token(service.model.snapshot(now), *body->id)) {
        return fail(context, {Code::already_exists, "id", "This id is taken."});
    }
    const auto secret = auth::fresh_token();
    people::IssueToken command{id, std::move(body->label), body->scopes, digest_of(secret),
                               body->expires_at.value_or(now + token_life(service))};
    submit(context, {.command = people::Command{std::move(command)},
                     .done = [secret](const RequestContext& a, const Done& done, const Snapshot&) {
                         return new_token_response(a, done, secret);
                     }});
}

// A token may always revoke itself; another token needs the scopes of its person.
bool may_revoke(const RequestContext& context, TokenId id) {
    const auto& viewer = context.viewer();
    return viewer.in_person() || viewer.token == id || viewer.scopes.has(Scope::admin);
}

void revoke_token(const RequestPtr& context) {
    const auto id = id_of<TokenId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    if (!may_revoke(*context, *id)) {
        return fail(context, {Code::not_allowed, "",
                              "A token revokes itself; others need the scope admin."});
    }
    submit(context, {.command = people::Command{people::RevokeToken{*id}},
                     .done = [](const RequestContext&, const Done&, const Snapshot&) {
                         return http::empty_response(204);
                     }});
}

}  // namespace

void add_tokens(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/tokens";
    router.add({Method::get, all, "listTokens", access::account,
                list_route(service, {"person"}, list_tokens)});
    router.add(
        {Method::post, all, "makeToken", access::personal, command_route(service, create_token)});
    router.add({Method::get, all + "/{id}", "getToken", access::account,
                query_route(service, {}, get_token)});
    router.add({Method::del, all + "/{id}", "revokeToken", access::signed_in,
                command_route(service, revoke_token)});
}

}  // namespace dibs::routes
