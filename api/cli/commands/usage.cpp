// dibs usage: who used GPUs, in the hours that are closed.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/lookup.hpp"

#include <cmath>
#include <cstdlib>

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

constexpr std::int64_t a_week_ms = 7LL * 24 * 3600 * 1000;

struct Options {
    std::string gpus, from, until;
};

// "12.5h", of seconds.
Column hours_column(std::string heading, std::string key) {
    auto column = member(std::move(heading), key);
    column.human = [key](const Json& use) {
        const auto tenths = (use[key].integer() + 180) / 360;
        return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + 'h';
    };
    return column;
}

// Of the time that was measured: of the rest it is not known, which is not 0 %.
std::string mean_use(const Json& use) {
    const auto measured = use["measured_s"].integer();
    if (measured == 0) return "";
    const double used = std::strtod(use["used_s"].shown().c_str(), nullptr);
    return std::to_string(std::lround(used * 100 / static_cast<double>(measured))) + '%';
}

std::vector<Column> columns() {
    return {member("BY", "by"),
            member("ACCOUNT", "unix_name"),
            hours_column("TIME", "seconds"),
            {"USE", mean_use, [](const Json& use) { return use["used_s"].shown(); }},
            hours_column("MEASURED", "measured_s")};
}

void usage(Context& context, const Options& options) {
    Json::Object question{{"gpu", named_gpus(context, options.gpus, "GPUS")},
                          {"from", options.from.empty() ? utc_text(context.clock.now() - a_week_ms)
                                                        : read_moment(context, options.from)}};
    if (!options.until.empty()) question.emplace_back("until", read_moment(context, options.until));
    const auto answer = context.client.post("/usage/owners/query", Json(question));
    context.out.list(answer["totals"].items(), columns(), "Nothing is known of these hours.");
    if (!context.out.human()) return;
    const auto closed = answer["closed_until"];
    context.out.note(closed ? "Up to " + context.clock.moment(closed.text()) +
                                  "; later hours are still to come."
                            : "No hour is closed yet: one is, ten minutes after its end.");
}

}  // namespace

void add_usage(CLI::App& app, Action& action) {
    auto* verb = app.add_subcommand("usage", "Who used GPUs, and how much");
    auto options = std::make_shared<Options>();
    verb->add_option("gpus", options->gpus, "gpu03:0,2-3; gpu[01-04]")->required();
    verb->add_option("--from", options->from, "From then on (7 days ago)");
    verb->add_option("--until", options->until, "Up to then (now)");
    verb->callback(
        [&action, options] { action = [options](Context& context) { usage(context, *options); }; });
}

}  // namespace dibs::cli
