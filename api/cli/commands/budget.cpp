// dibs budget list|show|create|change|remove: GPU-hours that groups and projects may book; how many
// are spent, booked ahead and left. A change is sent with the version that was seen.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

struct BudgetOptions {
    std::string budget, group, project, period, from, until, when_spent;
    std::int64_t hours = 0;
    bool mine = false;
};

std::string whose(const Json& budget) {
    return budget["project"] ? "project " + budget["project"].text()
                             : "group " + budget["group_name"].text();
}

std::string budget_path(const Json& budget) {
    return "/budgets/" + budget["id"].text();
}

// GPU-hours of the current period; unknown if the period is unknown.
Column gpu_hours_column(std::string heading, const std::string& key) {
    const auto human = [key](const Json& item) {
        return item["now"] ? gpu_hours_text(item["now"][key].integer()) : std::string("unknown");
    };
    const auto plain = [key](const Json& item) { return item["now"][key].shown(); };
    return {std::move(heading), human, plain};
}

Column day_column(std::string heading, const std::string& key, const ZoneClock& clock) {
    const auto human = [key, &clock](const Json& item) {
        return item["now"] ? clock.day(item["now"][key].text()) : std::string();
    };
    const auto plain = [key](const Json& item) { return item["now"][key].text(); };
    return {std::move(heading), human, plain};
}

std::vector<Column> budget_columns(const ZoneClock& clock, std::size_t id_size) {
    const auto id = [](const Json& item) { return item["id"].text(); };
    const auto short_id = [id_size](const Json& item) {
        return item["id"].text().substr(0, id_size);
    };
    return {{"ID", short_id, id},
            {"OF", whose, whose},
            member("PERIOD", "period"),
            day_column("FROM", "from", clock),
            day_column("UNTIL", "until", clock),
            member("GPU-HOURS", "gpu_hours"),
            gpu_hours_column("SPENT", "spent_s"),
            gpu_hours_column("AHEAD", "ahead_s"),
            gpu_hours_column("LEFT", "left_s"),
            member("WHEN SPENT", "when_spent")};
}

std::vector<Column> all_budget_columns(const ZoneClock& clock) {
    auto all = budget_columns(clock, std::string::npos);
    all.push_back(member("ZONE", "zone"));
    return all;
}

Json find_budget(Context& context, const std::string& text) {
    return find_by_id(context, "/budgets", text, "budget");
}

std::string group_id(Context& context, const std::string& name) {
    return find_named(context, "/groups", name, "group")["id"].text();
}

void list_budgets(Context& context, const BudgetOptions& options) {
    Query query;
    if (!options.group.empty()) query.emplace_back("group", group_id(context, options.group));
    if (!options.project.empty()) query.emplace_back("project", options.project);
    if (options.mine) query.emplace_back("person", "me");
    const auto items = context.client.list("/budgets", query);
    context.out.list(items, budget_columns(context.clock, short_id_size(items)),
                     query.empty() ? "There are no budgets: nothing but the rules and limits says "
                                     "how much may be booked."
                                   : "There is no such budget.");
}

void show_budget(Context& context, const std::string& text) {
    context.out.thing(find_budget(context, text), all_budget_columns(context.clock));
}

// A lowered budget cancels no booking; the sentence says so.
void report_budget(Context& context, const std::string& what, const Json& budget) {
    context.out.done(what + " the budget of " + printable(whose(budget)) + ": " +
                         budget["gpu_hours"].shown() + " GPU-hours, " + budget["period"].text() +
                         "   " + budget["id"].text(),
                     budget, all_budget_columns(context.clock));
    if (budget["now"] && budget["now"]["left_s"].integer() < 0) {
        context.out.note("More than that is booked already: no booking is taken away, " +
                         std::string(budget["when_spent"].text() == "refuse"
                                         ? "and more is refused."
                                         : "and more is booked with a warning."));
    }
}

void set_times(Context& context, Json& body, const BudgetOptions& options) {
    if (!options.from.empty()) body.set("from", read_moment(context, options.from));
    if (!options.until.empty()) body.set("until", read_moment(context, options.until));
}

void create_budget(Context& context, const BudgetOptions& options) {
    if (options.group.empty() == options.project.empty()) {
        throw Failure(Exit::usage, "Whose budget?", "Add --group or --project: one of the two.");
    }
    Json body{Json::Object{{"gpu_hours", options.hours},
                           {"period", options.period},
                           {"zone", context.clock.zone()},
                           {"when_spent", options.when_spent}}};
    if (!options.group.empty()) body.set("group_id", group_id(context, options.group));
    if (!options.project.empty()) body.set("project", options.project);
    set_times(context, body, options);
    report_budget(context, "Made", context.client.post("/budgets", body));
}

void change_budget(Context& context, const BudgetOptions& options) {
    const auto before = find_budget(context, options.budget);
    Json body{Json::Object{}};
    if (options.hours != 0) body.set("gpu_hours", options.hours);
    if (!options.period.empty()) body.set("period", options.period);
    if (!options.when_spent.empty()) body.set("when_spent", options.when_spent);
    if (!context.zone_flag.empty()) body.set("zone", context.clock.zone());
    set_times(context, body, options);
    if (body.members().empty()) {
        throw Failure(Exit::usage, "Change what?",
                      "Add --hours, --period, --from, --until, --when-spent or --zone.");
    }
    report_budget(context, "Changed",
                  context.client.patch(budget_path(before), body, before["version"].integer()));
}

void remove_budget(Context& context, const std::string& text) {
    const auto before = find_budget(context, text);
    context.client.remove(budget_path(before), before["version"].integer());
    context.out.done("Removed the budget of " + printable(whose(before)), {}, {});
}

// --- declaration of the commands

void add_budget_argument(Command verb, std::string& budget) {
    verb.add_option("budget", budget, "Its id or a beginning of it").type_name("BUDGET").required();
}

// A new budget requires all terms; a change, only the changed ones.
void add_terms(Command verb, BudgetOptions& options, bool all) {
    const auto hours =
        verb.add_option("--hours", options.hours, "How many GPU-hours").between(1, 10'000'000);
    const auto period =
        verb.add_option("--period", options.period,
                        "Starts over each week, month, quarter or year, on the clock of your "
                        "zone or of --zone; or once, with --from and --until")
            .one_of({"week", "month", "quarter", "year", "once"});
    verb.add_option("--from", options.from, "The start of one that is once: '1 Dec'");
    verb.add_option("--until", options.until, "The end of one that is once");
    const auto spent = verb.add_option("--when-spent", options.when_spent,
                                       "What happens beyond it: refuse, or book with a warning")
                           .one_of({"refuse", "warn"});
    if (!all) return;
    hours.required();
    period.required();
    spent.required();
}

void add_budget_list(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("list", "All of them, with what is spent and left");
    auto options = std::make_shared<BudgetOptions>();
    verb.add_option("--group", options->group, "Of this group").type_name("GROUP");
    verb.add_option("--project", options->project, "Of this project").type_name("PROJECT");
    verb.add_flag("--mine", options->mine, "Of your groups, and of projects");
    verb.callback([&action, options] {
        action = [options](Context& context) { list_budgets(context, *options); };
    });
}

void add_budget_show(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("show", "One of them");
    auto budget = std::make_shared<std::string>();
    add_budget_argument(verb, *budget);
    verb.callback([&action, budget] {
        action = [budget](Context& context) { show_budget(context, *budget); };
    });
}

void add_budget_create(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("create", "Give a group or a project GPU-hours (admins)");
    auto options = std::make_shared<BudgetOptions>();
    verb.add_option("--group", options->group, "Of the bookings of its members").type_name("GROUP");
    verb.add_option("--project", options->project, "Of the bookings with this project")
        .type_name("PROJECT");
    add_terms(verb, *options, true);
    verb.callback([&action, options] {
        action = [options](Context& context) { create_budget(context, *options); };
    });
}

void add_budget_change(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("change", "Change what is named; the rest stays (admins)");
    auto options = std::make_shared<BudgetOptions>();
    add_budget_argument(verb, options->budget);
    add_terms(verb, *options, false);
    verb.callback([&action, options] {
        action = [options](Context& context) { change_budget(context, *options); };
    });
}

void add_budget_remove(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("remove", "Remove a budget (admins)");
    auto budget = std::make_shared<std::string>();
    add_budget_argument(verb, *budget);
    verb.callback([&action, budget] {
        action = [budget](Context& context) { remove_budget(context, *budget); };
    });
}

}  // namespace

void add_budget(Command app, Action& action) {
    const auto noun = app.add_subcommand("budget", "GPU-hours of groups and projects");
    noun.needs_subcommand();
    add_budget_list(noun, action);
    add_budget_show(noun, action);
    add_budget_create(noun, action);
    add_budget_change(noun, action);
    add_budget_remove(noun, action);
}

}  // namespace dibs::cli
