// /api/v1/people: accounts. Admins create, change, disable and remove them; people change their own
// names, mail and passwords.
#include "projections/questions/people.hpp"

#include "api/auth/may_see.hpp"
#include "api/auth/sign_in/passwords.hpp"
#include "api/routes/people/given_groups.hpp"
#include "api/routes/people/person_bodies.hpp"
#include "api/routes/request/parameters.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/sign_in.hpp"
#include "api/routes/request/touched.hpp"
#include "domain/kernel/text.hpp"
#include "ingest/fresh_id.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Method;

Answer list_people(const RequestContext& context, const Snapshot& tables) {
    Parameters ask(context, tables);
    views::PersonFilter filter;
    filter.part = ask.text("q", 64).value_or("");
    filter.role = ask.value<people::Role>("role");
    filter.state = ask.value<views::PersonState>("state");
    filter.group = ask.id<GroupId>("group");
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = list_people(tables, filter, page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(context.viewer(), item); });
    for (auto& item : slice.items) {
        mark_given_groups(context.service, item);
        item = auth::visible(context.viewer(), std::move(item));
    }
    return page_response(context, slice);
}

Answer get_person(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<PersonId>(context);
    if (!id) return tl::unexpected(id.error());
    auto view = find_person(tables, *id);
    if (!view || !auth::may_see(context.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such person.");
    }
    mark_given_groups(context.service, *view);
    return json_of(200, auth::visible(context.viewer(), *view));
}

std::optional<Refusal> check_new(const RequestContext& context, const PersonNew& body) {
    if (!context.viewer().is_admin()) {
        return Refusal{Code::not_allowed, "", "Only an admin makes accounts."};
    }
    return check_person(body.name, body.unix_name, body.password);
}

http::Response as_added(const RequestContext& context, const Done& done, const Snapshot&) {
    const auto* person = event_in<people::PersonAdded>(done);
    if (!person) return http::empty_response(204);
    views::Person view{person->id, person->name, person->unix_name, person->role, done.at};
    // A repeat after the person's erasure: the facts have no name any more, so the answer has the
    // pseudonym.
    if (person->name.value.empty()) view.name = {pseudonym_of(person->id)};
    view.has_password = !person->password_hash.value.empty();
    view.second_factor = false;
    view.invitations.emplace();
    for (const auto& event : done.events) {
        const auto* joined = get_if<group::Joined>(&event);
        if (joined) view.groups.push_back({joined->id, joined->name, joined->manager});
    }
    return json_of(201, view).with("Location", location(context, "people", to_text(view.id)));
}

// A person without a password cannot sign in yet: a one-time link sets one (password_links.cpp), or
// an identity provider authenticates them.
void add_person(const RequestPtr& context) {
    auto body = body_of<PersonNew>(*context);
    if (!body) return fail(context, body.error());
    if (const auto no = check_new(*context, *body)) return fail(context, *no);
    const auto id = body->id.value_or(fresh_id<PersonId>(context->service.clock()));
    const auto make = [context, id, body = *body](const people::PasswordHash& hash) {
        const auto role = body.role.value_or(people::Role::user);
        submit(context, {.command = people::Command{people::AddPerson{
                             id, {body.name}, body.unix_name, role, hash}},
                         .done = as_added});
    };
    if (!body->password) return make({});
    make_hash(context, *body->password, make);
}

void change_person(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    auto patch = body_of<PersonPatch>(*context);
    if (!patch) return fail(context, patch.error());
    if (!patch->name && !patch->mail && !patch->unix_name && !patch->role) {
        return fail(context, {Code::malformed, "", "A change names at least one member."});
    }
    people::ChangePerson command{*id, std::move(patch->name), std::move(patch->mail),
                                 std::move(patch->unix_name), patch->role};
    submit(context, {.command = people::Command{std::move(command)},
                     .done =
                         [id = *id](const RequestContext& a, const Done&, const Snapshot& tables) {
                             auto view = find_person(tables, id);
                             if (!view) return http::empty_response(204);
                             mark_given_groups(a.service, *view);
                             return json_of(200, auth::visible(a.viewer(), *view));
                         },
                     .refused = refuse_unknown_person});
}

// Disable, enable, remove: each with a dry run of its effect on bookings.
template <class C>
void on_account(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit_or_ask(
        context,
        {.command = people::Command{C{*id}}, .done = no_content, .refused = refuse_unknown_person});
}

// Removes the links to identity providers: the next sign-in there under this UNIX name links again.
void unlink_person(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    if (const auto none = no_body(*context); !none) return fail(context, none.error());
    submit(context, {.command = people::Command{people::Unlink{*id}},
                     .done = no_content,
                     .refused = refuse_unknown_person});
}

// Ends all sessions of that person; a person who changes their own password gets a new one.
void change_password(const RequestPtr& context, PersonId person, const people::PasswordHash& hash) {
    const bool goes_on = context->viewer().person == person && context->viewer().in_person();
    submit(context, {.command = people::Command{people::ChangePassword{person, hash}},
                     .then =
                         [person, goes_on](const RequestPtr& a, const Done& done) {
                             if (goes_on && !done.repeated) {
                                 return start_session(a, person, SignInAnswer::nothing);
                             }
                             a->respond(positioned(*a, http::empty_response(204), done.position));
                         },
                     .refused = refuse_unknown_person});
}

void hash_and_change(const RequestPtr& context, PersonId person, const std::string& password) {
    make_hash(context, password, [context, person](const people::PasswordHash& hash) {
        change_password(context, person, hash);
    });
}

void set_password(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    auto body = body_of<PasswordBody>(*context);
    if (!body) return fail(context, body.error());
    const auto& viewer = context->viewer();
    const bool own = viewer.person == *id;
    if (!own && !viewer.is_admin()) {
        return fail(context, {Code::not_allowed, "", "Only an admin sets others' passwords."});
    }
    const auto tables = context->service.model.snapshot(context->service.clock());
    const auto person = find_person(tables, *id);
    if (!person) return fail(context, {Code::not_found, "id", "There is no such person."});
    Faults faults;
    auto good = auth::check_new_password(body->password, {person->name.value, person->unix_name});
    if (!good) faults.add(std::move(good.error()));
    if (own || body->current_password) {
        if (auto wrong = check_current_password(body->current_password)) {
            faults.add(*std::move(wrong));
        }
    }
    if (faults.refusal()) return fail(context, *faults.refusal());
    if (!own) return hash_and_change(context, *id, body->password);
    check_own_password(context, *id, std::move(body->current_password),
                       [id = *id, password = body->password](const RequestPtr& counted) {
                           hash_and_change(counted, id, password);
                       });
}

}  // namespace

void add_people(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/people";
    const std::string one = all + "/{id}";
    router.add({Method::get, all, "listPeople", access::read,
                list_route(service, {"q", "role", "state", "group"}, list_people)});
    router.add({Method::post, all, "addPerson", access::admin, command_route(service, add_person)});
    router.add({Method::get, one, "getPerson", access::read, query_route(service, {}, get_person)});
    router.add({Method::patch, one, "changePerson", access::account,
                command_route(service, change_person)});
    router.add({Method::del, one, "removePerson", access::admin,
                command_route(service, on_account<people::RemovePerson>, {"dry_run"})});
    router.add({Method::post, one + "/disable", "disablePerson", access::admin,
                command_route(service, on_account<people::DisablePerson>, {"dry_run"})});
    router.add({Method::post, one + "/enable", "enablePerson", access::admin,
                command_route(service, on_account<people::EnablePerson>, {"dry_run"})});
    router.add({Method::del, one + "/link", "unlinkPerson", access::admin,
                command_route(service, unlink_person)});
    router.add({Method::post, one + "/password", "setPassword", access::personal,
                command_route(service, set_password)});
}

}  // namespace dibs::routes
