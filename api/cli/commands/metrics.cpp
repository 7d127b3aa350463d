// dibs metrics: one metric of GPUs or a host over time, one line per step and one column per GPU.
// Alone it lists the metrics. The server chooses the step unless one is named.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <array>
#include <memory>

namespace dibs::cli {
namespace {

constexpr std::int64_t an_hour_s = 3600;

struct MetricsOptions {
    std::string gpus, host, metric, since, from, until, step, statistic;
    std::int64_t points = 60;
};

// The steps that the server keeps.
constexpr std::array<std::pair<const char*, std::int64_t>, 4> known_steps{
    {{"1s", 1}, {"1min", 60}, {"1h", 3600}, {"1d", 86'400}}};

std::int64_t step_named(const std::string& text) {
    for (const auto& [name, seconds] : known_steps) {
        if (text == name) return seconds;
    }
    throw Failure(Exit::usage, "A step is 1s, 1min, 1h or 1d.", "");
}

std::string of_host(const MetricsOptions& options) {
    return options.metric.empty() ? "cpu_percent" : options.metric;
}
std::string of_gpus(const MetricsOptions& options) {
    return options.metric.empty() ? "utilization_percent" : options.metric;
}

// The available metrics, and how long they are kept.
void catalogue(Context& context) {
    const auto answer = context.client.get("/metrics");
    if (context.out.form() == Form::json && context.out.settings.fields.empty()) {
        return context.out.json(answer);
    }
    std::vector<Json> shown;
    for (const auto& metric : answer["metrics"].items()) {
        if (metric["subject"].text() != "process") shown.push_back(metric);
    }
    context.out.list(shown,
                     {member("METRIC", "name"), member("OF", "subject"), member("UNIT", "unit"),
                      member("WHAT", "help")},
                     "There are no metrics.");
    if (!context.out.human()) return;
    std::string kept;
    for (const auto& step : answer["usage"]["steps"].items()) {
        kept += (kept.empty() ? "Kept: every " : ", every ") +
                length_text(step["step_s"].integer() * 1000) + " for " +
                length_text(step["kept_s"].integer() * 1000);
    }
    context.out.note(kept + '.');
}

Json metrics_question(Context& context, const MetricsOptions& options) {
    auto question = read_past(context, options.since, options.from, options.until, an_hour_s);
    if (options.step.empty()) {
        question.set("points", options.points);
    } else {
        question.set("step", step_named(options.step));
    }
    if (!options.statistic.empty()) question.set("statistic", options.statistic);
    return question;
}

// One subject of the answer: its name and its column, which is absent if nothing is known.
struct Series {
    std::string name;
    std::vector<Json> values;
};

std::vector<Json> rows_of(const Json& answer, const std::vector<Series>& all) {
    const auto from = parse_utc(answer["from"].text()).value_or(0);
    const auto until = parse_utc(answer["until"].text()).value_or(from);
    const auto step_ms = std::max<std::int64_t>(answer["step_s"].integer(), 1) * 1000;
    std::vector<Json> rows;
    for (std::int64_t at = from; at < until; at += step_ms) {
        const auto i = static_cast<std::size_t>((at - from) / step_ms);
        Json::Object row{{"at", utc_text(at)}};
        for (const auto& one : all) {
            row.emplace_back(one.name, i < one.values.size() ? one.values[i] : Json());
        }
        rows.emplace_back(row);
    }
    return rows;
}

void print_series(Context& context, const Json& answer, const MetricsOptions& options,
                  const std::string& metric, const std::vector<Series>& all) {
    if (context.out.form() == Form::json && context.out.settings.fields.empty()) {
        return context.out.json(answer);
    }
    const auto step_s = answer["step_s"].integer();
    std::vector<Column> columns{
        step_s == 86'400
            ? Column{"DAY (UTC)", [](const Json& row) { return row["at"].text().substr(0, 10); },
                     [](const Json& row) { return row["at"].text(); }}
            : time_column("FROM", "at", context.clock)};
    for (const auto& one : all) columns.push_back(member(one.name, one.name));
    const auto rows = rows_of(answer, all);
    const bool known =
        std::any_of(all.begin(), all.end(), [](const Series& one) { return !one.values.empty(); });
    context.out.list(known ? rows : std::vector<Json>{}, columns,
                     "Nothing is known of " + metric + " then.");
    if (!known || !context.out.human()) return;
    context.out.note(metric + ", " + answer["statistic"].text() + " of each " +
                     length_text(step_s * 1000) + "; - where nothing was measured.");
    const auto lines = static_cast<std::int64_t>(rows.size());
    if (options.step.empty() && lines > options.points) {
        context.out.note(std::to_string(lines) + " lines in place of " +
                         std::to_string(options.points) + ": no step is kept that is longer.");
    }
}

void of_a_host(Context& context, const MetricsOptions& options) {
    const auto host = find_host(context, options.host);
    const auto metric = of_host(options);
    auto question = metrics_question(context, options);
    question.set("host", Json::Array{host["id"]});
    question.set("metric", Json::Array{metric});
    const auto answer = context.client.post("/usage/query", question);
    std::vector<Series> all;
    for (const auto& one : answer["hosts"].items()) {
        all.push_back({host["name"].text(), one[metric].items()});
    }
    print_series(context, answer, options, metric, all);
}

void of_some_gpus(Context& context, const MetricsOptions& options) {
    const auto ids = named_gpus(context, options.gpus, "GPUS");
    const auto known = context.client.list("/gpus");
    const auto metric = of_gpus(options);
    auto question = metrics_question(context, options);
    question.set("gpu", ids);
    question.set("metric", Json::Array{metric});
    const auto answer = context.client.post("/usage/query", question);
    std::vector<Series> all;
    for (const auto& one : answer["gpus"].items()) {
        const auto id = one["gpu_id"].text();
        auto name = id;
        for (const auto& gpu : known) {
            if (gpu["id"].text() == id) name = gpu_name_of(gpu);
        }
        all.push_back({name, one[metric].items()});
    }
    print_series(context, answer, options, metric, all);
}

void metrics(Context& context, const MetricsOptions& options) {
    if (!options.host.empty()) return of_a_host(context, options);
    options.gpus.empty() ? catalogue(context) : of_some_gpus(context, options);
}

}  // namespace

void add_metrics(Command app, Action& action) {
    const auto verb = app.add_subcommand(
        "metrics", "Metrics of GPUs or a host over time; alone: which there are");
    auto options = std::make_shared<MetricsOptions>();
    const auto gpus = verb.add_option("gpus", options->gpus, "Of these: gpu03:0,2-3; gpu[01-04]");
    verb.add_option("--host", options->host, "Of this host, in place of GPUs").excludes(gpus);
    verb.add_option("--metric", options->metric,
                    "Which (utilization_percent; of a host cpu_percent)");
    const auto since =
        verb.add_option("--since", options->since, "How long before the end: 10m to 365d (1h)");
    verb.add_option("--from", options->from, "From then on").excludes(since);
    verb.add_option("--until", options->until, "Up to then (now)");
    const auto points = verb.add_option("--points", options->points,
                                        "How many rows at most; no step is longer than a day (60)")
                            .between(1, 10'000);
    verb.add_option("--step", options->step, "One row for each step")
        .one_of({"1s", "1min", "1h", "1d"})
        .excludes(points);
    verb.add_option("--statistic", options->statistic, "Which value of each step (mean)")
        .one_of({"mean", "min", "max", "count"});
    verb.callback([&action, options] {
        action = [options](Context& context) { metrics(context, *options); };
    });
}

}  // namespace dibs::cli
