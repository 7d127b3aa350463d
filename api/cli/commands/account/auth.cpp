// dibs auth login|logout|sign-up|status|token, and the second factor. Signing in makes a token for
// this machine alone, which can be revoked without affecting others.
#include "api/cli/client/secrets.hpp"
#include "api/cli/commands/account/second_factor.hpp"
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

namespace dibs::cli {
namespace {

struct LoginOptions {
    std::string name, code;
    bool password_stdin = false, with_token = false, browser = false;
};

struct SignUpOptions {
    std::string unix_name, host, code, name;
    bool password_stdin = false;
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

// Has the server leave a code in a file of the account on a host, and prints where.
void begin_sign_up(Context& context, const SignUpOptions& options, const std::string& unix_name) {
    Json::Object asked{{"unix_name", unix_name}};
    if (!options.host.empty()) asked.emplace_back("host", options.host);
    const auto begun = context.client.post("/sign-up", asked);
    const auto account = printable(unix_name) + " on " + printable(begun["host_name"].text());
    context.out.note(
        "A code for " + account + " is being left there, good for ten minutes:\n\n" + "    cat " +
        printable(begun["file"].text()) +
        "\n\nIf there is no such file within ten seconds, the account needs this line " +
        "in ~/.ssh/authorized_keys; then run this again:\n\n    " +
        printable(begun["public_key"].text()) + '\n');
}

void sign_up(Context& context, const SignUpOptions& options) {
    context.client.use_token("");
    const auto unix_name = unix_name_for(context, options.unix_name);
    auto code = options.code;
    if (code.empty()) {
        begin_sign_up(context, options, unix_name);
        if (!context.terminal.interactive()) {
            return context.out.note("Then: dibs auth sign-up " + printable(unix_name) +
                                    " --code CODE --name 'YOUR NAME' --password-stdin");
        }
        code = context.terminal.ask("Code");
    }
    auto name = options.name;
    if (name.empty()) name = context.terminal.ask("Your name, as colleagues see it");
    const auto password = read_password(context, options.password_stdin, true);
    const auto session = sign_in_by_cookie(
        context, "/sign-up/complete",
        Json::Object{
            {"unix_name", unix_name}, {"code", code}, {"name", name}, {"password", password}});
    keep_signed_in(context, session);
    context.out.note("You have an account at " + context.client.server() +
                     " and are signed in. Next: dibs free");
}

void show_session(Context& context) {
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

void add_sign_up(Command noun, Action& action) {
    auto options = std::make_shared<SignUpOptions>();
    const auto verb = noun.add_subcommand(
        "sign-up", "Make yourself an account, with a code from your account on a GPU host");
    verb.add_option("unix_name", options->unix_name, "Your UNIX name on the GPU hosts ($USER)");
    verb.add_option("--host", options->host, "On which host to leave the code");
    verb.add_option("--code", options->code, "The code, once you have it");
    verb.add_option("--name", options->name, "Your name, as colleagues see it");
    verb.add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb.callback([&action, options] {
        action = [options](Context& context) { sign_up(context, *options); };
    });
}

}  // namespace

void add_auth(Command app, Action& action) {
    const auto noun = app.add_subcommand("auth", "Sign in and out");
    noun.needs_subcommand();
    auto options = std::make_shared<LoginOptions>();
    const auto verb = noun.add_subcommand("login", "Sign in, and stay signed in on this machine");
    verb.add_option("name", options->name, "Your UNIX name on the GPU hosts");
    verb.add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb.add_option("--code", options->code,
                    "Of your second factor, if you have one (asked for when needed)");
    verb.add_flag("--with-token", options->with_token, "Read a token from stdin instead");
    verb.add_flag(
        "--browser", options->browser,
        "In a browser, here or elsewhere: where people sign in with an identity provider");
    verb.callback(
        [&action, options] { action = [options](Context& context) { login(context, *options); }; });
    add_sign_up(noun, action);
    noun.add_subcommand("logout", "Revoke this machine's token").callback([&action] {
        action = logout;
    });
    noun.add_subcommand("status", "Who am I, and what may I").callback([&action] {
        action = show_session;
    });
    noun.add_subcommand("token", "Print the token in use").callback([&action] { action = token; });
    add_second_factor(noun, action);
}

}  // namespace dibs::cli
