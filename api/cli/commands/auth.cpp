// dibs auth login|logout|status|token, and the second factor beside the password. Signing in makes
// a token of its own for this machine, which can be revoked without touching any other.
#include "api/cli/commands/commands.hpp"
#include "api/cli/commands/second_factor.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/secrets.hpp"
#include "api/cli/lib/table.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

struct LoginOptions {
    std::string name, code;
    bool password_stdin = false, with_token = false, browser = false;
};

void login_with_token(Context& context) {
    context.client.use_token(context.terminal.read_line());
    const auto session = context.client.get("/session");
    const auto name = session["person"]["name"].text();
    context.settings.keep_credential(context.client.server(),
                                     {context.client.token(), session["token_id"].text(), name});
    context.settings.keep_server(context.client.server());
    context.out.note("Signed in as " + printable(name) + " at " + context.client.server());
}

void login(Context& context, const LoginOptions& options) {
    if (options.with_token) {
        login_with_token(context);
        return;
    }
    if (options.browser) return sign_in_by_browser(context);
    auto name = options.name;
    if (name.empty()) name = context.terminal.ask("Name");
    const auto password = read_password(context, options.password_stdin, false);
    const auto session = sign_in_by_password(context, name, password, options.code);
    keep_signed_in(context, session);
    context.out.note("Signed in as " + printable(name) + " at " + context.client.server());
}

void logout(Context& context) {
    const auto& server = context.client.server();
    const auto kept = context.settings.credential(server);
    if (!kept) {
        throw Failure(Exit::not_signed_in, "You are not signed in at " + server + '.', "");
    }
    if (!kept->token_id.empty()) {
        context.client.use_token(kept->token);
        const auto reply = context.client.send("DELETE", "/tokens/" + kept->token_id, "");
        const bool gone = reply.succeeded() || reply.status == 401 || reply.status == 404;
        if (!gone) throw failure_of(reply.status, reply.body);
    }
    context.settings.forget_credential(server);
    context.out.note("Signed out of " + server);
}

void status(Context& context) {
    auto session = context.client.get("/session");
    session.set("server", context.client.server());
    const auto of_person = [](const char* key) {
        return [key](const Json& item) { return item["person"][key].shown(); };
    };
    const auto scopes = [](const Json& item) {
        std::string text;
        for (const auto& scope : item["scopes"].items()) {
            text += (text.empty() ? "" : ",") + scope.text();
        }
        return text;
    };
    const auto expires = [](const Json& item) { return item["expires_at"].text(); };
    const auto& clock = context.clock;
    const auto expires_here = [&clock](const Json& item) {
        const auto at = item["expires_at"].text();
        return at.empty() ? at : clock.moment(at) + ' ' + clock.abbreviation();
    };
    context.out.thing(session, {member("Server", "server"),
                                {"Name", of_person("name"), of_person("name")},
                                {"Role", of_person("role"), of_person("role")},
                                {"Scopes", scopes, scopes},
                                {"Expires", expires_here, expires}});
}

void token(Context& context) {
    if (context.client.token().empty()) {
        throw Failure(Exit::not_signed_in,
                      "You are not signed in at " + context.client.server() + '.',
                      "Run 'dibs auth login'.");
    }
    context.out.line(context.client.token());
}

}  // namespace

void add_auth(CLI::App& app, Action& action) {
    auto* noun = app.add_subcommand("auth", "Sign in and out");
    noun->require_subcommand(1);
    auto options = std::make_shared<LoginOptions>();
    auto* verb = noun->add_subcommand("login", "Sign in, and stay so on this machine");
    verb->add_option("name", options->name, "Your UNIX name on the GPU hosts");
    verb->add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb->add_option("--code", options->code,
                     "Of your second factor, if you have one (asked for when needed)");
    verb->add_flag("--with-token", options->with_token, "Read a token from stdin instead");
    verb->add_flag(
        "--browser", options->browser,
        "In a browser, here or elsewhere: where people sign in with an identity provider");
    verb->callback(
        [&action, options] { action = [options](Context& context) { login(context, *options); }; });
    noun->add_subcommand("logout", "Revoke this machine's token")->callback([&action] {
        action = logout;
    });
    noun->add_subcommand("status", "Who am I, and what may I")->callback([&action] {
        action = status;
    });
    noun->add_subcommand("token", "Print the token in use")->callback([&action] {
        action = token;
    });
    add_second_factor(*noun, action);
}

}  // namespace dibs::cli
