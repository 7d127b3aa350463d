// /api/v1/session/oidc: sign-in at an identity provider. Sends the browser to the provider, takes
// its code, and redirects to the page with a session or the reason for a rejection. Requests to the
// provider run in a worker thread.
#include "api/auth/oidc/sign_in.hpp"
#include "api/auth/secrets.hpp"
#include "api/http/message/client_address.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "api/routes/session/arrival.hpp"
#include "api/routes/session/provider_bodies.hpp"
#include "api/routes/session/sign_up.hpp"
#include "ingest/fresh_id.hpp"

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

using auth::SignInError;
using auth::SignInRejection;
using auth::oidc::begin_round_trip;
using auth::oidc::end_round_trip;
using http::Method;

constexpr std::string_view browser_cookie = "dibs_oidc";
constexpr std::size_t secret_size = 52;  // size of fresh_secret()
constexpr std::size_t longest_authorization_code = 4096;

auth::oidc::SignIn* configured(const Service& service) {
    return service.identity ? service.identity->oidc.get() : nullptr;
}

http::Response sent_to(const std::string& address) {
    return http::empty_response(303).with("Location", address);
}

// Redirects to the page, which shows the reason in the reader's language.
void send_back(const RequestPtr& context, const SignInRejection& no) {
    spdlog::warn("request {}: not signed in with the identity provider from {}: {} ({})",
                 context->request.request_id, context->request.peer, name_of(no.why), no.detail);
    context->respond(positioned(*context, sent_to(context->request.base_path +
                                                  "/?refused=" + std::string(name_of(no.why)))));
}

// Runs in a worker thread; addresses take turns.
void ask_provider(const RequestPtr& context, WorkPool::Task work) {
    const auto whose = http::network_of(context->request.peer);
    const auto taken = context->service.identity->workers.run(std::move(work), whose);
    if (taken != WorkPool::Taken::yes) {
        send_back(context, {SignInError::busy, "too many wait for the provider"});
    }
}

// Reuses the browser's secret, so that a second tab does not break the first tab's sign-in.
std::string browser_secret(const http::Request& request) {
    const auto known = auth::cookie_of(request, browser_cookie);
    return known && known->size() == secret_size ? std::string(*known) : fresh_secret();
}

void start_oidc_sign_in(const RequestPtr& asked) {
    auto* oidc = configured(asked->service);
    if (!oidc) {
        return fail(asked, {Code::not_ready, "", "No identity provider is configured here."});
    }
    const auto context = within_rate_elsewhere(asked);
    if (!context) return;
    const auto& service = context->service;
    const auto browser = browser_secret(context->request);
    const auto trip = begin_round_trip(service.keyed_digest, browser, service.clock());
    ask_provider(context, [context, oidc, browser, trip] {
        const auto address = oidc->provider.address_for(trip);
        context->service.loop.post([context, browser, address] {
            if (!address) return send_back(context, address.error());
            auto response = sent_to(*address).with(
                "Set-Cookie",
                auth::set_cookie(context->request, browser_cookie, browser,
                                 auth::oidc::longest_round_trip, auth::SameSite::lax));
            context->respond(positioned(*context, std::move(response)));
        });
    });
}

std::string parameter(const RequestContext& context, std::string_view name) {
    return std::string(context.request.query.get(name).value_or(""));
}

// The rejection for the provider's error parameter.
SignInRejection refused_there(const std::string& error) {
    if (error == "access_denied") return {SignInError::denied, "the provider says access_denied"};
    const bool busy = error == "temporarily_unavailable" || error == "server_error";
    return {busy ? SignInError::unreachable : SignInError::failed,
            "the provider says that it failed"};
}

void on_oidc_identity(const RequestPtr& context, auth::oidc::SignIn& oidc,
                      auth::ExternalIdentity who) {
    admit_identity(context, {.who = std::move(who),
                             .admission = oidc.admission,
                             .in =
                                 [](const RequestPtr& a, PersonId person) {
                                     a->service.rates.return_sign_in_try({a->request.peer});
                                     start_session(a, person, SignInAnswer::page);
                                 },
                             .out = send_back});
}

// Providers add their own parameters to those of the protocol; they are ignored.
void finish_oidc_sign_in(const RequestPtr& context) {
    auto* oidc = configured(context->service);
    if (!oidc) {
        return fail(context, {Code::not_ready, "", "No identity provider is configured here."});
    }
    const auto& service = context->service;
    const auto now = service.clock();
    const auto browser = auth::cookie_of(context->request, browser_cookie).value_or("");
    auto trip = end_round_trip(service.keyed_digest, browser, parameter(*context, "state"), now);
    if (!trip || !oidc->finished.add(trip->state, trip->expires, now)) {
        return send_back(context, {SignInError::expired, "its state is not one to come back with"});
    }
    const auto error = parameter(*context, "error");
    if (!error.empty()) return send_back(context, refused_there(error));
    auth::oidc::Arrival arrival{parameter(*context, "code"), {}, *std::move(trip)};
    if (arrival.code.empty() || arrival.code.size() > longest_authorization_code) {
        return send_back(context, {SignInError::failed, "it came back without a code"});
    }
    if (context->request.query.has("iss")) arrival.issuer = parameter(*context, "iss");
    ask_provider(context, [context, oidc, arrival] {
        const auto who = oidc->provider.who(arrival);
        context->service.loop.post([context, oidc, who] {
            if (!who) return send_back(context, who.error());
            on_oidc_identity(context, *oidc, *who);
        });
    });
}

Answer list_providers(const RequestContext& context, const Snapshot& tables) {
    ProviderList all;
    if (const auto* oidc = configured(context.service)) {
        all.items.push_back(
            {oidc->provider.settings().name, context.request.base_path + "/api/v1/session/oidc"});
    }
    const auto* identity = context.service.identity;
    if (identity && identity->ldap) all.directory = identity->ldap->directory.settings().name;
    if (const auto& signing_up = context.service.signing_up) {
        SignUpOffer offer{{}, signing_up->public_key};
        for (auto& host : sign_up_hosts(context.service, tables)) {
            offer.host_names.push_back(std::move(host.name));
        }
        all.sign_up = std::move(offer);
    }
    return json_of(200, all);
}

}  // namespace

void add_oidc(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/session/oidc";
    router.add({Method::get, "/api/v1/session/providers", "listProviders", access::open,
                query_route(service, {}, list_providers)});
    router.add({Method::get, path, "startOidcSignIn", access::open,
                command_route(service, start_oidc_sign_in)});
    router.add({Method::get, path + "/callback", "finishOidcSignIn", access::open,
                [&service](http::Request request, http::Respond respond) {
                    finish_oidc_sign_in(std::make_shared<const RequestContext>(
                        RequestContext{service, std::move(request), std::move(respond)}));
                }});
}

}  // namespace dibs::routes
