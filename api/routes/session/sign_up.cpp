// /api/v1/sign-up: an account for the owner of a UNIX account on a host of the fleet. Dibs writes a
// code into a file there that only the owner can read; a person who types it in is the owner. Dibs'
// key opens accounts, but that proves nothing about the caller. The first answer is the same for
// every name, whether the account exists or not, and is sent before the host is contacted.
#include "api/routes/session/sign_up.hpp"

#include "api/auth/sign_in/sign_ups.hpp"
#include "api/http/message/client_address.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "domain/kernel/text.hpp"
#include "domain/people/people_rules.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>
#include <memory>

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

struct SignUpNew {
    std::string unix_name;
    std::optional<std::string> host{};
};
struct SignUpBegun {
    std::string host_name;
    std::string file;
    std::string public_key;
    Instant expires_at;
};
struct SignUpComplete {
    std::string unix_name;
    std::string code;
    std::string name;
    std::string password;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::SignUpNew> {
    using T = routes::SignUpNew;
    static constexpr auto list =
        field_list(field("unix_name", &T::unix_name), field("host", &T::host));
};
template <>
struct Fields<routes::SignUpBegun> {
    using T = routes::SignUpBegun;
    static constexpr auto list =
        field_list(field("host_name", &T::host_name), field("file", &T::file),
                   field("public_key", &T::public_key), field("expires_at", &T::expires_at));
};
template <>
struct Fields<routes::SignUpComplete> {
    using T = routes::SignUpComplete;
    static constexpr auto list =
        field_list(field("unix_name", &T::unix_name), field("code", &T::code),
                   field("name", &T::name), field("password", &T::password));
};

}  // namespace dibs

namespace dibs::routes {

std::vector<views::Host> sign_up_hosts(const Service& service, const Snapshot& tables) {
    std::vector<views::Host> hosts;
    if (!service.signing_up) return hosts;
    const auto& named = service.signing_up->hosts;
    every_row([&](const PageFrom& page) { return list_hosts(tables, page); },
              [&](views::Host& host) {
                  const bool one = std::find(named.begin(), named.end(), host.name) != named.end();
                  if (named.empty() || one) hosts.push_back(std::move(host));
              });
    return hosts;
}

namespace {

using auth::SignUps;
using http::Method;

constexpr std::size_t longest_sign_up_code = 64;
constexpr std::string_view file = "~/.dibs/sign-up-code";

// OpenSSH 9.8 blocks an address for a while after three failed logins within seconds; the probes
// have the same address. So each host is contacted at most at this rate, whatever the outcome: a
// rate that depended on the outcome would reveal the accounts.
const http::RateRule pace_of_host{
    .name = "sign-up-host", .burst = 2, .tokens_per_s = 0.1, .keys = 10'000};

// For all hosts together: their handshakes run on the probes' thread.
constexpr int most_under_way = 16;

struct SignUpState {
    SignUps codes;
    http::RateLimit hosts{pace_of_host};
    int under_way = 0;
};
using SignUpStatePtr = std::shared_ptr<SignUpState>;

const Refusal not_offered{Code::not_ready, "",
                          "Nobody signs up by themselves here: an admin makes accounts."};

Result<views::Host> choose_host(std::vector<views::Host> hosts,
                                const std::optional<std::string>& name) {
    const auto found = std::find_if(hosts.begin(), hosts.end(),
                                    [&](const auto& host) { return !name || host.name == *name; });
    if (found != hosts.end()) return std::move(*found);
    if (name) return refuse(Code::unknown_host, "host", "Nobody signs up on such a host.");
    return refuse(Code::not_ready, "", "There is no host yet to sign up on.");
}

// Logs the reason for admins; the client gets the same answer in any case.
void log_missing_code(const RequestContext& context, const std::string& unix_name,
                      const std::string& host, const std::string& why_not) {
    spdlog::warn("request {}: no code to sign up with for {} on {}, asked from {}: {}",
                 context.request.request_id, unix_name, host, context.request.peer, why_not);
}

void leave_code(const RequestPtr& context, const SignUpStatePtr& state, const views::Host& host,
                const std::string& unix_name, Instant expires) {
    const auto code = SignUps::fresh_code();
    const auto ended = [context, state, unix_name, code, expires,
                        name = host.name](const std::string& why_not) {
        --state->under_way;
        if (!why_not.empty()) return log_missing_code(*context, unix_name, name, why_not);
        const auto now = context->service.clock();
        if (!state->codes.add(unix_name, code, name, expires, now)) {
            log_missing_code(*context, unix_name, name, "too many codes wait");
        }
    };
    ++state->under_way;
    context->service.signing_up->leave_code(
        host, unix_name, code,
        [ended, loop = context->service.loop.handle()](const std::string& why_not) {
            loop.post([ended, why_not] { ended(why_not); });
        });
}

std::optional<Refusal> too_many(SignUpState& state, const std::string& host) {
    if (state.under_way >= most_under_way) {
        return Refusal{Code::busy, "",
                       "Too many people sign up at the moment: try again in a few seconds."};
    }
    if (state.hosts.take(host, std::chrono::steady_clock::now()) == 0) return std::nullopt;
    return Refusal{Code::busy, "host",
                   "Too many sign up on this host at the moment: try again in a few seconds, or "
                   "name another one."};
}

// The probes' account belongs to no person, and Dibs can already log in to it.
bool is_our_own(const std::vector<views::Host>& hosts, const std::string& unix_name) {
    return std::any_of(hosts.begin(), hosts.end(),
                       [&](const auto& host) { return is_same_account(host.user, unix_name); });
}

void begin_sign_up(const RequestPtr& asked, const SignUpStatePtr& state) {
    const auto& service = asked->service;
    if (!service.signing_up) return fail(asked, not_offered);
    const auto body = body_of<SignUpNew>(*asked);
    if (!body) return fail(asked, body.error());
    const auto unix_name = sign_in_name(body->unix_name);
    if (const auto wrong = people::check_names("somebody", unix_name)) return fail(asked, *wrong);
    const auto context = counted_as(asked, service.rates.sign_up(asked->request.peer, unix_name));
    if (!context) return;
    ask_tables(context, [&] {
        const auto now = service.clock();
        auto hosts = sign_up_hosts(service, service.model.snapshot(now));
        if (is_our_own(hosts, unix_name)) {
            return fail(context, {Code::out_of_range, "unix_name",
                                  "This is the account that Dibs itself uses on the hosts."});
        }
        const auto host = choose_host(std::move(hosts), body->host);
        if (!host) return fail(context, host.error());
        if (const auto busy = too_many(*state, host->name)) {
            service.rates.return_sign_up_try(unix_name);
            return fail(context, *busy);
        }
        const auto expires = now + SignUps::lifetime;
        leave_code(context, state, *host, unix_name, expires);
        context->respond(positioned(
            *context, json_of(202, SignUpBegun{host->name, std::string(file),
                                               service.signing_up->public_key, expires})));
    });
}

const Refusal has_account{Code::already_exists, "unix_name",
                          "This UNIX name has an account: sign in, or ask an admin for a new "
                          "password."};

void add_signed_up_person(const RequestPtr& context, const SignUpStatePtr& state,
                          const SignUpComplete& body, const std::string& host,
                          const people::PasswordHash& hash) {
    const auto person = fresh_id<PersonId>(context->service.clock());
    submit(context, {.command = people::Command{people::AddPerson{
                         person, {body.name}, body.unix_name, people::Role::user, hash}},
                     .then =
                         [state, person, name = body.unix_name](const RequestPtr& a, const Done&) {
                             state->codes.forget(name);
                             start_session(a, person, SignInAnswer::session);
                         },
                     .refused =
                         [](const RequestPtr& a, const Refusal& refusal) {
                             const bool taken = refusal.code == Code::already_exists;
                             fail(a, taken ? has_account : refusal);
                         },
                     .by_dibs = true,
                     .source = context->request.peer + ", " + body.unix_name + '@' + host});
}

void complete_sign_up(const RequestPtr& asked, const SignUpStatePtr& state) {
    const auto& service = asked->service;
    if (!service.signing_up) return fail(asked, not_offered);
    auto body = body_of<SignUpComplete>(*asked);
    if (!body) return fail(asked, body.error());
    body->unix_name = sign_in_name(std::move(body->unix_name));
    const auto context = within_rate_elsewhere(asked);
    if (!context) return;
    if (const auto wrong = check_person(body->name, body->unix_name, body->password)) {
        return fail(context, *wrong);
    }
    if (body->code.empty() || body->code.size() > longest_sign_up_code) {
        return fail(context, {Code::out_of_range, "code", "A code has 1 to 64 characters."});
    }
    const auto now = service.clock();
    const auto host = state->codes.host_of(body->unix_name, body->code,
                                           http::network_of(context->request.peer), now);
    if (!host) {
        spdlog::warn("request {}: a wrong code to sign up as {}, from {}",
                     context->request.request_id, body->unix_name, context->request.peer);
        return fail(context, {Code::not_allowed, "code",
                              "This code is wrong, or not valid (any more): look into the file "
                              "again, or have a new one left there."});
    }
    service.rates.return_sign_in_try({context->request.peer});
    ask_tables(context, [&] {
        if (person_of_unix_name(service.model.snapshot(now), body->unix_name)) {
            return fail(context, has_account);
        }
        make_hash(context, body->password,
                  [context, state, body = *body, host = *host](const people::PasswordHash& hash) {
                      add_signed_up_person(context, state, body, host, hash);
                  });
    });
}

}  // namespace

void add_sign_up(http::Router& router, const Service& service) {
    const auto state = std::make_shared<SignUpState>();
    const auto with = [&](void (*act)(const RequestPtr&, const SignUpStatePtr&)) {
        return command_route(service,
                             [state, act](const RequestPtr& context) { act(context, state); });
    };
    const std::string path = "/api/v1/sign-up";
    router.add({Method::post, path, "beginSignUp", access::open, with(begin_sign_up)});
    router.add(
        {Method::post, path + "/complete", "completeSignUp", access::open, with(complete_sign_up)});
}

}  // namespace dibs::routes
