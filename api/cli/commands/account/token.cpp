// dibs token add|list|revoke: tokens for programs. The secret is shown once, alone on stdout. `dibs
// auth token` prints the token in use.
#include "api/cli/client/secrets.hpp"
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

struct TokenOptions {
    std::string label, until, code, user, id;
    std::vector<std::string> scopes;
    bool password_stdin = false;
};

std::string scopes_text(const Json& token) {
    std::string text;
    for (const auto& scope : token["scopes"].items()) {
        text += (text.empty() ? "" : ",") + scope.text();
    }
    return text;
}

std::vector<Column> token_columns(const ZoneClock& clock, std::size_t id_size) {
    auto id = member("ID", "id");
    id.human = [id_size](const Json& token) { return token["id"].text().substr(0, id_size); };
    return {id,
            member("LABEL", "label"),
            {"SCOPES", scopes_text, scopes_text},
            time_column("SINCE", "created_at", clock),
            time_column("UNTIL", "expires_at", clock)};
}

Json token_wanted(Context& context, const TokenOptions& options) {
    Json::Array scopes;
    for (const auto& scope : options.scopes) scopes.emplace_back(scope);
    if (scopes.empty()) scopes = {Json("read"), Json("book")};
    Json body{Json::Object{{"label", options.label}, {"scopes", Json(std::move(scopes))}}};
    if (!options.until.empty()) body.set("expires_at", read_moment(context, options.until));
    return body;
}

void add_token_of(Context& context, const TokenOptions& options) {
    const auto body = token_wanted(context, options);
    const auto session = context.client.get("/session");
    Json made;
    const auto make = [&] { made = context.client.post("/tokens", body); };
    if (has_scope(session, "admin")) {
        make();
    } else {  // a token cannot make tokens: the account's password is needed
        const auto password = read_password(context, options.password_stdin, false);
        in_own_session(context, session["person"]["unix_name"].text(), password, options.code,
                       make);
    }
    const auto until = made["expires_at"].text();
    context.out.note(
        "This is its secret. It is not shown again: put it where only that program "
        "reads it." +
        (until.empty() ? ""
                       : " It works until " + context.clock.moment(until) + ' ' +
                             context.clock.abbreviation() + '.') +
        " To end it: dibs token revoke " + printable(made["id"].text()));
    if (context.out.form() == Form::json) return context.out.json(made);
    context.out.line(printable(made["secret"].text()));
}

void list_tokens(Context& context, const std::string& user) {
    Query of_whom;
    if (!user.empty()) of_whom.emplace_back("person", person_id(context, user));
    const auto tokens = context.client.list("/tokens", of_whom);
    context.out.list(tokens, token_columns(context.clock, short_id_size(tokens)),
                     "No tokens. Make one: dibs token add NAME");
}

// A whole id is looked up directly: an admin may revoke the token of another person.
void revoke_token(Context& context, const std::string& id) {
    const auto token = is_whole_id(id, "tok_") ? context.client.get("/tokens/" + url_encode(id))
                                               : find_by_id(context, "/tokens", id, "token");
    context.client.remove("/tokens/" + token["id"].text());
    context.out.done("Revoked the token " + printable(token["label"].text()), {}, {});
}

void add_token_add(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("add", "Make a token for a program, and show its secret");
    auto options = std::make_shared<TokenOptions>();
    verb.add_option("label", options->label, "What it is for: prometheus").required();
    verb.add_option("--scope", options->scopes,
                    "What it may do; several times for more (read, book)")
        .one_of({"metrics", "read", "book", "admin"})
        .one_value();
    verb.add_option("--until", options->until, "Until when it works: '1 Mar'");
    verb.add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb.add_option("--code", options->code,
                    "Of your second factor, if you have one (asked for when needed)");
    verb.callback([&action, options] {
        action = [options](Context& context) { add_token_of(context, *options); };
    });
}

}  // namespace

void add_token(Command app, Action& action) {
    const auto noun = app.add_subcommand("token", "Tokens for programs");
    noun.needs_subcommand();
    add_token_add(noun, action);
    auto options = std::make_shared<TokenOptions>();
    const auto list = noun.add_subcommand("list", "Your tokens, without their secrets");
    list.add_option("--user", options->user, "Somebody else's (admins): a name or id")
        .type_name("PERSON");
    list.callback([&action, options] {
        action = [options](Context& context) { list_tokens(context, options->user); };
    });
    const auto revoke = noun.add_subcommand("revoke", "End a token at once");
    revoke.add_option("token", options->id, "Its id, or a beginning of one of yours")
        .type_name("TOKEN")
        .required();
    revoke.callback([&action, options] {
        action = [options](Context& context) { revoke_token(context, options->id); };
    });
}

}  // namespace dibs::cli
