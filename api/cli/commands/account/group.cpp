// dibs group list|show|add|rename|set|limits|remove|invite|invitations|decline|join|leave. A person
// who leaves may lose bookings that rest on a grant to the group: they are shown first.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/rule_values.hpp"
#include "api/cli/views/touched.hpp"
#include "api/cli/views/views.hpp"

#include <array>

namespace dibs::cli {
namespace {

Json find_group(Context& context, const std::string& name) {
    return find_named(context, "/groups", name, "group");
}

std::string group_path(const Json& group) {
    return "/groups/" + group["id"].text();
}

Column yes_or_no(std::string heading, std::string key) {
    auto column = member(std::move(heading), key);
    column.human = [key](const Json& item) { return item[key].truth() ? "yes" : "no"; };
    return column;
}

std::vector<Column> group_columns(const ZoneClock& clock) {
    return {member("NAME", "name"), member("MEMBERS", "member_count"),
            yes_or_no("NEWCOMERS", "newcomers"), time_column("SINCE", "created_at", clock),
            member("ID", "id")};
}

std::vector<Column> member_columns() {
    return {member("NAME", "name"), member("UNIX NAME", "unix_name"),
            yes_or_no("MANAGER", "manager"), member("STATE", "state")};
}

// In a pipe a group is one row, with its members' accounts instead of their number.
std::vector<Column> one_group_columns(const ZoneClock& clock) {
    auto result = group_columns(clock);
    result[1].plain = [](const Json& group) {
        std::string accounts;
        for (const auto& one : group["members"].items()) {
            accounts += (accounts.empty() ? "" : ",") + one["unix_name"].text();
        }
        return accounts;
    };
    return result;
}

void list_groups(Context& context) {
    context.out.list(context.client.list("/groups"), group_columns(context.clock),
                     "No groups yet. Make one: dibs group add NAME");
}

void show_group(Context& context, const std::string& name) {
    auto group = find_group(context, name);
    const auto members = context.client.list(group_path(group) + "/members");
    group.set("members", members);
    context.out.thing(group, one_group_columns(context.clock));
    if (!context.out.human()) return;
    context.out.line("");
    context.out.list(members, member_columns(), "Nobody is in it.");
}

void create_group(Context& context, const std::string& name, bool newcomers) {
    const auto made =
        context.client.post("/groups", Json::Object{{"name", name}, {"newcomers", newcomers}});
    context.out.done("Made the group " + printable_name(made) +
                         ". Bring people in: dibs group join GROUP PERSON",
                     made, group_columns(context.clock));
}

void rename_group(Context& context, const std::string& before, const std::string& name) {
    const auto group = find_group(context, before);
    const auto now = context.client.patch(group_path(group), Json::Object{{"name", name}});
    context.out.done("Renamed " + printable_name(group) + " to " + printable_name(now), now,
                     group_columns(context.clock));
}

void set_newcomers(Context& context, const std::string& name, const std::string& newcomers) {
    const auto group = find_group(context, name);
    const auto now =
        context.client.patch(group_path(group), Json::Object{{"newcomers", newcomers == "yes"}});
    context.out.done(std::string("Newcomers ") + (now["newcomers"].truth() ? "" : "do not ") +
                         "join " + printable_name(now) + " from now on",
                     now, group_columns(context.clock));
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

// Shows the limits, or sets some. Unnamed ones stay; "none" restores the site's.
void show_or_set_limits(Context& context, const std::string& name,
                        const std::vector<std::string>& wanted) {
    const auto group = find_group(context, name);
    if (wanted.empty()) return context.out.thing(group["limits"], rule_columns(limit_rules));
    const auto changes = read_rules(context, limit_rules, wanted);
    const auto now = context.client.patch(group_path(group) + "/limits", changes);
    context.out.done(
        "In " + printable_name(now) + ' ' + rules_sentence(limit_rules, changes, now["limits"]),
        now["limits"], rule_columns(limit_rules));
}

void remove_group(Context& context, const std::string& name, bool dry_run) {
    const auto group = find_group(context, name);
    const auto done =
        send_once_agreed(context, {"DELETE", group_path(group)},
                         {dry_run, Confirmation::always,
                          "Remove the group " + printable_name(group) + "? Its members stay."});
    if (done) context.out.done("Removed the group " + printable_name(group), {}, {});
}

struct Membership {
    std::string group, person;
    bool manager = false, no_manager = false, dry_run = false;
};

std::string membership_path(const Json& group, const Json& person) {
    return group_path(group) + "/members/" + person["id"].text();
}

void join(Context& context, const Membership& wanted) {
    const auto group = find_group(context, wanted.group);
    const auto person = find_person(context, wanted.person);
    Json body{Json::Object{}};
    if (wanted.manager || wanted.no_manager) body.set("manager", wanted.manager);
    const auto done = send_once_agreed(
        context, {"PUT", membership_path(group, person), body},
        {wanted.dry_run, Confirmation::when_bookings_are_lost,
         "Bring " + printable_name(person) + " into " + printable_name(group) + '?'});
    if (!done) return;
    context.out.done(
        printable_name(person) + (wanted.manager ? " manages " : " is in ") + printable_name(group),
        for_programs(context, group_path(group)), group_columns(context.clock));
}

void leave(Context& context, const Membership& wanted) {
    const auto group = find_group(context, wanted.group);
    const auto person = find_person(context, wanted.person);
    const auto done = send_once_agreed(
        context, {"DELETE", membership_path(group, person)},
        {wanted.dry_run, Confirmation::when_bookings_are_lost,
         "Take " + printable_name(person) + " out of " + printable_name(group) + '?'});
    if (!done) return;
    context.out.done(printable_name(person) + " has left " + printable_name(group),
                     for_programs(context, group_path(group)), group_columns(context.clock));
}

std::string invitation_path(const Json& group, const Json& person) {
    return group_path(group) + "/invitations/" + person["id"].text();
}

void invite(Context& context, const std::string& group_name, const std::string& name) {
    const auto group = find_group(context, group_name);
    const auto person = find_person(context, name);
    (void)context.client.checked(context.client.send("PUT", invitation_path(group, person), ""));
    context.out.done("Invited " + printable_name(person) + " to " + printable_name(group) +
                         ". They join by: dibs group join " + printable_name(group) + " me",
                     for_programs(context, group_path(group)), group_columns(context.clock));
}

// An own invitation is declined, another person's is withdrawn.
void end_invitation(Context& context, const std::string& group_name, const std::string& name) {
    const auto group = find_group(context, group_name);
    const auto person = find_person(context, name);
    (void)context.client.remove(invitation_path(group, person));
    const auto what = name == "me"
                          ? "Declined to join "
                          : "Withdrew the invitation of " + printable_name(person) + " to ";
    context.out.done(what + printable_name(group), for_programs(context, group_path(group)),
                     group_columns(context.clock));
}

std::vector<Column> invitation_columns() {
    return {member("NAME", "name"), member("UNIX NAME", "unix_name"), member("BY", "by_name"),
            yes_or_no("DECLINED", "declined")};
}

// With the limits that a new member gets.
std::vector<Column> own_invitation_columns() {
    const auto limits = [](const Json& item) {
        auto text = item["limits"].members().empty()
                        ? std::string()
                        : rules_sentence(limit_rules, item["limits"], item["limits"]);
        for (const auto& one : item["budgets"].items()) {
            text += (text.empty() ? "" : ", ") + one["gpu_hours"].shown() + " GPU-hours (" +
                    one["period"].text() + ") for all members";
        }
        if (const auto level = item["violation_level"]) {
            text += (text.empty() ? "" : ", ") + ("violation level " + level.text());
        }
        return text.empty() ? std::string("none of its own") : text;
    };
    return {member("GROUP", "name"), member("BY", "by_name"), {"LIMITS", limits, limits}};
}

void list_invitations(Context& context, const std::string& name) {
    if (name.empty()) {
        return context.out.list(find_person(context, "me")["invitations"].items(),
                                own_invitation_columns(), "Nobody has invited you to a group.");
    }
    const auto group = find_group(context, name);
    context.out.list(context.client.list(group_path(group) + "/invitations"), invitation_columns(),
                     "Nobody is invited.");
}

// --- declaration of the commands

void add_group_argument(Command verb, std::string& group) {
    verb.add_option("group", group, "Its name, its id or a beginning of it")
        .type_name("GROUP")
        .required();
}

struct GroupOptions {
    std::string group, name, newcomers;
    bool joins_newcomers = false, dry_run = false;
};

void add_group_show(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("show", "One of them, and who is in it");
    auto options = std::make_shared<GroupOptions>();
    add_group_argument(verb, options->group);
    verb.callback([&action, options] {
        action = [options](Context& context) { show_group(context, options->group); };
    });
}

void add_group_add(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("add", "Make a group (admins)");
    auto options = std::make_shared<GroupOptions>();
    verb.add_option("name", options->name, "What to call it: students").required();
    verb.add_flag("--newcomers", options->joins_newcomers, "New accounts join it");
    verb.callback([&action, options] {
        action = [options](Context& context) {
            create_group(context, options->name, options->joins_newcomers);
        };
    });
}

void add_group_rename(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("rename", "Give a group another name (admins)");
    auto options = std::make_shared<GroupOptions>();
    add_group_argument(verb, options->group);
    verb.add_option("name", options->name, "Its new name").required();
    verb.callback([&action, options] {
        action = [options](Context& context) {
            rename_group(context, options->group, options->name);
        };
    });
}

void add_group_set(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("set", "Set whether new accounts join a group (admins)");
    auto options = std::make_shared<GroupOptions>();
    add_group_argument(verb, options->group);
    verb.add_option("--newcomers", options->newcomers, "Whether whoever gets an account joins it")
        .one_of({"yes", "no"})
        .required();
    verb.callback([&action, options] {
        action = [options](Context& context) {
            set_newcomers(context, options->group, options->newcomers);
        };
    });
}

void add_group_limits(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("limits", "How much its members may book; set it (admins)");
    auto options = std::make_shared<GroupOptions>();
    auto wanted = std::make_shared<std::vector<std::string>>();
    add_group_argument(verb, options->group);
    verb.add_option("limit", *wanted,
                    "NAME=VALUE, or NAME=none: shortest longest most-gpus lead horizon "
                    "gpus-at-once gpu-hours-week group-gpu-hours-week relaxed-within");
    verb.callback([&action, options, wanted] {
        action = [options, wanted](Context& context) {
            show_or_set_limits(context, options->group, *wanted);
        };
    });
}

void add_group_remove(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("remove", "Remove a group; its members stay (admins)");
    auto options = std::make_shared<GroupOptions>();
    add_group_argument(verb, options->group);
    add_dry_run(verb, options->dry_run);
    verb.callback([&action, options] {
        action = [options](Context& context) {
            remove_group(context, options->group, options->dry_run);
        };
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

void add_group_invitations(Command noun, Action& action) {
    const auto wanted = std::make_shared<Membership>();
    const auto add = [&](const char* name, const char* help,
                         void (*run)(Context&, const std::string&, const std::string&)) {
        const auto verb = noun.add_subcommand(name, help);
        add_group_argument(verb, wanted->group);
        verb.add_option("person", wanted->person, "Their name, account or id")
            .type_name("PERSON")
            .required();
        verb.callback([&action, wanted, run] {
            action = [wanted, run](Context& context) {
                run(context, wanted->group, wanted->person);
            };
        });
    };
    add("invite", "Ask somebody to join a group (its managers, admins)", invite);
    add("uninvite", "Withdraw an invitation (its managers, admins)", end_invitation);
    const auto decline = noun.add_subcommand("decline", "Decline an invitation to a group");
    add_group_argument(decline, wanted->group);
    decline.callback([&action, wanted] {
        action = [wanted](Context& context) { end_invitation(context, wanted->group, "me"); };
    });
    const auto list = noun.add_subcommand(
        "invitations", "To which groups you are invited, or whom a group invited");
    list.add_option("group", wanted->group, "Whom it invited (its managers, admins)")
        .type_name("GROUP");
    list.callback([&action, wanted] {
        action = [wanted](Context& context) { list_invitations(context, wanted->group); };
    });
}

}  // namespace

void add_group(Command app, Action& action) {
    const auto noun = app.add_subcommand("group", "Groups of people, to whom grants are given");
    noun.needs_subcommand();
    noun.add_subcommand("list", "All of them").callback([&action] { action = list_groups; });
    add_group_show(noun, action);
    add_group_add(noun, action);
    add_group_rename(noun, action);
    add_group_set(noun, action);
    add_group_limits(noun, action);
    add_group_remove(noun, action);
    const auto joins = std::make_shared<Membership>();
    const auto verb =
        add_membership(noun, action, "join",
                       "Accept an invitation ('me'), or bring somebody in (admins)", joins, join);
    const auto manager = verb.add_flag("--manager", joins->manager, "As its manager (admins)");
    verb.add_flag("--no-manager", joins->no_manager, "Not as its manager any more (admins)")
        .excludes(manager);
    add_membership(noun, action, "leave",
                   "Leave a group ('me'), or take somebody out (its managers, admins)",
                   std::make_shared<Membership>(), leave);
    add_group_invitations(noun, action);
}

}  // namespace dibs::cli
