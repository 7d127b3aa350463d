// Confirmation, and the age of stale answers.
#include "api/cli/client/context.hpp"

#include "api/cli/lib/failure.hpp"

namespace dibs::cli {
namespace {

void say_how_old(Context& context) {
    const auto age = context.client.age();
    if (!age) return;
    context.out.note("as of " + std::to_string(*age) + " s ago: the log is not reached");
}

}  // namespace

bool confirm(Context& context, const std::string& question) {
    if (context.assume_yes) return true;
    if (!context.terminal.interactive()) {
        throw Failure(Exit::usage, "Nobody is here to confirm it.", "Repeat with --yes.");
    }
    const auto answer = context.terminal.ask(question + " [y/N]");
    return answer == "y" || answer == "Y" || answer == "yes";
}

void perform(const Action& action, Context& context) {
    try {
        action(context);
    } catch (...) {
        say_how_old(context);
        throw;
    }
    say_how_old(context);
}

}  // namespace dibs::cli
