// dibs auth second-factor on|off|status: an authenticator that signing in with a password then
// requires. An admin removes a lost one. Tokens are not affected.
#include "api/cli/commands/account/second_factor.hpp"

#include "api/cli/client/secrets.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/views/lookup.hpp"

#include <functional>

namespace dibs::cli {
namespace {

struct SecondFactorOptions {
    std::string user = "me", code;
    bool password_stdin = false;
};

std::string second_factor_path(const Json& person) {
    return "/people/" + person["id"].text() + "/second-factor";
}

// The own account may be changed by a token with the scope `admin`. Any other token opens a session
// by password, which ends with the command. `act` gets the path and the password as a body.
void in_person(Context& context, const SecondFactorOptions& asked,
               const std::function<void(const std::string&, const Json&)>& act) {
    const auto session = context.client.get("/session");
    const auto password = read_password(context, asked.password_stdin, false);
    const auto path = second_factor_path(session["person"]);
    const Json body{Json::Object{{"current_password", password}}};
    if (has_scope(session, "admin")) return act(path, body);
    in_own_session(context, session["person"]["unix_name"].text(), password, asked.code,
                   [&] { act(path, body); });
}

void turn_on(Context& context, const SecondFactorOptions& asked) {
    in_person(context, asked, [&](const std::string& path, const Json& password) {
        const auto begun = context.client.post(path, password);
        context.out.note(
            "Add this to your authenticator, by its address (as a QR code) or its secret:\n" +
            printable(begun["uri"].text()) + '\n' + printable(begun["secret"].text()));
        const auto code = context.terminal.ask("Code it shows");
        const Json confirmed{
            Json::Object{{"enrolment", begun["enrolment"].text()}, {"code", code}}};
        const auto on = context.client.checked(context.client.send("PUT", path, confirmed.dump()));
        context.out.note(
            "It is on: signing in with the password asks for a code from now on.\n"
            "Each of these opens once where you have no authenticator. You will not see them "
            "again:");
        for (const auto& one : on["recovery_codes"].items()) {
            context.out.line(printable(one.text()));
        }
    });
}

void turn_off_own(Context& context, const SecondFactorOptions& asked) {
    in_person(context, asked, [&](const std::string& path, const Json& password) {
        (void)context.client.checked(context.client.send("DELETE", path, password.dump()));
    });
    context.out.done("Turned off your second factor", {}, {});
}

void turn_off(Context& context, const SecondFactorOptions& asked) {
    if (asked.user == "me") return turn_off_own(context, asked);
    const auto person = find_person(context, asked.user);
    (void)context.client.remove(second_factor_path(person));
    context.out.done("Turned off the second factor of " + printable(person["name"].text()), {}, {});
}

void show_second_factor(Context& context) {
    context.out.thing(context.client.get("/session")["person"],
                      {member("Name", "name"), second_factor_column("Second factor")});
}

}  // namespace

Column second_factor_column(std::string heading) {
    const auto state = [](const Json& person) -> std::string {
        const auto has = person["second_factor"];
        if (has.is_null()) return "";
        return has.truth() ? "on" : "off";
    };
    return {std::move(heading), state, state};
}

void add_second_factor(Command auth, Action& action) {
    const auto noun = auth.add_subcommand("second-factor", "A code beside your password");
    noun.needs_subcommand();
    auto asked = std::make_shared<SecondFactorOptions>();
    const auto with_password = [asked](Command verb) {
        verb.add_flag("--password-stdin", asked->password_stdin, "Read the password from stdin");
    };
    const auto on =
        noun.add_subcommand("on", "Have signing in ask for a code of an authenticator too");
    with_password(on);
    on.callback(
        [&action, asked] { action = [asked](Context& context) { turn_on(context, *asked); }; });
    const auto off = noun.add_subcommand("off", "Sign in with the password alone again");
    off.add_option("person", asked->user,
                   "Somebody else's, who lost their authenticator (admins); yours if left out")
        .type_name("PERSON");
    with_password(off);
    off.add_option("--code", asked->code,
                   "Of your authenticator, or a recovery code (asked for when needed)");
    off.callback(
        [&action, asked] { action = [asked](Context& context) { turn_off(context, *asked); }; });
    noun.add_subcommand("status", "Whether you have one").callback([&action] {
        action = show_second_factor;
    });
}

}  // namespace dibs::cli
