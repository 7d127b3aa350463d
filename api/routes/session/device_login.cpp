// /api/v1/session/device: signs in a program without a password. The program starts a login and
// polls until a person who is signed in with a browser approves its code. That person creates the
// token, as at /tokens.
#include "api/auth/secrets.hpp"
#include "api/auth/sign_in/device_logins.hpp"
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "api/routes/session/token_life.hpp"
#include "domain/kernel/text.hpp"
#include "ingest/fresh_id.hpp"

#include <algorithm>
#include <memory>

namespace dibs::routes {
namespace {

struct DeviceLoginNew {
    std::optional<std::string> label{};
};
struct DeviceLoginBegun {
    std::string device_code;
    std::string user_code;
    Instant expires_at;
    std::int64_t interval_s = 3;
};
struct DeviceTokenAsked {
    std::string device_code;
};
struct DeviceToken {
    TokenId id;
    std::string secret;
};
struct DeviceLoginView {
    std::string label;
    std::string address;
    Instant expires_at;
    Scopes scopes;       // scopes of the new token
    Scopes most_scopes;  // scopes with `all`
    Instant token_expires_at;
};
struct DeviceApproval {
    std::optional<bool> all{};
    std::optional<std::string> current_password{};
    std::optional<std::string> code{};
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::DeviceLoginNew> {
    static constexpr auto list = field_list(field("label", &routes::DeviceLoginNew::label));
};
template <>
struct Fields<routes::DeviceLoginBegun> {
    using T = routes::DeviceLoginBegun;
    static constexpr auto list =
        field_list(field("device_code", &T::device_code), field("user_code", &T::user_code),
                   field("expires_at", &T::expires_at), field("interval_s", &T::interval_s));
};
template <>
struct Fields<routes::DeviceTokenAsked> {
    static constexpr auto list =
        field_list(field("device_code", &routes::DeviceTokenAsked::device_code));
};
template <>
struct Fields<routes::DeviceToken> {
    using T = routes::DeviceToken;
    static constexpr auto list = field_list(field("id", &T::id), field("secret", &T::secret));
};
template <>
struct Fields<routes::DeviceLoginView> {
    using T = routes::DeviceLoginView;
    static constexpr auto list = field_list(
        field("label", &T::label), field("address", &T::address),
        field("expires_at", &T::expires_at), field("scopes", &T::scopes),
        field("most_scopes", &T::most_scopes), field("token_expires_at", &T::token_expires_at));
};
template <>
struct Fields<routes::DeviceApproval> {
    using T = routes::DeviceApproval;
    static constexpr auto list =
        field_list(field("all", &T::all), field("current_password", &T::current_password),
                   field("code", &T::code));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;
using Logins = std::shared_ptr<auth::DeviceLogins>;
using auth::DeviceLogins;

constexpr LineLength label_length{1, 100};
constexpr Duration longest_life = std::chrono::days{30};
const Refusal no_such_code{Code::not_found, "code",
                           "Nobody waits under this code (any more): begin again."};

void begin_device_login(const RequestPtr& asked, const Logins& logins) {
    const auto body = body_of<DeviceLoginNew>(*asked);
    if (!body) return fail(asked, body.error());
    auto label = normal_line(body->label.value_or("dibs"), "label", "A label", label_length);
    if (!label) return fail(asked, label.error());
    const auto context = within_rate_elsewhere(asked);
    if (!context) return;
    const auto now = context->service.clock();
    auto begun = logins->begin(*std::move(label), context->request.peer, now);
    if (!begun) {
        return fail(context, {Code::busy, "", "Too many wait for somebody to sign them in."});
    }
    context->respond(positioned(
        *context, json_of(201, DeviceLoginBegun{std::move(begun->device_code),
                                                std::move(begun->user_code), begun->expires})));
}

void take_device_token(const RequestPtr& context, const Logins& logins) {
    const auto body = body_of<DeviceTokenAsked>(*context);
    if (!body) return fail(context, body.error());
    auto answer = logins->take(body->device_code, context->service.clock());
    switch (answer.progress) {
        case DeviceLogins::Progress::approved:
            return context->respond(positioned(
                *context,
                json_of(200, DeviceToken{answer.finished->token, answer.finished->secret})));
        case DeviceLogins::Progress::waiting:
            return fail(context, {Code::not_ready, "", "Nobody has said yes or no yet."});
        case DeviceLogins::Progress::declined:
            return fail(context, {Code::not_allowed, "", "The sign-in was declined."});
        case DeviceLogins::Progress::unknown:
            break;
    }
    fail(context, {Code::not_found, "device_code", "Nobody waits under this code (any more)."});
}

// The default scopes of such a token: other people may use the machine that stores it.
Scopes usual_scopes(const auth::Viewer& viewer) {
    Scopes usual{Scope::read, Scope::book};
    usual.bits &= viewer.scopes.bits;
    return usual;
}

Instant token_end(const Service& service) {
    return service.clock() + std::min(longest_life, token_life(service));
}

void sign_in_device(const RequestPtr& context, const Logins& logins, Scopes scopes) {
    const auto code = std::string(context->request.param("code"));
    const auto now = context->service.clock();
    const auto* waiting = logins->find(code, now);
    if (!waiting) return fail(context, no_such_code);
    const auto id = fresh_id<TokenId>(now);
    const auto secret = auth::fresh_token();
    people::IssueToken command{id, Personal<std::string>{waiting->label}, scopes, digest_of(secret),
                               token_end(context->service)};
    submit(context, {.command = people::Command{std::move(command)},
                     .done = [logins, code, id, secret](const RequestContext& a, const Done& done,
                                                        const Snapshot&) {
                         // A repeat has made a new secret, which is not recorded; the first one was
                         // handed out before.
                         if (!done.repeated) logins->approve(code, {id, secret}, a.service.clock());
                         return http::empty_response(204);
                     }});
}

void approve_device_login(const RequestPtr& context, const Logins& logins) {
    auto body = context->request.body.empty() ? Result<DeviceApproval>(DeviceApproval{})
                                              : body_of<DeviceApproval>(*context);
    if (!body) return fail(context, body.error());
    const auto& viewer = context->viewer();
    if (!body->all.value_or(false)) return sign_in_device(context, logins, usual_scopes(viewer));
    const auto with_code = [person = viewer.person, code = std::move(body->code),
                            logins](const RequestPtr& counted) {
        check_own_code(counted, person, code, [counted, logins] {
            sign_in_device(counted, logins, counted->viewer().scopes);
        });
    };
    check_own_password(context, viewer.person, std::move(body->current_password), with_code);
}

void decline_device_login(const RequestPtr& context, const Logins& logins) {
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    const bool there = logins->decline(context->request.param("code"), context->service.clock());
    if (!there) return fail(context, no_such_code);
    context->respond(positioned(*context, http::empty_response(204)));
}

void show_device_login(const RequestPtr& context, const Logins& logins) {
    const auto* waiting = logins->find(context->request.param("code"), context->service.clock());
    if (!waiting) return fail(context, no_such_code);
    context->respond(positioned(
        *context,
        json_of(200, DeviceLoginView{waiting->label, waiting->address, waiting->expires,
                                     usual_scopes(context->viewer()), context->viewer().scopes,
                                     token_end(context->service)})));
}

}  // namespace

void add_device_login(http::Router& router, const Service& service) {
    const auto logins = std::make_shared<DeviceLogins>();
    const auto with = [&](void (*act)(const RequestPtr&, const Logins&)) {
        return command_route(service,
                             [logins, act](const RequestPtr& context) { act(context, logins); });
    };
    const std::string path = "/api/v1/session/device";
    const std::string one = path + "/{code}";
    router.add({Method::post, path, "beginDeviceLogin", access::open, with(begin_device_login)});
    router.add(
        {Method::post, path + "/token", "takeDeviceToken", access::open, with(take_device_token)});
    router.add({Method::get, one, "getDeviceLogin", access::personal, with(show_device_login)});
    router.add({Method::post, one + "/approve", "approveDeviceLogin", access::personal,
                with(approve_device_login)});
    router.add({Method::post, one + "/decline", "declineDeviceLogin", access::personal,
                with(decline_device_login)});
}

}  // namespace dibs::routes
