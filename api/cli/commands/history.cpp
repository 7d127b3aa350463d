// dibs history: what happened, newest first.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/lookup.hpp"
#include "api/cli/lib/views.hpp"

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

struct Options {
    std::string from, until, who, gpu, host, type;
    std::size_t limit = 50;
};

void history(Context& context, const Options& options) {
    Query query{{"person", options.who}, {"host", options.host}, {"type", options.type}};
    if (!options.from.empty()) query.emplace_back("from", read_moment(context, options.from));
    if (!options.until.empty()) query.emplace_back("until", read_moment(context, options.until));
    if (!options.gpu.empty()) {
        const auto gpus = named_gpus(context, options.gpu, "--gpu").items();
        if (gpus.size() != 1) {
            throw Failure(Exit::usage, "--gpu names one GPU, as gpu03:2.", "");
        }
        query.emplace_back("gpu", gpus[0].text());
    }
    context.out.list(context.client.list("/events", query, options.limit),
                     event_columns(context.clock), "Nothing happened.");
}

}  // namespace

void add_history(CLI::App& app, Action& action) {
    auto* verb = app.add_subcommand("history", "What happened, newest first");
    auto options = std::make_shared<Options>();
    verb->add_option("--from", options->from, "Recorded from then on: 'yesterday 14:00'");
    verb->add_option("--until", options->until, "Recorded before");
    verb->add_option("--who", options->who, "By or about this person");
    verb->add_option("--gpu", options->gpu, "About this GPU: gpu03:2");
    verb->add_option("--host", options->host, "About this host")->type_name("HOST");
    verb->add_option("--type", options->type, "Of these types: reservation, violation.opened");
    verb->add_option("-n,--limit", options->limit, "At most so many (50)");
    verb->callback([&action, options] {
        action = [options](Context& context) { history(context, *options); };
    });
}

}  // namespace dibs::cli
