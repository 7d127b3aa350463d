// dibs group list|show|add|rename|set|limits|remove|join|leave. Who leaves a group may lose
// bookings that rest on a grant to it: those are shown before anything is done.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/lookup.hpp"
#include "api/cli/lib/rule_values.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/lib/touched.hpp"
#include "api/cli/lib/views.hpp"

#include <array>

namespace dibs::cli {
namespace {

Json find_group(Context& context, const std::string& name) {
    return find_named(context, "/groups", name, "group");
}

std::string path_of(const Json& group) {
    return "/groups/" + group["id"].text();
}

std::string name_of(const Json& thing) {
    return printable(thing["name"].text());
}

Column yes_or_no(std::string heading, std::string key) {
    auto column = member(std::move(heading), key);
    column.human = [key](const Json& item) { return item[key].truth() ? "yes" : "no"; };
    return column;
}

std::vector<Column> columns(const ZoneClock& clock) {
    return {member("NAME", "name"), member("MEMBERS", "member_count"),
            yes_or_no("NEWCOMERS", "newcomers"), time_column("SINCE", "created_at", clock),
            member("ID", "id")};
}

std::vector<Column> member_columns() {
    return {member("NAME", "name"), member("UNIX NAME", "unix_name"),
            yes_or_no("MANAGER", "manager"), member("STATE", "state")};
}

// In a pipe a group is one row, with the accounts of its members instead of how many there are.
std::vector<Column> columns_of_one(const ZoneClock& clock) {
    auto result = columns(clock);
    result[1].plain = [](const Json& group) {
        std::string accounts;
        for (const auto& one : group["members"].items()) {
            accounts += (accounts.empty() ? "" : ",") + one["unix_name"].text();
        }
        return accounts;
    };
    return result;
}

void list(Context& context) {
    context.out.list(context.client.list("/groups"), columns(context.clock),
                     "No groups yet. Make one: dibs group add NAME");
}

void show(Context& context, const std::string& name) {
    auto group = find_group(context, name);
    const auto members = context.client.list(path_of(group) + "/members");
    group.set("members", members);
    context.out.thing(group, columns_of_one(context.clock));
    if (!context.out.human()) return;
    context.out.line("");
    context.out.list(members, member_columns(), "Nobody is in it.");
}

void add(Context& context, const std::string& name, bool newcomers) {
    const auto made =
        context.client.post("/groups", Json::Object{{"name", name}, {"newcomers", newcomers}});
    context.out.done(
        "Made the group " + name_of(made) + ". Bring people in: dibs group join GROUP PERSON", made,
        columns(context.clock));
}

void rename(Context& context, const std::string& before, const std::string& name) {
    const auto group = find_group(context, before);
    const auto now = context.client.patch(path_of(group), Json::Object{{"name", name}});
    context.out.done("Renamed " + name_of(group) + " to " + name_of(now), now,
                     columns(context.clock));
}

void set(Context& context, const std::string& name, const std::string& newcomers) {
    const auto group = find_group(context, name);
    const auto now =
        context.client.patch(path_of(group), Json::Object{{"newcomers", newcomers == "yes"}});
    context.out.done(std::string("Newcomers ") + (now["newcomers"].truth() ? "" : "do not ") +
                         "join " + name_of(now) + " from now on",
                     now, columns(context.clock));
}

constexpr std::array limit_rules{
    Rule{"shortest", "shortest_min", "SHORTEST", Rule::Kind::length, true},
    Rule{"longest", "longest_min", "LONGEST", Rule::Kind::length, true},
    Rule{"most-gpus", "most_gpus", "MOST GPUS", Rule::Kind::number, true},
    Rule{"lead", "lead_min", "LEAD", Rule::Kind::length, true},
    Rule{"horizon", "horizon_min", "HORIZON", Rule::Kind::length, true},
    Rule{"gpus-at-once", "gpus_at_once", "GPUS AT ONCE", Rule::Kind::number, true},
    Rule{"gpu-hours-week", "gpu_hours_week", "GPU HOURS WEEK", Rule::Kind::number, true},
    Rule{"group-gpu-hours-week", "group_gpu_hours_week", "GROUP GPU HOURS WEEK", Rule::Kind::number,
         true},
    Rule{"relaxed-within", "relaxed_within_min", "RELAXED WITHIN", Rule::Kind::length, true}};

// Shows them, or sets some: what is not named stays, what is none is the site's again.
void limits(Context& context, const std::string& name, const std::vector<std::string>& wanted) {
    const auto group = find_group(context, name);
    if (wanted.empty()) return context.out.thing(group["limits"], rule_columns(limit_rules));
    const auto changes = read_rules(context, limit_rules, wanted);
    const auto now = context.client.patch(path_of(group) + "/limits", changes);
    context.out.done(
        "In " + name_of(now) + ' ' + rules_sentence(limit_rules, changes, now["limits"]),
        now["limits"], rule_columns(limit_rules));
}

void remove(Context& context, const std::string& name, bool dry_run) {
    const auto group = find_group(context, name);
    const auto done = send_once_agreed(
        context, {"DELETE", path_of(group)},
        {dry_run, Asks::always, "Remove the group " + name_of(group) + "? Its members stay."});
    if (done) context.out.done("Removed the group " + name_of(group), {}, {});
}

struct Membership {
    std::string group, person;
    bool manager = false, no_manager = false, dry_run = false;
};

std::string path_of(const Json& group, const Json& person) {
    return path_of(group) + "/members/" + person["id"].text();
}

void join(Context& context, const Membership& wanted) {
    const auto group = find_group(context, wanted.group);
    const auto person = find_person(context, wanted.person);
    Json body{Json::Object{}};
    if (wanted.manager || wanted.no_manager) body.set("manager", wanted.manager);
    const auto done =
        send_once_agreed(context, {"PUT", path_of(group, person), body},
                         {wanted.dry_run, Asks::when_bookings_are_lost,
                          "Bring " + name_of(person) + " into " + name_of(group) + '?'});
    if (!done) return;
    context.out.done(name_of(person) + (wanted.manager ? " manages " : " is in ") + name_of(group),
                     for_programs(context, path_of(group)), columns(context.clock));
}

void leave(Context& context, const Membership& wanted) {
    const auto group = find_group(context, wanted.group);
    const auto person = find_person(context, wanted.person);
    const auto done =
        send_once_agreed(context, {"DELETE", path_of(group, person)},
                         {wanted.dry_run, Asks::when_bookings_are_lost,
                          "Take " + name_of(person) + " out of " + name_of(group) + '?'});
    if (!done) return;
    context.out.done(name_of(person) + " has left " + name_of(group),
                     for_programs(context, path_of(group)), columns(context.clock));
}

// --- what can be written

void add_group_argument(Command verb, std::string& group) {
    verb.add_option("group", group, "Its name, its id or a beginning of it")
        .type_name("GROUP")
        .required();
}

void add_dry_run(Command verb, bool& dry_run) {
    verb.add_flag("--dry-run", dry_run, "Only show what it would do to reservations");
}

struct Options {
    std::string group, name, newcomers;
    bool joins_newcomers = false, dry_run = false;
};

void add_show(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("show", "One of them, and who is in it");
    auto options = std::make_shared<Options>();
    add_group_argument(verb, options->group);
    verb.callback([&action, options] {
        action = [options](Context& context) { show(context, options->group); };
    });
}

void add_add(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("add", "Make a group (admins)");
    auto options = std::make_shared<Options>();
    verb.add_option("name", options->name, "What to call it: students").required();
    verb.add_flag("--newcomers", options->joins_newcomers,
                  "Whoever gets an account from now on joins it");
    verb.callback([&action, options] {
        action = [options](Context& context) {
            add(context, options->name, options->joins_newcomers);
        };
    });
}

void add_rename(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("rename", "Give a group another name (admins)");
    auto options = std::make_shared<Options>();
    add_group_argument(verb, options->group);
    verb.add_option("name", options->name, "Its new name").required();
    verb.callback([&action, options] {
        action = [options](Context& context) { rename(context, options->group, options->name); };
    });
}

void add_set(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("set", "Say whether newcomers join a group (admins)");
    auto options = std::make_shared<Options>();
    add_group_argument(verb, options->group);
    verb.add_option("--newcomers", options->newcomers, "Whether whoever gets an account joins it")
        .one_of({"yes", "no"})
        .required();
    verb.callback([&action, options] {
        action = [options](Context& context) { set(context, options->group, options->newcomers); };
    });
}

void add_limits(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("limits", "How much its members may book; set it (admins)");
    auto options = std::make_shared<Options>();
    auto wanted = std::make_shared<std::vector<std::string>>();
    add_group_argument(verb, options->group);
    verb.add_option("limit", *wanted,
                    "NAME=VALUE, or NAME=none: shortest longest most-gpus lead horizon "
                    "gpus-at-once gpu-hours-week group-gpu-hours-week relaxed-within");
    verb.callback([&action, options, wanted] {
        action = [options, wanted](Context& context) { limits(context, options->group, *wanted); };
    });
}

void add_remove(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("remove", "Remove a group; its members stay (admins)");
    auto options = std::make_shared<Options>();
    add_group_argument(verb, options->group);
    add_dry_run(verb, options->dry_run);
    verb.callback([&action, options] {
        action = [options](Context& context) { remove(context, options->group, options->dry_run); };
    });
}

Command add_membership(Command noun, Action& action, const char* name, const char* help,
                       const std::shared_ptr<Membership>& wanted,
                       void (*run)(Context&, const Membership&)) {
    const auto verb = noun.add_subcommand(name, help);
    add_group_argument(verb, wanted->group);
    verb.add_option("person", wanted->person, "Their name, account or id, or me")
        .type_name("PERSON")
        .required();
    add_dry_run(verb, wanted->dry_run);
    verb.callback([&action, wanted, run] {
        action = [wanted, run](Context& context) { run(context, *wanted); };
    });
    return verb;
}

}  // namespace

void add_group(Command app, Action& action) {
    const auto noun = app.add_subcommand("group", "Groups of people, to whom grants are given");
    noun.needs_subcommand();
    noun.add_subcommand("list", "All of them").callback([&action] { action = list; });
    add_show(noun, action);
    add_add(noun, action);
    add_rename(noun, action);
    add_set(noun, action);
    add_limits(noun, action);
    add_remove(noun, action);
    const auto joins = std::make_shared<Membership>();
    const auto verb = add_membership(
        noun, action, "join", "Bring somebody into a group (its managers, admins)", joins, join);
    const auto manager = verb.add_flag("--manager", joins->manager, "As its manager (admins)");
    verb.add_flag("--no-manager", joins->no_manager, "Not as its manager any more (admins)")
        .excludes(manager);
    add_membership(noun, action, "leave", "Take somebody out of a group (its managers, admins)",
                   std::make_shared<Membership>(), leave);
}

}  // namespace dibs::cli
