// /api/v1/session: sign in, read, sign out. A page that cannot send headers (a wall display: a
// WebSocket has none) signs in with a token instead of a name; its rights are those of the token.
#include "api/auth/devices.hpp"
#include "api/auth/secrets.hpp"
#include "api/auth/sign_in/passwords.hpp"
#include "api/http/message/client_address.hpp"
#include "api/http/rate_limit.hpp"
#include "api/routes/people/given_groups.hpp"
#include "api/routes/people/person_bodies.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "api/routes/session/directory.hpp"
#include "domain/kernel/text.hpp"
#include "domain/people/people_rules.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

const Refusal token_not_valid{Code::not_signed_in, "", "This token is not valid (any more)."};

// Counted from its start, by the site's rules.
Duration session_life(const Service& service) {
    return site_rules(service.model.snapshot(service.clock())).rules.session_life();
}

using http::Method;

SessionView cookie_session(const Service& service, const Snapshot& tables, views::Person person,
                           Instant expires) {
    mark_given_groups(service, person);
    return {person,
            "cookie",
            {},
            people::scopes_of(person.role),
            expires,
            preferences_of(tables, person.id),
            service.settings.sends_mail};
}

Answer who_am_i(const RequestContext& context, const Snapshot& tables) {
    const auto& viewer = context.viewer();
    auto person = find_person(tables, viewer.person);
    if (!person) return refuse(Code::not_signed_in, "", "This account is gone.");
    mark_given_groups(context.service, *person);
    return json_of(
        200, SessionView{*person, viewer.session ? "cookie" : "token", viewer.token, viewer.scopes,
                         viewer.expires, preferences_of(tables, viewer.person),
                         context.service.settings.sends_mail});
}

// Of the browser or program that signs in.
std::optional<std::string> user_agent(const http::Request& request) {
    const auto written = request.header("user-agent");
    return written ? std::optional<std::string>(*written) : std::nullopt;
}

void refuse_sign_in(const RequestPtr& context, const Refusal& refusal) {
    spdlog::warn("request {}: {} from {}", context->request.request_id, refusal.detail,
                 context->request.peer);
    fail(context, refusal);
}

std::optional<Refusal> check_form(const Credentials& body) {
    const auto length = [](const auto& text, std::size_t most) {
        return !text->empty() && characters_of(*text) <= most;
    };
    if (body.token) {
        if (body.name || body.password || body.code) {
            return Refusal{Code::malformed, "token", "A token stands alone."};
        }
        if (length(body.token, 128)) return std::nullopt;
        return Refusal{Code::out_of_range, "token", "A token has 1 to 128 characters."};
    }
    Faults faults;
    if (!body.name) faults.add(Code::malformed, "name", "The field is missing.");
    if (!body.password) faults.add(Code::malformed, "password", "The field is missing.");
    if (body.name && !length(body.name, 64)) {
        faults.add(Code::out_of_range, "name", "A name has 1 to 64 characters.");
    }
    if (body.password && !length(body.password, 1024)) {
        faults.add(Code::out_of_range, "password", "A password has 1 to 1,024 characters.");
    }
    if (body.code && !length(body.code, 64)) {
        faults.add(Code::out_of_range, "code", "A code has 1 to 64 characters.");
    }
    return faults.refusal();
}

http::Response session_from_token(const RequestContext& context, const Done& done,
                                  const Snapshot& tables, const std::string& secret) {
    const auto digest = digest_of(secret);
    const auto now = find_credential(tables, digest);
    auto person = now ? find_person(tables, now->person) : std::nullopt;
    if (person) mark_given_groups(context.service, *person);
    if (!person || !now->expires) {  // revoked at this moment
        return http::refusal_response(token_not_valid, context.request.request_id);
    }
    const auto scopes = people::held_by(now->scopes, person->role);
    return json_of(201, SessionView{*person, "cookie", now->token, scopes, now->expires,
                                    preferences_of(tables, person->id),
                                    context.service.settings.sends_mail})
        .with("Set-Cookie", auth::set_cookie(context.request, auth::cookie_name, secret,
                                             *now->expires - done.at));
}

// The session has at most the token's scopes, and ends with it.
void sign_in_by_token(const RequestPtr& context, const std::string& token) {
    const auto& service = context->service;
    const auto now = service.clock();
    const auto known = find_credential(service.model.snapshot(now), digest_of(token));
    if (!known || !known->token || known->session || !known->valid_at(now)) {
        return refuse_sign_in(context, token_not_valid);
    }
    const auto secret = fresh_secret();
    const auto expires = known->expires.value_or(now + session_life(service));
    const auto agent = user_agent(context->request);
    submit(context,
           {.command = people::Command{people::SignInByToken{
                fresh_id<SessionId>(now), *known->token, digest_of(secret), expires, agent}},
            .done =
                [secret](const RequestContext& a, const Done& done, const Snapshot& tables) {
                    return session_from_token(a, done, tables, secret);
                },
            .by_dibs = true});
}

// Passwords here come first, so that they work while the directory is unreachable. Disabled
// accounts get the same answer as unknown ones, even with the right password.
void on_password_checked(const RequestPtr& context, std::optional<PersonId> person,
                         const TypedPassword& typed, bool fits) {
    const auto& service = context->service;
    const bool active = person && role_of(service.model.snapshot(service.clock()), *person);
    if (fits && active) return ask_second_factor(context, {*person, typed.attempt, typed.code});
    auto* ldap = service.identity ? service.identity->ldap.get() : nullptr;
    if (!ldap) return refuse_sign_in(context, wrong_sign_in);
    sign_in_by_directory(context, *ldap, typed);
}

void sign_in(const RequestPtr& asked) {
    auto body = body_of<Credentials>(*asked);
    if (!body) return fail(asked, body.error());
    if (const auto no = check_form(*body)) return fail(asked, *no);
    const auto& service = asked->service;
    auth::SignInTry attempt{asked->request.peer};
    std::optional<PersonId> person;
    if (body->name) {
        attempt.account = sign_in_name(*body->name);
        person = person_of_unix_name(service.model.snapshot(service.clock()), attempt.account);
        if (person) {
            attempt.device = auth::known_device(asked->request, *person, service.keyed_digest);
        }
    }
    const auto context = within_rate(asked, attempt);
    if (!context) return;
    if (body->token) return sign_in_by_token(context, *body->token);
    TypedPassword typed{attempt, *std::move(body->password), std::move(body->code)};
    check_password(context, person, typed.password, [context, person, typed](bool fits) {
        on_password_checked(context, person, typed, fits);
    });
}

void sign_out(const RequestPtr& context) {
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit(context, {.command = people::Command{people::SignOut{*context->viewer().session}},
                     .done = [](const RequestContext& a, const Done&, const Snapshot&) {
                         return http::empty_response(204).with("Set-Cookie",
                                                               auth::take_cookie_back(a.request));
                     }});
}

// Addresses take turns, so that one with many tries does not block the others.
void hash_in_turn(const RequestPtr& context, WorkPool::Task work) {
    const auto whose = http::network_of(context->request.peer);
    const auto taken = context->service.workers.passwords.run(std::move(work), whose);
    if (taken != WorkPool::Taken::yes) fail(context, too_busy);
}

}  // namespace

std::string sign_in_name(std::string typed) {
    for (char& c : typed) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    return typed;
}

RequestPtr counted_as(const RequestPtr& context, const auth::Counted& counted) {
    const auto respond = [respond = context->respond,
                          quota = counted.quota](http::Response response) {
        http::add_quota(response, quota);
        respond(std::move(response));
    };
    auto limited = std::make_shared<const RequestContext>(
        RequestContext{context->service, context->request, respond});
    if (counted.wait_s == 0) return limited;
    limited->respond(
        positioned(*context, http::too_many_requests(counted.wait_s, context->request.request_id)));
    return nullptr;
}

RequestPtr within_rate(const RequestPtr& context, const auth::SignInTry& attempt) {
    return counted_as(context, context->service.rates.sign_in(attempt));
}

RequestPtr within_rate_elsewhere(const RequestPtr& context) {
    return counted_as(context, context->service.rates.sign_in_elsewhere(context->request.peer));
}

void check_password(const RequestPtr& context, std::optional<PersonId> person, std::string password,
                    std::function<void(bool)> then) {
    const auto work = [context, person, password = std::move(password), then = std::move(then)] {
        std::optional<people::PasswordHash> hash;
        if (person) {
            const auto& service = context->service;
            hash = password_hash_of(service.model.snapshot(service.clock()), *person);
        }
        const bool fits = auth::password_fits(hash.value_or(people::PasswordHash{}), password);
        context->service.loop.post([then, fits] { then(fits); });
    };
    hash_in_turn(context, work);
}

std::optional<Refusal> check_current_password(const std::optional<std::string>& password) {
    const std::string field = "current_password";
    if (!password) return Refusal{Code::malformed, field, "This needs your current password."};
    const auto length = characters_of(*password);
    if (length >= 1 && length <= 1024) return std::nullopt;
    return Refusal{Code::out_of_range, field, "A password has 1 to 1,024 characters."};
}

void check_own_password(const RequestPtr& context, PersonId person,
                        std::optional<std::string> password,
                        std::function<void(const RequestPtr&)> then) {
    if (const auto wrong = check_current_password(password)) return fail(context, *wrong);
    // A signed-in person has a limit of their own, so that tries of others do not block them.
    const std::string session = "session of " + to_text(person);
    const auto counted = within_rate(context, {context->request.peer, {}, session});
    if (!counted) return;
    check_password(
        counted, person, *std::move(password), [counted, then = std::move(then)](bool fits) {
            if (fits) return then(counted);
            fail(counted,
                 {Code::wrong_password, "current_password", "This is not the current password."});
        });
}

void make_hash(const RequestPtr& context, std::string password,
               std::function<void(people::PasswordHash)> then) {
    const auto work = [context, password = std::move(password), then = std::move(then)] {
        auto hash = auth::hash_password(password);
        context->service.loop.post([then, hash = std::move(hash)] { then(hash); });
    };
    hash_in_turn(context, work);
}

std::optional<Refusal> check_person(const std::string& name, const std::string& unix_name,
                                    const std::optional<std::string>& password) {
    Faults faults;
    if (auto wrong = people::check_names(name, unix_name)) faults.add(*std::move(wrong));
    if (!password) return faults.refusal();
    if (auto good = auth::check_new_password(*password, {name, unix_name}); !good) {
        faults.add(std::move(good.error()));
    }
    return faults.refusal();
}

namespace {

http::Response signed_in(const RequestContext& context, const Snapshot& tables, PersonId person,
                         Instant expires, SignInAnswer answer) {
    if (answer == SignInAnswer::page) {
        return http::empty_response(303).with("Location", context.request.base_path + '/');
    }
    const auto view = find_person(tables, person);
    if (!view || answer == SignInAnswer::nothing) return http::empty_response(204);
    return json_of(201, cookie_session(context.service, tables, *view, expires));
}

}  // namespace

void start_session(const RequestPtr& context, PersonId person, SignInAnswer answer,
                   std::optional<ByPassword> by_password) {
    const auto& service = context->service;
    const auto now = service.clock();
    const auto life = session_life(service);
    const auto expires = now + life;
    const auto secret = fresh_secret();
    people::SignIn command{fresh_id<SessionId>(now), person, digest_of(secret), expires,
                           user_agent(context->request)};
    if (by_password) {
        command.by_password = true;
        command.second = by_password->second;
    }
    submit(context, {.command = people::Command{std::move(command)},
                     .done =
                         [person, secret, expires, life, answer](
                             const RequestContext& a, const Done&, const Snapshot& tables) {
                             auto response = signed_in(a, tables, person, expires, answer);
                             response.with(
                                 "Set-Cookie",
                                 auth::set_cookie(a.request, auth::cookie_name, secret, life));
                             return std::move(response).with(
                                 "Set-Cookie",
                                 auth::remember_device(a.request, person, a.service.keyed_digest));
                         },
                     .by_dibs = true});
}

void add_session(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/session";
    router.add(
        {Method::get, path, "whoAmI", access::signed_in, query_route(service, {}, who_am_i)});
    router.add({Method::post, path, "signIn", access::open, command_route(service, sign_in)});
    router.add({Method::del, path, "signOut", access::session, command_route(service, sign_out)});
}

}  // namespace dibs::routes
