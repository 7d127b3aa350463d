// dibs setup: makes the first admin with the server's one-time link, and signs in. main.cpp takes
// the server from the link.
#include "api/cli/client/secrets.hpp"
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/setup_link.hpp"
#include "api/cli/lib/table.hpp"

namespace dibs::cli {
namespace {

struct SetupOptions {
    std::string link, token, name, unix_name;
    bool password_stdin = false;
};

void set_up(Context& context, const SetupOptions& options) {
    if (!context.client.get("/setup")["open"].truth()) {
        throw Failure(Exit::conflict, context.client.server() + " has its first admin already.",
                      "Sign in with 'dibs auth login'.");
    }
    auto token = options.token;
    if (token.empty()) token = parse_setup_link(options.link).token;
    if (token.empty()) {
        throw Failure(Exit::usage, "The one-time link is missing.",
                      "Copy it from where dibsd was started: dibs setup 'http://…token=…'");
    }
    auto name = options.name;
    if (name.empty()) name = context.terminal.ask("Your name, as colleagues see it");
    const auto unix_name = unix_name_for(context, options.unix_name);
    const auto password = read_password(context, options.password_stdin, true);
    const auto session = sign_in_by_cookie(
        context, "/setup",
        Json::Object{
            {"token", token}, {"name", name}, {"unix_name", unix_name}, {"password", password}});
    keep_signed_in(context, session);
    context.out.note("Dibs is set up, and you are its admin: " + printable(name) + " (" +
                     printable(unix_name) + " on the hosts). Next: dibs free");
}

}  // namespace

void add_setup(Command app, Action& action) {
    const auto verb = app.add_subcommand("setup", "Make the first admin, with the one-time link");
    auto options = std::make_shared<SetupOptions>();
    verb.add_option("link", options->link, "The link that dibsd printed when it started");
    verb.add_option("--token", options->token, "Only the token of that link");
    verb.add_option("--name", options->name, "Your name, as colleagues see it");
    verb.add_option("--unix-name", options->unix_name,
                    "Your UNIX name there, to sign in with ($USER)");
    verb.add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb.callback([&action, options] {
        action = [options](Context& context) { set_up(context, *options); };
    });
}

}  // namespace dibs::cli
