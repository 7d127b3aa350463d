// One-time links with which people set their own password. An admin creates one (at /people/{id})
// and hands it over. Its secret is shown once and is in the fragment (#) of the link, so that no
// request line and no proxy's log contains it. Using a link does not sign in: people sign in with
// the new password.
#include "domain/people/password_links.hpp"

#include "api/auth/sign_in/passwords.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "ingest/fresh_id.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {
namespace {

using http::Method;

struct PasswordLinkView {
    std::string url;
    Instant expires_at;
};
struct PasswordLinkUse {
    std::string secret;
    std::string password;
};

}  // namespace
}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::PasswordLinkView> {
    using T = routes::PasswordLinkView;
    static constexpr auto list =
        field_list(field("url", &T::url), field("expires_at", &T::expires_at));
};
template <>
struct Fields<routes::PasswordLinkUse> {
    using T = routes::PasswordLinkUse;
    static constexpr auto list =
        field_list(field("secret", &T::secret), field("password", &T::password));
};

}  // namespace dibs

namespace dibs::routes {
namespace {

// Without a configured public URL the link is relative to the address that the client uses.
std::string url_of(const Service& service, const std::string& unix_name,
                   const std::string& secret) {
    return service.settings.public_url + "/welcome#name=" + unix_name + "&secret=" + secret;
}

http::Response new_link_response(const RequestContext& context, const Done& done,
                                 const Snapshot& tables, const std::string& secret) {
    const auto* link = event_in<people::PasswordLinkMade>(done);
    const auto person = link ? find_person(tables, link->person) : std::nullopt;
    if (done.repeated || !person) {
        return http::refusal_response(
            {Code::already_exists, "Idempotency-Key",
             "This link was made already, and its secret is not kept: make another."},
            context.request.request_id);
    }
    return json_of(
        201, PasswordLinkView{url_of(context.service, person->unix_name, secret), link->expires});
}

void create_password_link(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    const auto secret = fresh_secret();
    submit(context,
           {.command = people::Command{people::MakePasswordLink{*id, digest_of(secret)}},
            .done =
                [secret](const RequestContext& a, const Done& done, const Snapshot& tables) {
                    return new_link_response(a, done, tables, secret);
                },
            .refused = refuse_unknown_person});
}

// Checked before the password is hashed: a guess costs its sender nothing, and a hash costs a tenth
// of a second. The domain decides again.
std::optional<views::Person> find_link_owner(const RequestContext& context,
                                             const people::Digest& token) {
    const auto now = context.service.clock();
    const auto tables = context.service.model.snapshot(now);
    const auto link = find_password_link(tables, token);
    if (!link || link->expires <= now) return std::nullopt;
    return find_person(tables, link->person);
}

// The holder of a valid link has a limit of their own, so that tries of others, also behind the
// same address, do not block them.
auth::SignInTry try_of(const std::string& address, const std::optional<views::Person>& person) {
    if (!person) return {address};
    return {address, {}, "link of " + to_text(person->id)};
}

void set_password_by_link(const RequestPtr& context, PersonId person, const people::Digest& token,
                          const people::PasswordHash& hash) {
    submit(context, {.command = people::Command{people::UsePasswordLink{person, token, hash}},
                     .done = no_content,
                     .by_dibs = true});
}

void use_password_link(const RequestPtr& asked) {
    const auto body = body_of<PasswordLinkUse>(*asked);
    if (!body) return fail(asked, body.error());
    const auto token = digest_of(body->secret);
    const auto person = find_link_owner(*asked, token);
    const auto context = within_rate(asked, try_of(asked->request.peer, person));
    if (!context) return;
    if (!person) return fail(context, people::void_password_link());
    const auto good =
        auth::check_new_password(body->password, {person->name.value, person->unix_name});
    if (!good) return fail(context, good.error());
    make_hash(context, body->password,
              [context, id = person->id, token](const people::PasswordHash& hash) {
                  set_password_by_link(context, id, token, hash);
              });
}

}  // namespace

void add_password_links(http::Router& router, const Service& service) {
    router.add({Method::post, "/api/v1/people/{id}/password-link", "makePasswordLink",
                access::admin, command_route(service, create_password_link)});
    router.add({Method::post, "/api/v1/session/password-link", "usePasswordLink", access::open,
                command_route(service, use_password_link)});
}

}  // namespace dibs::routes
