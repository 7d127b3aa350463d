// Beside the command that runs: what a person must know of its answers.
#include "api/cli/lib/context.hpp"

namespace dibs::cli {
namespace {

void say_how_old(Context& context) {
    const auto age = context.client.age();
    if (!age) return;
    context.out.note("as of " + std::to_string(*age) + " s ago: the log is not reached");
}

}  // namespace

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
