// dibs user list|show|add|password-link|rename|set|disable|enable|unlink|remove|erase. The effect
// of disabling or removing a person on bookings is shown first.
#include "api/cli/client/secrets.hpp"
#include "api/cli/commands/account/second_factor.hpp"
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/touched.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <array>

namespace dibs::cli {
namespace {

struct UserListOptions {
    std::string search, role, group;
    bool disabled = false;
};

struct NewUser {
    std::string unix_name, name, role = "user";
    bool admin = false, password_stdin = false, link = false;
};

struct UserChange {
    std::string user, name, mail, unix_name, role;
    bool has_mail = false;  // an empty address removes it
};

std::string groups_of(const Json& person) {
    std::string text;
    for (const auto& group : person["groups"].items()) {
        text += (text.empty() ? "" : ", ") + group["name"].text() +
                (group["manager"].truth() ? " (manager)" : "");
    }
    return text;
}

std::vector<Column> user_columns(const ZoneClock& clock) {
    return {member("NAME", "name"),
            member("UNIX NAME", "unix_name"),
            member("ROLE", "role"),
            member("STATE", "state"),
            {"GROUPS", groups_of, groups_of},
            time_column("SINCE", "created_at", clock),
            member("ID", "id")};
}

std::vector<Column> all_user_columns(const ZoneClock& clock) {
    auto result = user_columns(clock);
    result.push_back(member("MAIL", "mail"));
    result.push_back(second_factor_column("SECOND FACTOR"));
    return result;
}

std::string person_path(const Json& person) {
    return "/people/" + person["id"].text();
}

void list_users(Context& context, const UserListOptions& options) {
    Query query{{"q", options.search},
                {"role", options.role},
                {"state", options.disabled ? "disabled" : ""}};
    if (!options.group.empty()) {
        const auto group = find_named(context, "/groups", options.group, "group");
        query.emplace_back("group", group["id"].text());
    }
    context.out.list(context.client.list("/people", query), user_columns(context.clock),
                     "There is no such person.");
}

void show_user(Context& context, const std::string& name) {
    context.out.thing(find_person(context, name), all_user_columns(context.clock));
}

// Prints the link alone on stdout.
void show_password_link(Context& context, const Json& person) {
    const auto link = make_password_link(context, person);
    context.out.note(
        printable(person["name"].text()) +
        " sets a password with this link, once: hand it over where nobody else reads it. "
        "It is not shown again.");
    context.out.thing(
        link, {member("LINK", "url"), time_column("GOOD UNTIL", "expires_at", context.clock)});
}

void create_user(Context& context, const NewUser& user) {
    Json body{Json::Object{{"name", user.name.empty() ? user.unix_name : user.name},
                           {"unix_name", user.unix_name},
                           {"role", user.admin ? "admin" : user.role}}};
    if (!user.link) body.set("password", read_password(context, user.password_stdin, true));
    const auto made = context.client.post("/people", body);
    const auto sentence = "Added " + printable(made["name"].text());
    if (!user.link) return context.out.done(sentence, made, user_columns(context.clock));
    context.out.note(sentence + '.');
    show_password_link(context, made);
}

void password_link(Context& context, const std::string& name) {
    show_password_link(context, find_person(context, name));
}

void rename_user(Context& context, const std::string& before, const std::string& name) {
    const auto person = find_person(context, before);
    const auto now = context.client.patch(person_path(person), Json::Object{{"name", name}});
    context.out.done(
        "Renamed " + printable(person["name"].text()) + " to " + printable(now["name"].text()), now,
        all_user_columns(context.clock));
}

void change_user(Context& context, const UserChange& wanted) {
    Json body{Json::Object{}};
    if (!wanted.name.empty()) body.set("name", wanted.name);
    if (wanted.has_mail) body.set("mail", wanted.mail);
    if (!wanted.unix_name.empty()) body.set("unix_name", wanted.unix_name);
    if (!wanted.role.empty()) body.set("role", wanted.role);
    if (body.members().empty()) {
        throw Failure(Exit::usage, "Change what?", "Add --name, --mail, --unix-name or --role.");
    }
    const auto person = find_person(context, wanted.user);
    const auto now = context.client.patch(person_path(person), body);
    context.out.done("Changed " + printable(now["name"].text()), now,
                     all_user_columns(context.clock));
}

// A person, and whether only to preview the effect on their bookings.
struct Target {
    std::string user;
    bool dry_run = false;
};

void disable(Context& context, const Target& target) {
    const auto person = find_person(context, target.user);
    const auto name = printable(person["name"].text());
    const auto done =
        send_once_agreed(context, {"POST", person_path(person) + "/disable"},
                         {target.dry_run, Confirmation::always, "Disable " + name + '?'});
    if (!done) return;
    context.out.done(
        "Disabled " + name + "   undo: dibs user enable " + printable(person["unix_name"].text()),
        for_programs(context, person_path(person)), user_columns(context.clock));
}

void enable(Context& context, const Target& target) {
    const auto person = find_person(context, target.user);
    const auto name = printable(person["name"].text());
    const auto done = send_once_agreed(
        context, {"POST", person_path(person) + "/enable"},
        {target.dry_run, Confirmation::when_bookings_are_lost, "Enable " + name + '?'});
    if (!done) return;
    context.out.done("Enabled " + name, for_programs(context, person_path(person)),
                     user_columns(context.clock));
}

void unlink(Context& context, const std::string& user) {
    const auto person = find_person(context, user);
    context.client.remove(person_path(person) + "/link");
    context.out.done("Forgot whom identity providers know " + printable(person["name"].text()) +
                         " as: the next who comes from there under " +
                         printable(person["unix_name"].text()) + " is they",
                     {}, {});
}

void remove_user(Context& context, const Target& target) {
    const auto person = find_person(context, target.user);
    const auto name = printable(person["name"].text());
    const auto done =
        send_once_agreed(context, {"DELETE", person_path(person)},
                         {target.dry_run, Confirmation::always, "Remove " + name + " for good?"});
    if (done) context.out.done("Removed " + name, {}, {});
}

// --- erasing

struct ErasureText {
    const char* name;
    const char* text;
};
constexpr std::array erased_texts{ErasureText{"name", "their name"},
                                  ErasureText{"unix-name", "their UNIX name"},
                                  ErasureText{"mail", "their mail address"},
                                  ErasureText{"titles", "titles of their bookings and boards"},
                                  ErasureText{"labels", "labels of their tokens"},
                                  ErasureText{"command-lines", "command lines of their processes"},
                                  ErasureText{"browsers", "what their browsers called themselves"}};
constexpr std::array left_texts{
    ErasureText{"old-facts",
                "UNIX names and browsers in facts that Dibs recorded before it sealed them"},
    ErasureText{
        "hours-of-use",
        "names of accounts in hours of use, and on processes seen while nobody here had that "
        "name; of what ran so under a UNIX name that they had before, the command lines too"},
    ErasureText{"words-of-others",
                "what others wrote: reasons, names of groups, grants and shared boards"},
    ErasureText{"addresses",
                "addresses from which they came, and what an identity provider knows them as"},
    ErasureText{"backups", "backups of the data and of the key file, and exports made before"},
    ErasureText{"programs", "what programs of the site and readers of the stream were told"},
    ErasureText{"hosts",
                "what lies on the hosts themselves, and in the journal of dibsd's machine"},
    ErasureText{"request-keys",
                "idempotency keys and request ids that programs chose for their requests"}};

// An entry unknown here (from a newer server) is shown by its name.
template <class Texts>
void print_erasure_texts(Context& context, const char* heading, const Json& names,
                         const Texts& texts) {
    context.out.note(heading);
    for (const auto& name : names.items()) {
        const auto word = name.text();
        const auto known = std::find_if(texts.begin(), texts.end(),
                                        [&](const ErasureText& one) { return one.name == word; });
        context.out.note("  " + (known == texts.end() ? printable(word) : known->text));
    }
}

// The answer comes before the tables are rebuilt. Rebuilding takes as long as reading the log.
Json await_erasure(Context& context, const std::string& path, Json erasure) {
    constexpr int tries = 60, each_ms = 500;
    for (int i = 0; i < tries && erasure["state"].text() == "pending"; ++i) {
        context.client.pause(each_ms);
        erasure = context.client.get(path);
    }
    return erasure;
}

void erase(Context& context, const Target& target) {
    const auto person = find_person(context, target.user);
    const auto name = printable(person["name"].text());
    const auto path = person_path(person) + "/erasure";
    const auto asked = send_once_agreed(
        context, {"POST", path, Json{Json::Object{{"unix_name", person["unix_name"].text()}}}},
        {target.dry_run, Confirmation::always,
         "Erase the personal data of " + name + "? The account goes too. There is no way back."});
    if (!asked) return;
    const auto erasure = await_erasure(context, path, *asked);
    const bool done = erasure["state"].text() == "done";
    const std::string pseudonym = printable(erasure["pseudonym"].text());
    context.out.done(done ? "Erased: they are called " + pseudonym + " from now on"
                          : "Unreadable in the log; the tables are still being rebuilt. Ask "
                            "again: dibs user erase " +
                                printable(person["id"].text()),
                     erasure, {member("STATE", "state"), member("CALLED", "pseudonym")});
    print_erasure_texts(context, "Unreadable:", erasure["erased"], erased_texts);
    print_erasure_texts(context, "Not in Dibs's power:", erasure["left"], left_texts);
}

// --- declaration of the commands

void add_user_argument(Command verb, std::string& user) {
    verb.add_option("person", user, "Their name, account or id, or me")
        .type_name("PERSON")
        .required();
}

Option add_role(Command verb, std::string& role, const char* help) {
    return verb.add_option("--role", role, help).one_of({"user", "admin", "observer"});
}

void add_user_list(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("list", "All of them, or some");
    auto options = std::make_shared<UserListOptions>();
    verb.add_option("--search", options->search, "With this in their name or account");
    add_role(verb, options->role, "Of this role");
    verb.add_option("--group", options->group, "In this group").type_name("GROUP");
    verb.add_flag("--disabled", options->disabled, "Those whose account is disabled");
    verb.callback([&action, options] {
        action = [options](Context& context) { list_users(context, *options); };
    });
}

void add_user_show(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("show", "One of them");
    auto user = std::make_shared<std::string>();
    add_user_argument(verb, *user);
    verb.callback(
        [&action, user] { action = [user](Context& context) { show_user(context, *user); }; });
}

void add_user_add(Command noun, Action& action) {
    const auto verb = noun.add_subcommand("add", "Make an account (admins)");
    auto options = std::make_shared<NewUser>();
    verb.add_option("account", options->unix_name,
                    "Their account on the hosts, by which they sign in here too")
        .required();
    verb.add_option("--name", options->name, "What others see: 'Ann Nowak' (the account)");
    const auto role = add_role(verb, options->role, "What they may do here (user)");
    verb.add_flag("--admin", options->admin, "Make them an admin").excludes(role);
    const auto typed =
        verb.add_flag("--password-stdin", options->password_stdin, "Read the password from stdin");
    verb.add_flag("--link", options->link,
                  "No password: show a one-time link with which they set their own")
        .excludes(typed);
    verb.callback([&action, options] {
        action = [options](Context& context) { create_user(context, *options); };
    });
}

void add_password_link(Command noun, Action& action) {
    const auto verb = noun.add_subcommand(
        "password-link",
        "Show a one-time link with which somebody sets their own password (admins)");
    verb.footer(
        "It is good for seven days, and void once it is used, once a newer one is made, once the "
        "password is set otherwise, and once the account is disabled. Their password stays until "
        "then; after it all their sessions and tokens have ended.");
    auto user = std::make_shared<std::string>();
    add_user_argument(verb, *user);
    verb.callback(
        [&action, user] { action = [user](Context& context) { password_link(context, *user); }; });
}

void add_user_rename(Command noun, Action& action) {
    struct Options {
        std::string user, name;
    };
    const auto verb = noun.add_subcommand("rename", "Give somebody another name");
    auto options = std::make_shared<Options>();
    add_user_argument(verb, options->user);
    verb.add_option("name", options->name, "What others see from now on").required();
    verb.callback([&action, options] {
        action = [options](Context& context) {
            rename_user(context, options->user, options->name);
        };
    });
}

void add_user_set(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("set", "Change a name, a mail address, an account or a role");
    auto options = std::make_shared<UserChange>();
    add_user_argument(verb, options->user);
    verb.add_option("--name", options->name, "What others see");
    const auto mail = verb.add_option("--mail", options->mail, "Where mail goes; '' takes it back");
    verb.add_option("--unix-name", options->unix_name, "Their account on the hosts (admins)");
    add_role(verb, options->role, "What they may do here (admins)");
    verb.callback([&action, options, mail] {
        options->has_mail = mail.given();
        action = [options](Context& context) { change_user(context, *options); };
    });
}

void add_user_verb(Command noun, Action& action, const char* name, const char* help,
                   void (*run)(Context&, const Target&)) {
    const auto verb = noun.add_subcommand(name, help);
    auto target = std::make_shared<Target>();
    add_user_argument(verb, target->user);
    add_dry_run(verb, target->dry_run);
    verb.callback([&action, target, run] {
        action = [target, run](Context& context) { run(context, *target); };
    });
}

void add_unlink(Command noun, Action& action) {
    const auto verb =
        noun.add_subcommand("unlink", "Remove the links to identity providers (admins)");
    auto user = std::make_shared<std::string>();
    add_user_argument(verb, *user);
    verb.callback(
        [&action, user] { action = [user](Context& context) { unlink(context, *user); }; });
}

}  // namespace

void add_user(Command app, Action& action) {
    const auto noun = app.add_subcommand("user", "People");
    noun.needs_subcommand();
    add_user_list(noun, action);
    add_user_show(noun, action);
    add_user_add(noun, action);
    add_password_link(noun, action);
    add_user_rename(noun, action);
    add_user_set(noun, action);
    add_user_verb(noun, action, "disable", "Block an account until it is enabled again (admins)",
                  disable);
    add_user_verb(noun, action, "enable", "Unblock a disabled account (admins)", enable);
    add_unlink(noun, action);
    add_user_verb(noun, action, "remove", "Remove an account for good (admins)", remove_user);
    add_user_verb(noun, action, "erase",
                  "Make the personal data of somebody unreadable, for good (admins)", erase);
}

}  // namespace dibs::cli
