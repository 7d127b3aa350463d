// dibs usage: reserved, used and idle hours, by person or otherwise. For GPUs: use by account. A
// week on one page.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/csv.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <cmath>
#include <cstdlib>
#include <sstream>

namespace dibs::cli {
namespace {

constexpr std::int64_t a_week_s = 7LL * 24 * 3600;

struct UsageOptions {
    std::string gpus, by, since, from, until;
    bool csv = false;
};
struct WeekOptions {
    std::string week;
    std::string by = "person";
};

double number_in(const Json& item, const std::string& key) {
    return std::strtod(item[key].shown().c_str(), nullptr);
}

// "12.5", from seconds.
std::string hours_text(double seconds) {
    const auto tenths = std::llround(seconds / 360);
    return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10);
}

// "12.5h"
Column usage_hours_column(std::string heading, std::string key) {
    auto column = member(std::move(heading), key);
    column.human = [key](const Json& item) { return hours_text(number_in(item, key)) + 'h'; };
    return column;
}

std::string percent(double part, double whole) {
    return whole > 0 ? std::to_string(std::lround(part * 100 / whole)) + '%' : "";
}

Json usage_question(Context& context, const UsageOptions& options) {
    return read_past(context, options.since, options.from, options.until, a_week_s);
}

void tell_open_hours(Context& context, const Json& answer) {
    if (!context.out.human()) return;
    const auto closed = answer["closed_until"];
    const auto until = answer[answer["asked_until"] ? "asked_until" : "until"];
    if (closed && until.text() <= closed.text()) return;
    context.out.note(closed ? "Since " + context.clock.moment(closed.text()) +
                                  " as far as is known: those hours are still open."
                            : "As far as is known: no hour is closed yet.");
}

// --- use of GPUs by account

// The mean over the measured time. Without a measurement it is unknown, not 0 %.
std::string mean_use(const Json& use) {
    return percent(number_in(use, "used_s"), number_in(use, "measured_s"));
}

std::vector<Column> account_columns() {
    return {member("BY", "by"),
            member("ACCOUNT", "unix_name"),
            usage_hours_column("TIME", "seconds"),
            {"USE", mean_use, [](const Json& use) { return use["used_s"].shown(); }},
            usage_hours_column("MEASURED", "measured_s")};
}

void accounts(Context& context, const UsageOptions& options) {
    const auto gpus = named_gpus(context, options.gpus, "GPUS");
    auto question = usage_question(context, options);
    question.set("gpu", gpus);
    const auto answer = context.client.post("/usage/owners/query", question);
    context.out.list(answer["totals"].items(), account_columns(),
                     "Nothing is known of these hours.");
    tell_open_hours(context, answer);
}

// --- reserved, used and idle hours

std::string person_of(const Json& row) {
    for (const auto* key : {"person_name", "unix_name"}) {
        if (row[key]) return row[key].text();
    }
    return "(nobody)";
}

std::string group_name_of(const Json& row) {
    return row["group_name"] ? row["group_name"].text() : "(no group)";
}

std::vector<Column> name_columns(const std::string& by, const ZoneClock& clock) {
    const Column person{"PERSON", person_of,
                        [](const Json& row) { return row["unix_name"].text(); }};
    if (by == "person") return {person};
    if (by == "group") {
        return {{"GROUP", group_name_of, [](const Json& row) { return row["group_name"].text(); }}};
    }
    if (by == "model") return {member("MODEL", "model")};
    if (by == "host") return {member("HOST", "host_name")};
    if (by == "gpu") return {member("GPU", "gpu_name")};
    if (by == "reservation") {
        return {member("RESERVATION", "title"), person, member("GPUS", "gpu_name"),
                time_column("FROM", "from", clock)};
    }
    if (by == "project") {
        return {{"PROJECT",
                 [](const Json& row) { return row["project"] ? row["project"].text() : "(none)"; },
                 [](const Json& row) { return row["project"].text(); }}};
    }
    if (by == "hour_of_week") return {member("WEEKDAY", "weekday"), member("HOUR", "hour")};
    if (by == "hour") return {time_column("FROM", "from", clock)};
    return {{by == "day" ? "DAY" : "FROM",
             [&clock](const Json& row) { return clock.day(row["from"].text()); },
             [](const Json& row) { return row["from"].text(); }}};
}

// Empty if nothing was measured: that is not 0 %.
std::string idle_share(const Json& row) {
    if (number_in(row, "reserved_s") <= number_in(row, "unmeasured_s")) return "";
    return percent(number_in(row, "idle_s"), number_in(row, "reserved_s"));
}

// "3.105"; empty if the power is unknown.
Column energy_column() {
    auto column = member("KWH", "energy_kwh");
    column.human = [](const Json& row) {
        return row["energy_kwh"] ? row["energy_kwh"].shown() : std::string("?");
    };
    return column;
}

// "92%": the percentile over the seconds, the median or the 95th.
Column percentile_column(std::string heading, std::string key) {
    auto column = member(std::move(heading), key);
    column.human = [key](const Json& row) {
        if (!row[key]) return std::string();
        return std::to_string(std::lround(number_in(row, key))) + '%';
    };
    return column;
}

std::vector<Column> report_columns(const std::string& by, const ZoneClock& clock) {
    auto columns = name_columns(by, clock);
    columns.push_back(usage_hours_column("RESERVED", "reserved_s"));
    columns.push_back(usage_hours_column("BY OWNER", "used_by_owner_s"));
    columns.push_back(usage_hours_column("BY OTHERS", "used_by_others_s"));
    columns.push_back(usage_hours_column("BY UNKNOWN", "used_by_unknown_s"));
    columns.push_back(usage_hours_column("IDLE", "idle_s"));
    columns.push_back({"IDLE %", idle_share, idle_share});
    columns.push_back(usage_hours_column("UNMEASURED", "unmeasured_s"));
    if (by == "person" || by == "group") {
        columns.push_back(usage_hours_column("OF OTHERS", "used_of_others_s"));
    }
    columns.push_back(usage_hours_column("UNRESERVED", "unreserved_used_s"));
    columns.push_back(percentile_column("P50", "utilization_p50_percent"));
    columns.push_back(percentile_column("P95", "utilization_p95_percent"));
    columns.push_back(usage_hours_column("GIVEN BACK", "given_back_s"));
    columns.push_back(usage_hours_column("FREED", "freed_as_idle_s"));
    columns.push_back(energy_column());
    return columns;
}

std::string total_sentence(const Json& total) {
    const auto hours = [&](const char* key) { return hours_text(number_in(total, key)); };
    const auto unknown = number_in(total, "used_by_unknown_s") + number_in(total, "unmeasured_s");
    return hours("reserved_s") + " GPU-hours reserved: " + hours("used_by_owner_s") +
           " used by their owners, " + hours("used_by_others_s") + " by others, " +
           hours("idle_s") + " idle, " + hours_text(unknown) + " not measured or by unknown users.";
}

// Always with the share of the time that was measured.
std::string energy_sentence(const Json& total) {
    if (!total["energy_kwh"]) return "Energy was not measured.";
    const auto known = number_in(total, "energy_known_s");
    const auto unknown = number_in(total, "energy_unknown_s");
    return total["energy_kwh"].shown() + " kWh measured over " + hours_text(known) +
           (unknown > 0 ? " of " + hours_text(known + unknown) : std::string()) + " GPU-hours.";
}

// The total covers everyone; the rows may be limited to the caller's.
const char* no_rows(const Json& total) {
    const bool others = number_in(total, "reserved_s") + number_in(total, "unreserved_used_s") > 0;
    return others ? "You reserved and used nothing; the rules show you nobody else's rows."
                  : "Nothing was reserved or used.";
}

void print_csv(Context& context, Json question) {
    question.set("format", "csv");
    const auto response = context.client.send("POST", "/usage/report/query", question.dump());
    if (!response.succeeded()) throw failure_of(response.status, response.body);
    const bool marked = response.body.starts_with(utf8_mark);
    const auto shown = marked && context.out.human() ? utf8_mark.size() : 0;
    std::istringstream lines(response.body.substr(shown));
    for (std::string text; std::getline(lines, text);) {
        if (!context.out.human()) {
            context.out.line(text);  // keeps the carriage return
            continue;
        }
        if (!text.empty() && text.back() == '\r') text.pop_back();
        context.out.line(printable(text));
    }
}

void report_usage(Context& context, const UsageOptions& options) {
    const auto by = options.by.empty() ? std::string("person") : options.by;
    Json gpus;
    if (!options.gpus.empty()) gpus = named_gpus(context, options.gpus, "GPUS");
    auto question = usage_question(context, options);
    question.set("by", by);
    question.set("zone", context.clock.zone());
    if (!options.gpus.empty()) question.set("gpu", gpus);
    if (options.csv) return print_csv(context, question);
    const auto answer = context.client.post("/usage/report/query", question);
    if (context.out.form() == Form::json && context.out.settings.fields.empty()) {
        return context.out.json(answer);
    }
    context.out.list(answer["rows"].items(), report_columns(by, context.clock),
                     no_rows(answer["total"]));
    if (context.out.human()) context.out.note(total_sentence(answer["total"]));
    if (context.out.human()) context.out.note(energy_sentence(answer["total"]));
    if (context.out.human() && by == "group") {
        context.out.note("By the groups as they are now; whoever is in two counts in both.");
    }
    tell_open_hours(context, answer);
}

// --- a week on one page

std::string week_sentence(const Json& week, const ZoneClock& clock) {
    const auto last = parse_utc(week["until"].text()).value_or(0) - 1;
    const auto days = clock.day(week["from"].text()) + " to " + clock.day(utc_text(last));
    const bool runs = week["asked_until"].text() < week["until"].text();
    return week["week"].text() + ", " + days + (runs ? ", which still runs: " : ": ") +
           std::to_string(week["violations"].integer()) + " violations, " +
           std::to_string(week["unhealthy"].items().size()) +
           (week["more_unhealthy"].truth() ? " or more" : "") + " GPUs that became unhealthy.";
}

void report_week(Context& context, const WeekOptions& options) {
    Query query{{"zone", context.clock.zone()}};
    if (!options.week.empty()) query.push_back({"week", options.week});
    const auto answer = context.client.get("/usage/weekly", query);
    if (context.out.form() == Form::json && context.out.settings.fields.empty()) {
        return context.out.json(answer);
    }
    const auto* rows = options.by == "group" ? "groups" : options.by == "gpu" ? "gpus" : "people";
    context.out.list(answer[rows].items(), report_columns(options.by, context.clock),
                     no_rows(answer["total"]));
    if (!context.out.human()) return;
    context.out.note(week_sentence(answer, context.clock));
    context.out.note(total_sentence(answer["total"]));
    context.out.note(energy_sentence(answer["total"]));
    if (answer["own_only"].truth()) context.out.note("The rules show you your own rows only.");
    tell_open_hours(context, answer);
}

void show_usage(Context& context, const UsageOptions& options) {
    const bool by_account = !options.gpus.empty() && options.by.empty() && !options.csv;
    by_account ? accounts(context, options) : report_usage(context, options);
}

// Refuses options of the command that `week` does not use, instead of ignoring them.
void refuse_in_week(const UsageOptions& options) {
    const auto none = [](bool said, const std::string& what) {
        if (said)
            throw Failure(Exit::usage, what + " is not for a week on one page.",
                          "'dibs usage' itself takes it.");
    };
    none(options.csv, "--csv");
    none(!options.since.empty(), "--since");
    none(!options.from.empty(), "--from");
    none(!options.until.empty(), "--until");
    none(!options.gpus.empty(), "'" + printable(options.gpus) + "'");
}

void add_week(Command usage, const std::shared_ptr<UsageOptions>& of_usage, Action& action) {
    const auto verb =
        usage.add_subcommand("week", "A week on one page: 2026-W47; the one that ended last");
    auto options = std::make_shared<WeekOptions>();
    verb.add_option("week", options->week, "As ISO 8601 numbers weeks: 2026-W47");
    verb.add_option("--by", options->by, "One row for each of these (person)")
        .one_of({"person", "group", "gpu"});
    verb.callback([&action, options, of_usage] {
        action = [options, of_usage](Context& context) {
            refuse_in_week(*of_usage);
            report_week(context, *options);
        };
    });
}

}  // namespace

void add_usage(Command app, Action& action) {
    const auto verb =
        app.add_subcommand("usage", "What was reserved, who used it, what stood idle");
    auto options = std::make_shared<UsageOptions>();
    verb.add_option("gpus", options->gpus, "Of these alone, by account: gpu03:0,2-3; gpu[01-04]");
    verb.add_option("--by", options->by, "One row for each of these (person)")
        .one_of({"person", "group", "model", "host", "gpu", "reservation", "project", "hour", "day",
                 "week", "month", "hour_of_week"});
    const auto since =
        verb.add_option("--since", options->since, "How long before the end: 30d (7d)");
    verb.add_option("--from", options->from, "From then on (7 days before the end)")
        .excludes(since);
    verb.add_option("--until", options->until, "Up to then (now)");
    verb.add_flag("--csv", options->csv, "As a file for spreadsheets, in seconds");
    verb.may_have_subcommand();
    verb.callback([&action, options, verb] {
        if (verb.has_subcommand()) return;
        action = [options](Context& context) { show_usage(context, *options); };
    });
    add_week(verb, options, action);
}

}  // namespace dibs::cli
