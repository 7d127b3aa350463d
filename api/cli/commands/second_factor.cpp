// dibs auth second-factor on|off|status: an authenticator beside one's own password, which signing
// in asks for from then on; an admin takes away that of who lost theirs. Tokens stay as they are.
#include "api/cli/commands/second_factor.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/lookup.hpp"
#include "api/cli/lib/secrets.hpp"
#include "api/cli/lib/table.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

struct Asked {
    std::string user = "me";
    bool password_stdin = false;
};

std::string path_of(const Json& person) {
    return "/people/" + person["id"].text() + "/second-factor";
}

Json own_password(Context& context, const Asked& asked) {
    return Json::Object{{"current_password", read_password(context, asked.password_stdin, false)}};
}

void turn_on(Context& context, const Asked& asked) {
    const auto path = path_of(find_person(context, "me"));
    const auto begun = context.client.post(path, own_password(context, asked));
    context.out.note(
        "Add this to your authenticator, by its address (as a QR code) or its secret:\n" +
        printable(begun["uri"].text()) + '\n' + printable(begun["secret"].text()));
    const auto code = context.terminal.ask("Code it shows");
    const Json confirmed{Json::Object{{"enrolment", begun["enrolment"].text()}, {"code", code}}};
    const auto on = context.client.checked(context.client.send("PUT", path, confirmed.dump()));
    context.out.note(
        "It is on: signing in with the password asks for a code from now on.\n"
        "Each of these opens once where you have no authenticator. They are shown this once:");
    for (const auto& one : on["recovery_codes"].items()) context.out.line(printable(one.text()));
}

void turn_off(Context& context, const Asked& asked) {
    const bool own = asked.user == "me";
    const auto person = find_person(context, asked.user);
    const auto body = own ? own_password(context, asked).dump() : std::string{};
    (void)context.client.checked(context.client.send("DELETE", path_of(person), body));
    context.out.done("Turned off the second factor of " + printable(person["name"].text()), {}, {});
}

void status(Context& context) {
    const auto person = find_person(context, "me");
    context.out.thing(person, {member("Name", "name"), member("Second factor", "second_factor")});
}

}  // namespace

void add_second_factor(CLI::App& auth, Action& action) {
    auto* noun = auth.add_subcommand("second-factor", "A code beside your password");
    noun->require_subcommand(1);
    auto asked = std::make_shared<Asked>();
    const auto with_password = [asked](CLI::App* verb) {
        verb->add_flag("--password-stdin", asked->password_stdin, "Read the password from stdin");
    };
    auto* on = noun->add_subcommand("on", "Have signing in ask for a code of an authenticator too");
    with_password(on);
    on->callback(
        [&action, asked] { action = [asked](Context& context) { turn_on(context, *asked); }; });
    auto* off = noun->add_subcommand("off", "Sign in with the password alone again");
    off->add_option("person", asked->user,
                    "Somebody else's, who lost their authenticator (admins); yours if left out")
        ->type_name("PERSON");
    with_password(off);
    off->callback(
        [&action, asked] { action = [asked](Context& context) { turn_off(context, *asked); }; });
    noun->add_subcommand("status", "Whether you have one")->callback([&action] {
        action = status;
    });
}

}  // namespace dibs::cli
