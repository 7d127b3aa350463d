// /api/v1/people/{id}/second-factor: a person turns their authenticator on with a first code, and
// off again; an admin turns off a lost one. Also the second step of sign-in (sign_in.hpp).
#include "api/auth/sign_in/second_factor.hpp"

#include "api/routes/request/request_context.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "projections/questions/people.hpp"

#include <string>
#include <vector>

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

struct EnrolmentAsked {
    std::optional<std::string> current_password{};
};
struct EnrolmentBegun {
    std::string enrolment;
    std::string secret;
    std::string uri;
    Instant expires_at;
};
struct EnrolmentEnded {
    std::string enrolment;
    std::string code;
};
struct RecoveryCodes {
    std::vector<std::string> recovery_codes;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::EnrolmentAsked> {
    static constexpr auto list =
        field_list(field("current_password", &routes::EnrolmentAsked::current_password));
};
template <>
struct Fields<routes::EnrolmentBegun> {
    using T = routes::EnrolmentBegun;
    static constexpr auto list =
        field_list(field("enrolment", &T::enrolment), field("secret", &T::secret),
                   field("uri", &T::uri), field("expires_at", &T::expires_at));
};
template <>
struct Fields<routes::EnrolmentEnded> {
    using T = routes::EnrolmentEnded;
    static constexpr auto list =
        field_list(field("enrolment", &T::enrolment), field("code", &T::code));
};
template <>
struct Fields<routes::RecoveryCodes> {
    static constexpr auto list =
        field_list(field("recovery_codes", &routes::RecoveryCodes::recovery_codes));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

using http::Method;

const Refusal wrong_code{Code::wrong_code, "code", "This is not a code that fits now."};

Snapshot tables_now(const RequestContext& context) {
    return context.service.model.snapshot(context.service.clock());
}

// The person of the path; refused unless it is the caller.
Result<PersonId> own_person(const RequestContext& context) {
    const auto id = id_of<PersonId>(context);
    if (id && context.viewer().person != *id) {
        return refuse(Code::not_allowed, "", "Everybody turns on their own second factor.");
    }
    return id;
}

// The name that distinguishes this Dibs in an authenticator: the host as the browser addresses it.
std::string site_of(const http::Request& request) {
    return std::string(request.header("host").value_or("dibs"));
}

void answer_begun(const RequestPtr& context, PersonId id) {
    const auto& service = context->service;
    const auto tables = tables_now(*context);
    const auto person = find_person(tables, id);
    if (!person) return fail(context, {Code::not_found, "id", "There is no such person."});
    auto begun = auth::begin_enrolment(id, service.clock(), service.keyed_digest);
    const auth::SecondFactor factor{id, begun.seed};
    EnrolmentBegun answer{std::move(begun.ticket), auth::shown_secret(factor, service.keyed_digest),
                          auth::otpauth_uri(factor, person->unix_name, site_of(context->request),
                                            service.keyed_digest),
                          begun.expires};
    context->respond(positioned(*context, json_of(201, answer)));
}

void begin_second_factor(const RequestPtr& context) {
    const auto id = own_person(*context);
    if (!id) return fail(context, id.error());
    auto body = body_of<EnrolmentAsked>(*context);
    if (!body) return fail(context, body.error());
    if (second_factor_of(tables_now(*context), *id)) {
        return fail(context,
                    {Code::already_exists, "", "There is a second factor: turn it off first."});
    }
    check_own_password(context, *id, std::move(body->current_password),
                       [id = *id](const RequestPtr& counted) { answer_begun(counted, id); });
}

// Also right for a repeat: the codes follow from the recorded seed.
http::Response turned_on(const RequestContext& context, const Done& done, const Snapshot&) {
    const auto* set = event_in<people::SecondFactorSet>(done);
    if (!set) return http::empty_response(204);
    const auth::SecondFactor factor{set->person, set->seed};
    return json_of(200, RecoveryCodes{auth::recovery_codes(factor, context.service.keyed_digest)});
}

void turn_on_second_factor(const RequestPtr& context) {
    const auto id = own_person(*context);
    if (!id) return fail(context, id.error());
    const auto body = body_of<EnrolmentEnded>(*context);
    if (!body) return fail(context, body.error());
    const auto& service = context->service;
    const auto now = service.clock();
    const auto seed = auth::seed_of(body->enrolment, *id, now, service.keyed_digest);
    if (!seed) {
        return fail(context, {Code::out_of_range, "enrolment",
                              "This is not the beginning of yours, or ten minutes have passed: "
                              "begin again."});
    }
    const auto proof = auth::proof_in(body->code, {*id, *seed}, now, service.keyed_digest);
    if (!proof || !proof->step) return fail(context, wrong_code);
    submit(context, {.command = people::Command{people::SetSecondFactor{*id, *seed, *proof->step}},
                     .done = turned_on,
                     .refused = refuse_unknown_person});
}

void submit_turn_off(const RequestPtr& context, PersonId id) {
    submit(context, {.command = people::Command{people::RemoveSecondFactor{id}},
                     .done = no_content,
                     .refused = refuse_unknown_person});
}

// People turn off their own with the current password. An admin turns off anyone's, and nothing
// else of theirs ends.
void turn_off_second_factor(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    if (context->viewer().person != *id) {
        if (const auto none = no_body(*context); !none) return fail(context, none.error());
        return submit_turn_off(context, *id);
    }
    auto body = context->request.body.empty() ? Result<EnrolmentAsked>(EnrolmentAsked{})
                                              : body_of<EnrolmentAsked>(*context);
    if (!body) return fail(context, body.error());
    check_own_password(context, *id, std::move(body->current_password),
                       [id = *id](const RequestPtr& counted) { submit_turn_off(counted, id); });
}

// Counts a try of a code; answers 429 if none is left.
bool may_try_code(const RequestPtr& context, const auth::SignInTry& attempt) {
    const auto tries = context->service.rates.second_factor(attempt);
    if (tries.wait_s == 0) return true;
    context->respond(
        positioned(*context, http::too_many_requests(tries.wait_s, context->request.request_id)));
    return false;
}

}  // namespace

void ask_second_factor(const RequestPtr& context, const PasswordFitted& fitted) {
    const auto& service = context->service;
    const auto seed = second_factor_of(tables_now(*context), fitted.person);
    if (!seed) {
        service.rates.return_sign_in_try(fitted.attempt);
        return start_session(context, fitted.person, SignInAnswer::session, ByPassword{});
    }
    if (!fitted.code) {
        return fail(context, {Code::second_factor_needed, "code",
                              "This account asks for a code of its authenticator too."});
    }
    if (!may_try_code(context, fitted.attempt)) return;
    const auto proof =
        auth::proof_in(*fitted.code, {fitted.person, *seed}, service.clock(), service.keyed_digest);
    if (!proof) {
        spdlog::warn("request {}: the password of {} was right and the code was wrong, from {}",
                     context->request.request_id, to_text(fitted.person), context->request.peer);
        return fail(context, wrong_code);
    }
    service.rates.return_sign_in_try(fitted.attempt);
    service.rates.return_code_try(fitted.attempt);
    start_session(context, fitted.person, SignInAnswer::session, ByPassword{proof});
}

void check_own_code(const RequestPtr& context, PersonId person,
                    const std::optional<std::string>& code, const std::function<void()>& then) {
    const auto& service = context->service;
    const auto seed = second_factor_of(tables_now(*context), person);
    if (!seed) return then();
    if (!code) {
        return fail(context, {Code::malformed, "code", "This needs a code of your authenticator."});
    }
    const auth::SignInTry attempt{context->request.peer, {}, "session of " + to_text(person)};
    if (!may_try_code(context, attempt)) return;
    const auto proof =
        auth::proof_in(*code, {person, *seed}, service.clock(), service.keyed_digest);
    if (!proof || !proof->step) return fail(context, wrong_code);
    service.rates.return_code_try(attempt);
    then();
}

void add_second_factor(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/people/{id}/second-factor";
    router.add({Method::post, path, "beginSecondFactor", access::personal,
                command_route(service, begin_second_factor)});
    router.add({Method::put, path, "turnOnSecondFactor", access::personal,
                command_route(service, turn_on_second_factor)});
    router.add({Method::del, path, "turnOffSecondFactor", access::personal,
                command_route(service, turn_off_second_factor)});
}

}  // namespace dibs::routes
