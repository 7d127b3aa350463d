// dibs version: prints this program's version. JSON and TSV output also has the address of the
// configured server. Sends no request, so it works without a server.
#include "api/cli/commands/commands.hpp"

#include <string>

namespace dibs::cli {
namespace {

void print_version(Context& context) {
    const Json item{Json::Object{{"version", DIBS_VERSION}, {"server", context.client.server()}}};
    if (context.out.human()) {
        context.out.line("dibs " DIBS_VERSION);
        return;
    }
    context.out.thing(item, {member("Version", "version"), member("Server", "server")});
}

}  // namespace

void add_version(Command app, Action& action) {
    app.set_version_flag("--version", std::string("dibs ") + DIBS_VERSION);
    app.add_subcommand("version", "The version of this program").callback([&action] {
        action = print_version;
    });
}

}  // namespace dibs::cli
