// /api/v1/people: accounts, made by admins, and their passwords.
#include "api/auth/may_see.hpp"
#include "api/auth/passwords.hpp"
#include "api/routes/parameters.hpp"
#include "api/routes/person_bodies.hpp"
#include "api/routes/routes.hpp"
#include "api/routes/sign_in.hpp"
#include "ingest/fresh_id.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

using http::Method;

Answer list(const Asked& asked, const Snapshot& tables) {
    Parameters ask(asked, tables);
    const auto page = ask.page();
    if (ask.refusal()) return tl::unexpected(*ask.refusal());
    auto slice = tables.people(page);
    std::erase_if(slice.items,
                  [&](const auto& item) { return !auth::may_see(asked.viewer(), item); });
    return page_response(asked, slice);
}

Answer get(const Asked& asked, const Snapshot& tables) {
    const auto id = id_of<PersonId>(asked);
    if (!id) return tl::unexpected(id.error());
    const auto view = tables.person(*id);
    if (!view || !auth::may_see(asked.viewer(), *view)) {
        return refuse(Code::not_found, "id", "There is no such person.");
    }
    return json_of(200, *view);
}

std::optional<Refusal> check_new(const Asked& asked, const PersonNew& body) {
    if (!asked.viewer().is_admin()) {
        return Refusal{Code::not_allowed, "", "Only an admin makes accounts.", {}};
    }
    if (auto no = check_person_name(body.name)) return no;
    if (auto good = auth::check_new_password(body.password, body.name); !good) return good.error();
    return std::nullopt;
}

bool name_is_taken(const Asked& asked, const std::string& name) {
    const auto tables = asked.service.model.snapshot(asked.service.clock());
    return tables.find_person(name).has_value();
}

// Who was made: `id`, or, if this is a repeat, the one of the first time.
http::Response made(const Asked& asked, const Done& done, const Snapshot& tables, PersonId id) {
    const auto first = done.repeated ? tables.event(done.position) : std::nullopt;
    if (first && first->person) id = *first->person;
    const auto view = tables.person(id);
    auto response = view ? json_of(201, *view) : http::empty_response(204);
    return std::move(response).with("Location", location(asked, "people", to_text(id)));
}

void add(const AskedPtr& asked) {
    auto body = body_of<PersonNew>(*asked);
    if (!body) return fail(asked, body.error());
    if (const auto no = check_new(*asked, *body)) return fail(asked, *no);
    // A repeat of the same command is judged by its key, not by the name it took itself.
    if (!asked->request.header("idempotency-key") && name_is_taken(*asked, body->name)) {
        return fail(asked, {Code::already_exists, "name", "Somebody has this name.", {}});
    }
    const auto id = body->id.value_or(fresh_id<PersonId>(asked->service.clock()));
    make_hash(asked, body->password, [asked, id, body = *body](const Personal<std::string>& hash) {
        const auto role = body.role.value_or(people::Role::user);
        submit(asked, {.command = people::Command{people::AddPerson{
                           id, {body.name}, body.unix_name, role, hash}},
                       .done = [id](const Asked& a, const Done& done,
                                    const Snapshot& tables) { return made(a, done, tables, id); },
                       .same_as = body.name + '\n' + body.unix_name + '\n' +
                                  std::string(name_of_value(role)) + '\n' +
                                  (body.id ? to_text(*body.id) : "")});
    });
}

// All sessions of that person end; whoever changed their own goes on with a new one.
void change_password(const AskedPtr& asked, PersonId person, const Personal<std::string>& hash) {
    const bool goes_on = asked->viewer().person == person && asked->viewer().in_person();
    submit(asked, {.command = people::Command{people::ChangePassword{person, hash}},
                   .then =
                       [person, goes_on](const AskedPtr& a, const Done& done) {
                           if (goes_on && !done.repeated) {
                               return start_session(a, person, SignInAnswer::nothing);
                           }
                           a->respond(positioned(*a, http::empty_response(204), done.position));
                       },
                   .refused =
                       [](const AskedPtr& a, Refusal refusal) {
                           if (refusal.code == Code::unknown_person) refusal.code = Code::not_found;
                           fail(a, refusal);
                       },
                   .same_as = to_text(person)});
}

void hash_and_change(const AskedPtr& asked, PersonId person, const std::string& password) {
    make_hash(asked, password, [asked, person](const Personal<std::string>& hash) {
        change_password(asked, person, hash);
    });
}

void set_password(const AskedPtr& asked) {
    const auto id = id_of<PersonId>(*asked);
    if (!id) return fail(asked, id.error());
    auto body = body_of<PasswordBody>(*asked);
    if (!body) return fail(asked, body.error());
    const auto& viewer = asked->viewer();
    const bool own = viewer.person == *id;
    if (!own && !viewer.is_admin()) {
        return fail(asked, {Code::not_allowed, "", "Only an admin sets others' passwords.", {}});
    }
    if (const auto good = auth::check_new_password(body->password, ""); !good) {
        return fail(asked, good.error());
    }
    if (!own) return hash_and_change(asked, *id, body->password);
    if (!body->current_password) {
        return fail(asked, {Code::malformed,
                            "current_password",
                            "Changing your own password needs the current one.",
                            {}});
    }
    if (refused_for_rate(asked, to_text(*id))) return;
    check_password(
        asked, *id, *body->current_password,
        [asked, id = *id, password = body->password](bool fits) {
            if (fits) return hash_and_change(asked, id, password);
            fail(asked,
                 {Code::not_allowed, "current_password", "This is not the current password.", {}});
        });
}

}  // namespace

std::optional<Refusal> check_person_name(const std::string& name) {
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
    const auto starts = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    const auto length = std::count_if(name.begin(), name.end(), starts);
    if (length >= 1 && length <= 64 && std::none_of(name.begin(), name.end(), control)) {
        return std::nullopt;
    }
    return Refusal{Code::out_of_range,
                   "name",
                   "A name has 1 to 64 characters, none of them a control character.",
                   {}};
}

void add_people(http::Router& router, const Service& service) {
    const std::string all = "/api/v1/people";
    router.add(
        {Method::get, all, "listPeople", access::read, reads(service, {"limit", "cursor"}, list)});
    router.add({Method::post, all, "addPerson", access::admin, acts(service, add)});
    router.add({Method::get, all + "/{id}", "getPerson", access::read, reads(service, {}, get)});
    router.add({Method::post, all + "/{id}/password", "setPassword", access::personal,
                acts(service, set_password)});
}

}  // namespace dibs::routes
