// dibs rules, dibs rules set NAME=VALUE…: what holds for every booking.
#include "api/cli/commands/commands.hpp"
#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/lookup.hpp"
#include "api/cli/lib/table.hpp"
#include "api/cli/lib/views.hpp"

#include <algorithm>
#include <array>
#include <charconv>

#include <CLI/CLI.hpp>

namespace dibs::cli {
namespace {

enum class Kind { length, number, word };

struct Rule {
    std::string_view name;     // as people type it
    std::string_view member;   // of the contract; a length is in minutes
    std::string_view heading;  // of its column
    Kind kind;
};

constexpr std::array rules{
    Rule{"shortest", "shortest_min", "SHORTEST", Kind::length},
    Rule{"longest", "longest_min", "LONGEST", Kind::length},
    Rule{"horizon", "horizon_min", "HORIZON", Kind::length},
    Rule{"most-gpus", "most_gpus", "MOST GPUS", Kind::number},
    Rule{"violation-level", "violation_level", "VIOLATION LEVEL", Kind::word},
    Rule{"usage-visible-to", "usage_visible_to", "USAGE VISIBLE TO", Kind::word}};

// "8d", "1d 3h 5min": whole, so that it can be typed again.
std::string minutes_text(std::int64_t minutes) {
    std::string text;
    const auto add = [&](std::int64_t count, const char* unit) {
        if (count != 0) text += (text.empty() ? "" : " ") + std::to_string(count) + unit;
    };
    add(minutes / 1440, "d");
    add(minutes % 1440 / 60, "h");
    add(minutes % 60, "min");
    return text;
}

std::string with(std::string_view text, char from, char to) {
    std::string result(text);
    std::replace(result.begin(), result.end(), from, to);
    return result;
}

std::string shown(const Json& now, const Rule& rule) {
    const auto value = now[rule.member];
    if (rule.kind == Kind::length) return minutes_text(value.integer());
    return rule.kind == Kind::word ? with(value.text(), '_', '-') : value.shown();
}

std::vector<Column> columns(const ZoneClock& clock) {
    std::vector<Column> result;
    for (const auto& rule : rules) {
        auto column = member(std::string(rule.heading), std::string(rule.member));
        column.human = [&rule](const Json& now) { return shown(now, rule); };
        result.push_back(std::move(column));
    }
    result.push_back(time_column("SET", "set_at", clock));
    result.push_back(member("BY", "set_by_name"));
    result.push_back(member("VERSION", "version"));
    return result;
}

const Rule& rule_named(std::string_view name) {
    std::string names;
    for (const auto& rule : rules) {
        if (rule.name == name) return rule;
        names.append(names.empty() ? "" : ", ").append(rule.name);
    }
    throw Failure(Exit::usage, "There is no rule '" + printable(name) + "'.",
                  "The rules are " + names + '.');
}

Json value_of(Context& context, const Rule& rule, const std::string& text) {
    if (rule.kind == Kind::word) return with(text, '-', '_');
    if (rule.kind == Kind::length) {
        const auto length_s = read_length_s(context, text);
        if (length_s % 60 == 0) return length_s / 60;
        throw Failure(Exit::usage, "A rule is in whole minutes.", "Try 30m, 4h or 8d.");
    }
    std::int64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc{} && at == end) return number;
    throw Failure(Exit::usage, "'" + printable(text) + "' is no number.",
                  "Name one, as in " + std::string(rule.name) + "=8.");
}

void set(Context& context, const std::vector<std::string>& wanted) {
    const auto before = context.client.get("/rules");
    Json body{Json::Object{}};
    for (const auto& text : wanted) {
        const auto equals = std::min(text.find('='), text.size());
        const auto& rule = rule_named(text.substr(0, equals));
        const auto value = text.substr(std::min(equals + 1, text.size()));
        body.set(std::string(rule.member), value_of(context, rule, value));
    }
    const auto now = context.client.patch("/rules", body, before["version"].integer());
    std::string sentence;
    for (const auto& rule : rules) {
        if (body[rule.member].is_null()) continue;
        sentence += (sentence.empty() ? "" : ", ") + std::string(rule.name) + " is " +
                    printable(shown(now, rule));
    }
    context.out.done("Now " + sentence, now, columns(context.clock));
}

}  // namespace

void add_rules(CLI::App& app, Action& action) {
    auto* noun = app.add_subcommand("rules", "What holds for every booking");
    noun->require_subcommand(0, 1);
    noun->callback([&action, noun] {
        if (!noun->get_subcommands().empty()) return;
        action = [](Context& context) {
            context.out.thing(context.client.get("/rules"), columns(context.clock));
        };
    });
    auto* verb = noun->add_subcommand("set", "Set some of them (admins)");
    auto wanted = std::make_shared<std::vector<std::string>>();
    verb->add_option("rule", *wanted,
                     "NAME=VALUE: shortest=30m longest=8d horizon=366d most-gpus=64 "
                     "violation-level=off|against-bookings|always usage-visible-to=everyone|own")
        ->required();
    verb->callback(
        [&action, wanted] { action = [wanted](Context& context) { set(context, *wanted); }; });
}

}  // namespace dibs::cli
