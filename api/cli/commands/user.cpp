// dibs user list|add.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/secrets.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/lib/views.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

struct NewUser {
    std::string unix_name, name;
    bool admin = false, password_stdin = false;
};

std::vector<Column> columns(const ZoneClock& clock) {
    return {member("NAME", "name"), member("UNIX NAME", "unix_name"), member("ROLE", "role"),
            time_column("SINCE", "created_at", clock), member("ID", "id")};
}

void add(Context& context, const NewUser& user) {
    const auto password = read_password(context, user.password_stdin, true);
    const auto made = context.client.post(
        "/people", Json::Object{{"name", user.name.empty() ? user.unix_name : user.name},
                                {"unix_name", user.unix_name},
                                {"role", user.admin ? "admin" : "user"},
                                {"password", password}});
    context.out.done("Added " + printable(made["name"].text()), made, columns(context.clock));
}

}  // namespace

void add_user(CLI::App& app, Action& action) {
    auto* noun = app.add_subcommand("user", "People");
    noun->require_subcommand(1);
    noun->add_subcommand("list", "All of them")->callback([&action] {
        action = [](Context& context) {
            context.out.list(context.client.list("/people"), columns(context.clock), "Nobody.");
        };
    });
    auto* verb = noun->add_subcommand("add", "Make an account (admins)");
    auto options = std::make_shared<NewUser>();
    verb->add_option("account", options->unix_name,
                     "Their account on the hosts, by which they sign in here too")
        ->required();
    verb->add_option("--name", options->name, "What others see: 'Ann Nowak' (the account)");
    verb->add_flag("--admin", options->admin, "Make them an admin");
    verb->add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb->callback(
        [&action, options] { action = [options](Context& context) { add(context, *options); }; });
}

}  // namespace dibs::cli
