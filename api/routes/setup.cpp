// /api/v1/setup: the first admin, made with the token of the one-time link.
#include "api/auth/passwords.hpp"
#include "api/routes/person_bodies.hpp"
#include "api/routes/routes.hpp"
#include "api/routes/sign_in.hpp"
#include "ingest/fresh_id.hpp"

namespace dibs::routes {
namespace {

using http::Method;

Answer is_open(const Asked&, const Snapshot& tables) {
    return json_of(200, SetupState{tables.setup().open});
}

// Asked before the password is hashed, which costs a stranger nothing and us a tenth of a second;
// the domain judges again.
std::optional<Refusal> check_token(const Asked& asked, const SetupBody& body) {
    const auto now = asked.service.clock();
    const auto setup = asked.service.model.snapshot(now).setup();
    if (!setup.open) {
        return Refusal{Code::not_ready, "", "The setup was completed already: sign in.", {}};
    }
    if (setup.token == digest_of(body.token) && setup.expires && now < *setup.expires) {
        return std::nullopt;
    }
    return Refusal{Code::not_allowed,
                   "token",
                   "This setup link is not valid (any more); a restart prints a new one.",
                   {}};
}

void complete(const AskedPtr& asked, const SetupBody& body, const Personal<std::string>& hash) {
    const auto now = asked->service.clock();
    const auto person = fresh_id<PersonId>(now);
    people::CompleteSetup command{digest_of(body.token), person,         fresh_id<GrantId>(now),
                                  {body.name},           body.unix_name, hash};
    submit(asked,
           {.command = people::Command{std::move(command)},
            .then =
                [person](const AskedPtr& a, const Done& done) {
                    if (!done.repeated) {
                        return start_session(a, person, SignInAnswer::session);
                    }
                    fail(a, {Code::not_ready, "", "The setup was completed already: sign in.", {}});
                },
            .same_as = body.token + '\n' + body.name + '\n' + body.unix_name});
}

void set_up(const AskedPtr& asked) {
    auto body = body_of<SetupBody>(*asked);
    if (!body) return fail(asked, body.error());
    if (refused_for_rate(asked, "")) return;
    if (const auto no = check_token(*asked, *body)) return fail(asked, *no);
    if (const auto no = check_person_name(body->name)) return fail(asked, *no);
    if (const auto good = auth::check_new_password(body->password, body->name); !good) {
        return fail(asked, good.error());
    }
    make_hash(asked, body->password, [asked, body = *body](const Personal<std::string>& hash) {
        complete(asked, body, hash);
    });
}

}  // namespace

void add_setup(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/setup";
    router.add({Method::get, path, "isSetupOpen", access::open, reads(service, {}, is_open)});
    router.add({Method::post, path, "setUp", access::open, acts(service, set_up)});
}

}  // namespace dibs::routes
