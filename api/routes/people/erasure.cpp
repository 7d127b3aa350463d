// /api/v1/people/{id}/erasure: makes a person's personal data permanently unreadable on every node.
// The fact is recorded at once and the tables follow; the answer says whether they have.
#include "api/auth/may_see.hpp"
#include "api/routes/people/person_bodies.hpp"
#include "api/routes/request/routes.hpp"
#include "api/routes/request/touched.hpp"
#include "domain/kernel/text.hpp"
#include "projections/questions/people.hpp"

namespace dibs::routes {
namespace {

using http::Method;

// Personal data in names and titles, and everything else that the person's key seals.
const std::vector<ErasedText> erased_texts = {
    ErasedText::name,   ErasedText::unix_name,     ErasedText::mail,    ErasedText::titles,
    ErasedText::labels, ErasedText::command_lines, ErasedText::browsers};
const std::vector<LeftText> left_texts = {
    LeftText::old_facts, LeftText::hours_of_use, LeftText::words_of_others, LeftText::addresses,
    LeftText::backups,   LeftText::programs,     LeftText::hosts,           LeftText::request_keys};

std::optional<ErasureView> erasure_view(const RequestContext& context, const Snapshot& tables,
                                        PersonId id) {
    const auto erased = find_erased(tables, id);
    if (!erased) return std::nullopt;
    const bool done = erased->position <= context.service.erased_up_to();
    return ErasureView{id, pseudonym_of(id), done ? ErasureState::done : ErasureState::pending,
                       erased_texts, left_texts};
}

Answer get_erasure(const RequestContext& context, const Snapshot& tables) {
    const auto id = id_of<PersonId>(context);
    if (!id) return tl::unexpected(id.error());
    const auto view = erasure_view(context, tables, *id);
    if (!view) return refuse(Code::not_found, "id", "Nobody of this id was erased.");
    return json_of(200, *view);
}

// An erased person has no name to confirm; the command then does nothing.
Result<std::vector<std::string>> confirmed(const RequestContext& context, PersonId id,
                                           const EraseBody& body) {
    const auto tables = context.service.model.snapshot(context.service.clock());
    const auto person = find_person(tables, id);
    if (!person) return refuse(Code::not_found, "id", "There is no such person.");
    if (person->state == views::PersonState::erased) return std::vector<std::string>{};
    if (person->unix_name != body.unix_name) {
        return refuse(Code::out_of_range, "unix_name",
                      "This is not the UNIX name of the person who is to be erased.");
    }
    return std::vector<std::string>{context.service.keyed_digest(account_key(person->unix_name))};
}

void erase_person(const RequestPtr& context) {
    const auto id = id_of<PersonId>(*context);
    if (!id) return fail(context, id.error());
    auto body = body_of<EraseBody>(*context);
    if (!body) return fail(context, body.error());
    if (!context->viewer().is_admin()) {
        return fail(context, {Code::not_allowed, "", "Only an admin may do this."});
    }
    auto accounts = confirmed(*context, *id, *body);
    if (!accounts) return fail(context, accounts.error());
    people::ErasePerson command{*id, *std::move(accounts)};
    submit_or_ask(context,
                  {.command = people::Command{std::move(command)},
                   .done =
                       [id = *id](const RequestContext& a, const Done&, const Snapshot& tables) {
                           const auto view = erasure_view(a, tables, id);
                           return view ? json_of(202, *view) : http::empty_response(204);
                       },
                   .refused = refuse_unknown_person});
}

}  // namespace

void add_erasure(http::Router& router, const Service& service) {
    const std::string path = "/api/v1/people/{id}/erasure";
    router.add(
        {Method::get, path, "getErasure", access::admin, query_route(service, {}, get_erasure)});
    router.add({Method::post, path, "erasePerson", access::admin,
                command_route(service, erase_person, {"dry_run"})});
}

}  // namespace dibs::routes
