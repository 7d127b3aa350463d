// dibs grant list|show|give|change|withdraw: who may use which GPUs when. A change is sent with the
// version that was seen, after confirmation of its effect on bookings.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/grant_words.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/touched.hpp"
#include "api/cli/views/views.hpp"

namespace dibs::cli {
namespace {

// The value that removes a limit of a grant: time, windows, approval or approvers.
constexpr const char* none_text = "none";

struct GrantListOptions {
    std::string user, group, gpu;
};

struct GrantOptions {
    std::string grant, name, from, until, approval;
    std::vector<std::string> to, on, windows, approvers;
    bool dry_run = false;
};

Json find_grant(Context& context, const std::string& text) {
    return find_named(context, "/grants", text, "grant");
}

std::string grant_path(const Json& grant) {
    return "/grants/" + grant["id"].text();
}

std::string one_gpu(Context& context, const std::string& text) {
    const auto gpus = named_gpus(context, text, "--gpu").items();
    if (gpus.size() == 1) return gpus[0].text();
    throw Failure(Exit::usage, "--gpu names one GPU, as gpu03:2.", "");
}

void list_grants(Context& context, const GrantListOptions& options) {
    Query query;
    if (!options.user.empty()) query.emplace_back("person", person_id(context, options.user));
    if (!options.group.empty()) {
        const auto group = find_named(context, "/groups", options.group, "group");
        query.emplace_back("group", group["id"].text());
    }
    if (!options.gpu.empty()) query.emplace_back("gpu", one_gpu(context, options.gpu));
    const auto items = context.client.list("/grants", query);
    context.out.list(items, grant_columns(context.clock, short_id_size(items)),
                     query.empty()
                         ? "There are no grants, so nobody can book. Give one: dibs grant "
                           "give all --to everyone --on everything"
                         : "There is no such grant.");
}

void show_grant(Context& context, const std::string& text) {
    context.out.thing(find_grant(context, text), all_grant_columns(context.clock));
}

void report_grant(Context& context, const std::string& what, const Json& grant,
                  const std::string& behind) {
    context.out.done(what + ' ' + printable_name(grant) + ": " +
                         printable(grant_sentence(grant, context.clock)) + "   " +
                         grant["id"].text() + behind,
                     grant, all_grant_columns(context.clock));
    const auto wider = grant["included_in"];
    if (wider) {
        context.out.note("It changes nothing: the grant " + printable_name(wider) +
                         " allows all of this already.");
    }
}

// Sets the approvers beside admins; without the option they stay.
void set_approvers(Context& context, Json& approval, const Json& before,
                   const std::vector<std::string>& words) {
    if (words.empty()) {
        if (const auto approvers = before["approvers"]) approval.set("approvers", approvers);
        return;
    }
    if (words.size() == 1 && words.front() == none_text) return;
    Json::Array people;
    const bool admins_only = words.size() == 1 && words.front() == "admins";
    for (const auto& word : words) {
        if (!admins_only) people.emplace_back(find_person(context, word)["id"].text());
    }
    approval.set("approvers", people);
}

// Null: nothing needs approval.
Json wanted_approval(Context& context, const Json& before, const GrantOptions& options) {
    if (options.approval == none_text) return Json();
    Json approval = options.approval.empty() ? before : read_approval(context, options.approval);
    if (!approval) {
        throw Failure(Exit::usage, "Nothing of this grant needs approval.",
                      "Say what does: --approval always");
    }
    Json result{Json::Object{}};
    for (const auto& [name, value] : approval.members()) {
        if (name != "approvers") result.set(name, value);
    }
    set_approvers(context, result, before, options.approvers);
    return result;
}

bool names_approval(const GrantOptions& options) {
    return !options.approval.empty() || !options.approvers.empty();
}

void give(Context& context, const GrantOptions& options) {
    const auto windows = read_windows(options.windows);  // first: reading them sends no request
    Json body{Json::Object{{"name", options.name},
                           {"to", read_grantees(context, options.to)},
                           {"what", read_targets(context, options.on)}}};
    if (!options.from.empty()) body.set("from", read_moment(context, options.from));
    if (!options.until.empty()) body.set("until", read_moment(context, options.until));
    if (!options.windows.empty()) {
        body.set("zone", context.clock.zone());
        body.set("windows", windows);
    }
    if (names_approval(options)) body.set("approval", wanted_approval(context, {}, options));
    const auto made = send_once_agreed(context, {"POST", "/grants", body},
                                       {options.dry_run, Confirmation::when_bookings_are_lost,
                                        "Give " + printable(options.name) + '?'});
    if (!made) return;
    report_grant(context, "Gave", *made, "   undo: dibs grant withdraw " + (*made)["id"].text());
}

// Windows keep the zone of the grant, unless --zone names one.
void set_windows(Context& context, Json& body, const Json& before,
                 const std::vector<std::string>& texts) {
    const bool any = texts.size() > 1 || texts.front() != none_text;
    body.set("windows", any ? read_windows(texts) : Json(Json::Array{}));
    if (any && (!before["zone"] || !context.zone_flag.empty())) {
        body.set("zone", context.clock.zone());
    }
}

Json moment_or_none(Context& context, const std::string& text) {
    return text == none_text ? Json() : Json(read_moment(context, text));
}

Json what_changes(Context& context, const Json& before, const GrantOptions& options) {
    Json body{Json::Object{}};
    if (!options.windows.empty()) set_windows(context, body, before, options.windows);
    if (!options.name.empty()) body.set("name", options.name);
    if (!options.to.empty()) body.set("to", read_grantees(context, options.to));
    if (!options.on.empty()) body.set("what", read_targets(context, options.on));
    if (!options.from.empty()) body.set("from", moment_or_none(context, options.from));
    if (!options.until.empty()) body.set("until", moment_or_none(context, options.until));
    if (names_approval(options)) {
        body.set("approval", wanted_approval(context, before["approval"], options));
    }
    if (!body.members().empty()) return body;
    // With other changes, --zone only sets how their times are read; alone, it changes the zone.
    if (!context.zone_flag.empty() && before["zone"]) {
        body.set("zone", context.clock.zone());
        return body;
    }
    throw Failure(
        Exit::usage, "Change what?",
        "Add --name, --to, --on, --from, --until, --window, --approval or --approver; --zone if it "
        "has windows.");
}

void change_grant(Context& context, const GrantOptions& options) {
    const auto before = find_grant(context, options.grant);
    const auto body = what_changes(context, before, options);
    const auto now =
        send_once_agreed(context, {"PATCH", grant_path(before), body, before["version"].integer()},
                         {options.dry_run, Confirmation::when_bookings_are_lost,
                          "Change " + printable_name(before) + '?'});
    if (!now) return;
    const bool same = (*now)["version"].integer() == before["version"].integer();
    report_grant(context, same ? "Nothing to change in" : "Changed", *now, "");
}

void withdraw(Context& context, const GrantOptions& options) {
    const auto before = find_grant(context, options.grant);
    const auto done = send_once_agreed(
        context, {"DELETE", grant_path(before), {}, before["version"].integer()},
        {options.dry_run, Confirmation::always, "Withdraw " + printable_name(before) + '?'});
    if (done) context.out.done("Withdrew " + printable_name(before), {}, {});
}

// --- declaration of the commands

void add_grant_argument(Command verb, std::string& grant) {
    verb.add_option("grant", grant, "Its name, its id or a beginning of it")
        .type_name("GRANT")
        .required();
}

// Takes one value per occurrence; the next word is not a value.
Option add_repeatable(Command verb, const char* name, std::vector<std::string>& values,
                      const char* help) {
    return verb.add_option(name, values, help).one_value();
}

void add_grant_list(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("list", "All of them, or those that reach somebody");
    auto options = std::make_shared<GrantListOptions>();
    verb.add_option("--user", options->user, "That reach this person, also through a group")
        .type_name("PERSON");
    verb.add_option("--group", options->group, "That name this group").type_name("GROUP");
    verb.add_option("--gpu", options->gpu, "That reach this GPU: gpu03:2");
    verb.callback([&action, options] {
        action = [options](Context& context) { list_grants(context, *options); };
    });
}

void add_grant_show(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("show", "One of them");
    auto grant = std::make_shared<std::string>();
    add_grant_argument(verb, *grant);
    verb.callback(
        [&action, grant] { action = [grant](Context& context) { show_grant(context, *grant); }; });
}

void add_grant_give(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("give", "Let somebody book GPUs (admins)");
    auto options = std::make_shared<GrantOptions>();
    verb.add_option("name", options->name, "What to call it: nights").required();
    add_repeatable(verb, "--to", options->to, "everyone, user:ann, group:students; repeatable")
        .required();
    add_repeatable(verb, "--on", options->on,
                   "everything, gpu03 (all it will ever have), gpu03:0-3, model:A100; repeatable")
        .required();
    verb.add_option("--from", options->from, "Its start: 'Mon 9:00' (none)");
    verb.add_option("--until", options->until, "Its end: '1 Jan' (none)");
    add_repeatable(verb, "--window", options->windows,
                   "Only then, every week, on the clock of your zone or of --zone: 'mon-fri "
                   "22:00-06:00', 'sat,sun 0-24'; repeatable (any time)");
    verb.add_option("--approval", options->approval,
                    "What needs approval: always, gpus=4 (more than 4), length=24h (longer), "
                    "gpus=4,length=24h (nothing)");
    add_repeatable(verb, "--approver", options->approvers,
                   "Who approves beside admins: ann; admins: nobody else; repeatable (the managers "
                   "of the groups it is given to)");
    add_dry_run(verb, options->dry_run);
    verb.callback(
        [&action, options] { action = [options](Context& context) { give(context, *options); }; });
}

void add_grant_change(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("change", "Change what is named; the rest stays (admins)");
    auto options = std::make_shared<GrantOptions>();
    add_grant_argument(verb, options->grant);
    verb.add_option("--name", options->name, "What to call it");
    add_repeatable(verb, "--to", options->to,
                   "Instead of whom it is given to now: everyone, user:ann, group:students");
    add_repeatable(verb, "--on", options->on,
                   "Instead of what it is about now: everything, gpu03, gpu03:0-3, model:A100");
    verb.add_option("--from", options->from, "A new start; none: since ever");
    verb.add_option("--until", options->until, "A new end; none: without an end");
    add_repeatable(verb, "--window", options->windows,
                   "Instead of its windows, on the clock of its zone or of --zone: 'mon-fri "
                   "22:00-06:00'; none: any time");
    verb.add_option("--approval", options->approval,
                    "What needs approval: always, gpus=4, length=24h; none: nothing");
    add_repeatable(verb, "--approver", options->approvers,
                   "Instead of who approves now: ann; admins: nobody else; none: the managers of "
                   "the groups it is given to");
    add_dry_run(verb, options->dry_run);
    verb.callback([&action, options] {
        action = [options](Context& context) { change_grant(context, *options); };
    });
}

void add_grant_withdraw(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("withdraw", "Take a grant back (admins)");
    auto options = std::make_shared<GrantOptions>();
    add_grant_argument(verb, options->grant);
    add_dry_run(verb, options->dry_run);
    verb.callback([&action, options] {
        action = [options](Context& context) { withdraw(context, *options); };
    });
}

}  // namespace

void add_grant(Command app, Action& action) {
    const auto noun = app.add_subcommand("grant", "Who may book which GPUs when");
    noun.needs_subcommand();
    add_grant_list(noun, action);
    add_grant_show(noun, action);
    add_grant_give(noun, action);
    add_grant_change(noun, action);
    add_grant_withdraw(noun, action);
}

}  // namespace dibs::cli
