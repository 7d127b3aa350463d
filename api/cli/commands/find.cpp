// dibs find: where and when a request would fit.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/offers.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

struct FindOptions {
    GpuRequest gpus{};
    std::string length, at, within;
    int limit = 5;
    bool spread = false;
};

void find_offers(Context& context, const FindOptions& options) {
    auto request = offer_search(read_gpus(context, options.gpus), options.spread);
    const auto earliest = options.at.empty() ? utc_text(context.clock.now() / 1000 * 1000)
                                             : read_moment(context, options.at);
    request.set("duration_s", read_length_s(context, options.length));
    request.set("earliest", earliest);
    if (!options.within.empty()) {
        const auto reach_s = read_length_s(context, options.within);
        request.set("latest", utc_text(parse_utc(earliest).value_or(0) + reach_s * 1000));
    }
    request.set("limit", options.limit);
    const auto [offers, why] = request_offers(context, request);
    if (offers.empty()) {
        context.out.list({}, offer_columns(context.clock), "");
        throw Failure(Exit::no_slot, "Nothing fits. " + why,
                      "Ask for fewer GPUs, less time, or a longer --within; or allow --spread.");
    }
    keep_offers(context, offers, "");
    context.out.list(offers, offer_columns(context.clock), "");
    if (context.out.human()) context.out.note("Take one with: dibs reserve --pick 1");
}

}  // namespace

void add_find(Command app, Action& action) {
    const auto verb = app.add_subcommand("find", "When and where GPUs are free");
    auto options = std::make_shared<FindOptions>();
    verb.add_option("gpus", options->gpus.text,
                    "4xA100, 4xA100:80G, 4xA100 linked, 2x, gpu03:0,2-3")
        .required();
    verb.add_option("--for", options->length, "For how long: 8h, 1d").required();
    verb.add_option("--at", options->at, "The earliest start (now)");
    verb.add_option("--within", options->within, "Start within this time (14d)");
    verb.add_option("--on", options->gpus.on, "Only on this host or these GPUs").type_name("HOST");
    verb.add_option("--min-mem", options->gpus.min_memory, "Memory each has at least: 80G");
    const auto same = verb.add_flag("--same-node", "All on one host (the default)");
    verb.add_flag("--spread", options->spread, "Over several hosts if need be").excludes(same);
    verb.add_option("--limit", options->limit, "How many offers").between(1, 20);
    verb.callback([&action, options] {
        action = [options](Context& context) { find_offers(context, *options); };
    });
}

}  // namespace dibs::cli
