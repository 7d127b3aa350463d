// dibs violation list|excuse|unexcuse|level: use of GPUs that another person holds. People see one
// row per account and booking, since an excuse covers them all. Programs see each violation.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/gpu_names.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <set>

namespace dibs::cli {
namespace {

std::string processes_of(const Json& violation) {
    std::string text;
    for (const auto& process : violation["processes"].items()) {
        text += (text.empty() ? "" : ", ") + process["pid"].shown();
        if (process["command"]) text += ' ' + process["command"].text();
    }
    return text;
}

// The server's grouping: an account and the booking it violates, or the host without one.
// Violations known only from containers are a group of their own.
std::string group_key_of(const Json& violation) {
    const auto booking = violation["reservation_id"].text();
    return violation["state"].text() + ' ' + violation["unix_name"].text() + ' ' +
           violation["starter_unknown"].shown() + ' ' +
           (booking.empty() ? violation["host_id"].text() : booking);
}

// The first of a group, with the GPUs and processes of all, since the earliest began.
Json one_row_of(const std::vector<Json>& group) {
    Json row = group.front();
    std::set<std::string> gpus;
    Json::Array processes;
    auto since = row["opened_at"].text(), steps_since = row["steps_since"].text();
    for (const auto& violation : group) {
        gpus.insert(violation["gpu_name"].text());
        for (const auto& process : violation["processes"].items()) processes.push_back(process);
        since = std::min(since, violation["opened_at"].text());
        steps_since = std::min(steps_since, violation["steps_since"].text());
    }
    row.set("gpu_name", compact_names({gpus.begin(), gpus.end()}));
    row.set("processes", processes);
    row.set("opened_at", since);
    row.set("steps_since", steps_since.empty() ? Json() : Json(steps_since));
    return row;
}

std::vector<Json> by_group(const std::vector<Json>& items) {
    std::vector<std::pair<std::string, std::vector<Json>>> groups;
    for (const auto& item : items) {
        const auto key = group_key_of(item);
        const auto known = std::find_if(groups.begin(), groups.end(),
                                        [&](const auto& group) { return group.first == key; });
        if (known == groups.end()) {
            groups.push_back({key, {item}});
        } else {
            known->second.push_back(item);
        }
    }
    std::vector<Json> rows;
    for (const auto& [key, group] : groups) rows.push_back(one_row_of(group));
    return rows;
}

// A uid seen in a container does not identify its account.
std::string account_of(const Json& violation) {
    const auto account = violation["unix_name"].text();
    return violation["starter_unknown"] ? "container as " + account : account;
}

std::string kind_of(const Json& violation) {
    auto kind = violation["kind"].text();
    std::replace(kind.begin(), kind.end(), '_', ' ');
    return kind;
}

// The outcome of a step, where its name says too little.
std::string outcome_words(const std::string& outcome) {
    if (outcome.empty()) return "on its way";
    if (outcome == "skipped") return "none, this site sends no mail";
    if (outcome == "not_needed") return "none, it was over or called off by then";
    if (outcome == "not_told") return "held, nobody could be told before";
    return outcome;
}

// "mail person: done", "stop: failed (no sudo)", "mail owner: none, this site sends no mail".
std::string last_step(const Json& violation) {
    const auto steps = violation["steps"].items();
    if (steps.empty()) return "";
    const auto& step = steps.back();
    const auto action = step["action"].text();
    // Messages and stops wait until the host is reached.
    const bool waits =
        violation["unknown_since"] && !step["outcome"] && (action == "message" || action == "stop");
    auto text = action + ": " +
                (waits ? "waits until it is seen again" : outcome_words(step["outcome"].text()));
    std::replace(text.begin(), text.end(), '_', ' ');
    if (step["words"]) text += " (" + step["words"].text() + ')';
    return text;
}

// The start of its oldest process, which may precede the booking; empty: unknown.
std::string start_of(const Json& violation) {
    std::string alive, all;
    for (const auto& process : violation["processes"].items()) {
        const auto start = process["started_at"].text();
        if (start.empty()) continue;
        all = all.empty() ? start : std::min(all, start);
        if (!process["ended_at"]) alive = alive.empty() ? start : std::min(alive, start);
    }
    return alive.empty() ? all : alive;
}

std::vector<Column> violation_columns(const ZoneClock& clock, std::size_t id_size) {
    const auto id = [](const Json& item) { return item["id"].text(); };
    const auto short_id = [id_size](const Json& item) {
        return item["id"].text().substr(0, id_size);
    };
    const auto state = [](const Json& item) {
        return item["state"].text() + (item["excused"] ? ", excused" : "") +
               (item["unknown_since"] ? ", not seen now" : "");
    };
    const auto started = [&clock](const Json& item) {
        const auto start = start_of(item);
        return start.empty() ? std::string("unknown") : clock.moment(start);
    };
    return {{"ID", short_id, id},
            {"STATE", state, state},
            {"RUNS SINCE (" + clock.abbreviation() + ')', started, start_of},
            member("GPU", "gpu_name"),
            {"WHO", account_of, [](const Json& item) { return item["unix_name"].text(); }},
            member("HELD BY", "owner_name"),
            {"KIND", kind_of, kind_of},
            {"LAST STEP", last_step, last_step},
            time_column("STEPS SINCE", "steps_since", clock),
            {"PROCESSES", processes_of, processes_of}};
}

// Searches open ones first: an ended one may have the same prefix.
Json find_violation(Context& context, const std::string& text) {
    const auto open = context.client.list("/violations", {{"state", "open"}});
    const auto found = with_id_prefix(open, text);
    return found.size() == 1 ? found[0] : find_by_id(context, "/violations", text, "violation");
}

void excuse(Context& context, const std::string& id, const std::string& reason) {
    const auto before = find_violation(context, id);
    const auto after = context.client.post("/violations/" + before["id"].text() + "/excuse",
                                           Json::Object{{"reason", reason}});
    context.out.done("Excused " + printable(after["unix_name"].text()) + " on " +
                         printable(after["gpu_name"].text()),
                     after, violation_columns(context.clock, std::string::npos));
}

void take_back(Context& context, const std::string& id) {
    const auto before = find_violation(context, id);
    const auto after = context.client.remove("/violations/" + before["id"].text() + "/excuse");
    context.out.done("No longer excused: " + printable(after["unix_name"].text()) + " on " +
                         printable(after["gpu_name"].text()),
                     after, violation_columns(context.clock, std::string::npos));
}

std::vector<Column> level_columns(const ZoneClock& clock) {
    const auto what = [](const Json& item) {
        return item["host_name"] ? "host " + item["host_name"].text()
                                 : "group " + item["group_name"].text();
    };
    return {{"WHERE", what, what},
            member("LEVEL", "level"),
            time_column("SET", "set_at", clock),
            member("BY", "set_by_name")};
}

struct LevelOptions {
    std::string host, group, level;
};

void set_level(Context& context, const LevelOptions& options) {
    if (options.host.empty() == options.group.empty()) {
        throw Failure(Exit::usage, "For which host, or which group?",
                      "Add --host NAME or --group NAME.");
    }
    Json body{Json::Object{}};
    if (!options.host.empty()) body.set("host_id", find_host(context, options.host)["id"]);
    if (!options.group.empty()) {
        body.set("group_id", find_named(context, "/groups", options.group, "group")["id"]);
    }
    auto level = options.level;
    std::replace(level.begin(), level.end(), '-', '_');
    if (level != "site") body.set("level", level);
    const auto now =
        context.client.checked(context.client.send("PUT", "/violation-levels", body.dump()));
    const auto name = options.host.empty() ? options.group : options.host;
    context.out.done("Now " + printable(name) + " has the level " + options.level, now, {});
}

void level(Context& context, const LevelOptions& options) {
    if (!options.level.empty()) return set_level(context, options);
    context.out.list(context.client.get("/violation-levels")["items"].items(),
                     level_columns(context.clock),
                     "Every host and group has the level of the site: 'dibs rules' shows it.");
}

void add_level(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("level", "What counts as one on a host or for a group");
    auto options = std::make_shared<LevelOptions>();
    verb.add_option("level", options->level, "Which to set (admins); site: as the rules have it")
        .one_of({"off", "against-bookings", "always", "site"});
    verb.add_option("--host", options->host, "On this host").type_name("HOST");
    verb.add_option("--group", options->group, "For the members of this group");
    verb.callback(
        [&action, options] { action = [options](Context& context) { level(context, *options); }; });
}

}  // namespace

void add_violation(Command app, Action& action) {
    const auto noun =
        app.add_subcommand("violation", "Processes on GPUs that somebody else has booked");
    noun.needs_subcommand();
    auto all = std::make_shared<bool>(false);
    const auto list = noun.add_subcommand("list", "The open ones");
    list.add_flag("-a,--all", *all, "Closed ones too");
    list.callback([&action, all] {
        action = [all](Context& context) {
            auto items = context.client.list("/violations", {{"state", *all ? "" : "open"}});
            // The ids of a group begin alike, so the prefix must distinguish all of them.
            const auto id_size = short_id_size(items);
            if (context.out.human()) items = by_group(items);
            context.out.list(items, violation_columns(context.clock, id_size),
                             "No violation is open.");
        };
    });
    struct Options {
        std::string id, reason;
    };
    auto options = std::make_shared<Options>();
    const auto verb = noun.add_subcommand(
        "excuse", "Excuse a violation, and why: covers all that the account runs in this booking");
    verb.add_option("id", options->id, "Its id or a beginning of it").required();
    verb.add_option("-m,--reason", options->reason, "Why").required();
    verb.callback([&action, options] {
        action = [options](Context& context) { excuse(context, options->id, options->reason); };
    });
    add_level(noun, action);
    const auto back = noun.add_subcommand("unexcuse", "Take an excuse back");
    back.add_option("id", options->id, "Its id or a beginning of it").required();
    back.callback([&action, options] {
        action = [options](Context& context) { take_back(context, options->id); };
    });
}

}  // namespace dibs::cli
