// /api/v1/setup: creates the first admin with the token of the one-time link.
#include "api/routes/people/person_bodies.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {
namespace {

using http::Method;

Answer is_open(const RequestContext&, const Snapshot& tables) {
    return json_of(200, SetupState{setup_state(tables).open});
}

// Checked before the password is hashed: a guess costs its sender nothing, and a hash costs a tenth
// of a second. The domain decides again.
std::optional<Refusal> check_token(const RequestContext& context, const SetupBody& body) {
    const auto now = context.service.clock();
    const auto setup = setup_state(context.service.model.snapshot(now));
    if (!setup.open) {
        return Refusal{Code::not_ready, "", "The setup was completed already: sign in."};
    }
    if (setup.token == digest_of(body.token) && setup.expires && now < *setup.expires) {
        return std::nullopt;
    }
    return Refusal{Code::not_allowed, "token",
                   "This setup link is not valid (any more); a restart prints a new one."};
}

void complete_setup(const RequestPtr& context, const SetupBody& body,
                    const people::PasswordHash& hash) {
    const auto now = context->service.clock();
    const auto person = fresh_id<PersonId>(now);
    people::CompleteSetup command{digest_of(body.token), person,         fresh_id<GrantId>(now),
                                  {body.name},           body.unix_name, hash};
    submit(context,
           {.command = people::Command{std::move(command)},
            .then = [person](const RequestPtr& a, const Done& done) {
                if (!done.repeated) {
                    return start_session(a, person, SignInAnswer::session);
                }
                fail(a, {Code::not_ready, "", "The setup was completed already: sign in."});
            }});
}

void set_up(const RequestPtr& asked) {
    auto body = body_of<SetupBody>(*asked);
    if (!body) return fail(asked, body.error());
    const auto context = within_rate(asked, {asked->request.peer});
    if (!context) return;
    if (const auto no = check_token(*context, *body)) return fail(context, *no);
    if (const auto wrong = check_person(body->name, body->unix_name, body->password)) {
        return fail(context, *wrong);
    }
    make_hash(context, body->password, [context, body = *body](const people::PasswordHash& hash) {
        complete_setup(context, body, hash);
    });
}

}  // namespace

void add_setup(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/setup";
    router.add({Method::get, path, "isSetupOpen", access::open, query_route(service, {}, is_open)});
    router.add({Method::post, path, "setUp", access::open, command_route(service, set_up)});
}

}  // namespace dibs::routes
