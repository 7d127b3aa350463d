// Passwords and tokens.
#include "api/cli/lib/secrets.hpp"

#include "api/cli/lib/failure.hpp"

#include <array>

#include <unistd.h>

namespace dibs::cli {
namespace {

std::string machine_name() {
    std::array<char, 65> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "somewhere";
}

}  // namespace

std::string read_password(Context& context, bool from_stdin, bool is_new) {
    if (from_stdin) return context.terminal.read_line();
    auto password = context.terminal.ask_secret(is_new ? "New password" : "Password");
    if (is_new && context.terminal.ask_secret("The same again") != password) {
        throw Failure(Exit::usage, "The two passwords differ.", "Try again.");
    }
    return password;
}

void keep_signed_in(Context& context, const Json& session) {
    const auto token = context.client.post(
        "/tokens",
        Json::Object{{"label", "dibs on " + machine_name()}, {"scopes", session["scopes"]}});
    (void)context.client.remove("/session");
    const auto& server = context.client.server();
    context.settings.keep_credential(
        server, {token["secret"].text(), token["id"].text(), session["person"]["name"].text()});
    context.settings.keep_server(server);
}

}  // namespace dibs::cli
