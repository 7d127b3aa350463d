// Asks the directory in a worker thread. A wrong name or password gets the answer of a site without
// a directory. That answer takes at least a second, which hides the extra time for known names. If
// the directory cannot be reached, everyone gets the same answer whatever they typed. A correct
// password gets the reason why the person is not admitted.
#include "api/routes/session/directory.hpp"

#include "api/http/message/client_address.hpp"
#include "api/routes/session/arrival.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

using auth::SignInError;
using auth::SignInRejection;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds wrong_no_sooner_than{1000};

Refusal refusal_for(const SignInRejection& no) {
    switch (no.why) {
        case SignInError::wrong:
            return wrong_sign_in;
        case SignInError::unreachable:
        case SignInError::failed:
            return {Code::unavailable, "",
                    "This name and password are not of Dibs, and the directory cannot be asked at "
                    "the moment."};
        case SignInError::busy:
            return too_busy;
        default:
            return {Code::not_allowed, "", no.detail};
    }
}

void refuse_identity(const RequestPtr& context, const SignInRejection& no) {
    spdlog::warn("request {}: not signed in with the directory from {}: {} ({})",
                 context->request.request_id, context->request.peer, name_of(no.why), no.detail);
    fail(context, refusal_for(no));
}

void on_directory_identity(const RequestPtr& context, const auth::ldap::SignIn& ldap,
                           const TypedPassword& typed, auth::ExternalIdentity who) {
    admit_identity(context, {.who = std::move(who),
                             .admission = ldap.admission,
                             .in =
                                 [typed](const RequestPtr& a, PersonId person) {
                                     ask_second_factor(a, {person, typed.attempt, typed.code});
                                 },
                             .out = refuse_identity});
}

milliseconds wait_after(steady_clock::time_point begun, bool wrong) {
    if (!wrong) return milliseconds{0};
    const auto passed = steady_clock::now() - begun;
    return std::max(milliseconds{0},
                    std::chrono::ceil<milliseconds>(wrong_no_sooner_than - passed));
}

}  // namespace

void sign_in_by_directory(const RequestPtr& context, auth::ldap::SignIn& ldap,
                          const TypedPassword& typed) {
    const auto begun = steady_clock::now();
    const auto work = [context, &ldap, typed, begun] {
        const auto who = ldap.directory.who(typed.attempt.account, typed.password);
        const bool wrong = !who && who.error().why == SignInError::wrong;
        context->service.loop.after(wait_after(begun, wrong), [context, &ldap, typed, who] {
            if (!who) return refuse_identity(context, who.error());
            on_directory_identity(context, ldap, typed, *who);
        });
    };
    const auto whose = http::network_of(context->request.peer);
    if (ldap.workers.run(work, whose) != WorkPool::Taken::yes) fail(context, too_busy);
}

}  // namespace dibs::routes
