// dibs mails, dibs mails set NAME=VALUE…: which mails the caller gets about bookings and budgets,
// and the weekly report. Only for the own account.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/rule_values.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>

namespace dibs::cli {
namespace {

constexpr std::int64_t usual_before_end_min = 30;  // the contract's default for an absent value

std::string on_or_off(const Json& value, bool usual) {
    return (value.is_null() ? usual : value.truth()) ? "on" : "off";
}
std::string before(const Json& minutes, std::int64_t usual) {
    const auto count = minutes.is_null() ? usual : minutes.integer();
    return count == 0 ? "none" : minutes_text(count);
}

Column preference_column(std::string heading, std::string key, std::string (*text)(const Json&)) {
    auto column = member(std::move(heading), key);
    column.human = [key, text](const Json& preferences) { return text(preferences[key]); };
    return column;
}
std::vector<Column> preference_columns() {
    return {
        preference_column("ALL", "mails", [](const Json& value) { return on_or_off(value, true); }),
        preference_column("BEFORE START", "reminder_start_min",
                          [](const Json& value) { return before(value, 0); }),
        preference_column("BEFORE END", "reminder_end_min",
                          [](const Json& value) { return before(value, usual_before_end_min); }),
        preference_column("CALENDAR", "calendar_mails",
                          [](const Json& value) { return on_or_off(value, false); }),
        preference_column("BUDGETS", "budget_mails",
                          [](const Json& value) { return on_or_off(value, true); }),
        preference_column("WEEKLY", "weekly_report",
                          [](const Json& value) { return on_or_off(value, false); })};
}

void note_what_keeps_them_away(Context& context, const Json& session) {
    if (!session["sends_mail"].truth()) {
        context.out.note("This site sends no mail: it has no mail server.");
    } else if (session["person"]["mail"].text().empty()) {
        context.out.note("Your account has no mail address: dibs user set " +
                         printable(session["person"]["unix_name"].text()) + " --mail ADDRESS");
    }
}

void show_preferences(Context& context) {
    const auto session = context.client.get("/session");
    context.out.thing(session["preferences"], preference_columns());
    note_what_keeps_them_away(context, session);
}

Json on_off_of(const std::string& name, const std::string& value) {
    if (value == "on") return true;
    if (value == "off") return false;
    throw Failure(Exit::usage, "'" + printable(name + '=' + value) + "' is neither on nor off.",
                  "Write " + name + "=on or " + name + "=off.");
}
Json reminder_minutes_of(Context& context, const std::string& name, const std::string& value) {
    const bool none = value == "none" || value == "off" || value == "0";
    return none ? std::int64_t{0} : read_minutes(context, value, name);
}

void set_preferences(Context& context, const std::vector<std::string>& wanted) {
    Json body{Json::Object{}};
    for (const auto& text : wanted) {
        const auto equals = std::min(text.find('='), text.size());
        const auto name = text.substr(0, equals);
        const auto value = text.substr(std::min(equals + 1, text.size()));
        if (name == "all") {
            body.set("mails", on_off_of(name, value));
        } else if (name == "calendar") {
            body.set("calendar_mails", on_off_of(name, value));
        } else if (name == "budgets") {
            body.set("budget_mails", on_off_of(name, value));
        } else if (name == "weekly") {
            body.set("weekly_report", on_off_of(name, value));
        } else if (name == "before-start") {
            body.set("reminder_start_min", reminder_minutes_of(context, name, value));
        } else if (name == "before-end") {
            body.set("reminder_end_min", reminder_minutes_of(context, name, value));
        } else {
            throw Failure(Exit::usage, "There is no choice '" + printable(name) + "'.",
                          "They are before-start, before-end, calendar, budgets, weekly and all.");
        }
    }
    const auto now = context.client.patch("/session/preferences", body);
    context.out.done("Changed which mails you get", now, preference_columns());
    if (context.out.human()) note_what_keeps_them_away(context, context.client.get("/session"));
}

}  // namespace

void add_mails(Command app, Action& action) {
    const auto noun = app.add_subcommand("mails", "Which mails you get");
    noun.may_have_subcommand();
    noun.callback([&action, noun] {
        if (!noun.has_subcommand()) action = show_preferences;
    });
    const auto verb = noun.add_subcommand("set", "Change some of them");
    auto wanted = std::make_shared<std::vector<std::string>>();
    verb.add_option("choice", *wanted,
                    "NAME=VALUE: before-start=15m before-end=1h (or none) "
                    "calendar=on|off (invitations) budgets=on|off (that one is nearly spent) "
                    "weekly=on|off (a report, on Monday) "
                    "all=on|off (off: none of these, nor what "
                    "others did)")
        .required();
    verb.callback([&action, wanted] {
        action = [wanted](Context& context) { set_preferences(context, *wanted); };
    });
}

}  // namespace dibs::cli
