// Converts between words and members of the contract.
#include "api/cli/views/rule_values.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/views/lookup.hpp"
#include "api/cli/views/views.hpp"

#include <algorithm>
#include <charconv>

namespace dibs::cli {
namespace {

using Kind = Rule::Kind;

std::string with(std::string_view text, char from, char to) {
    std::string result(text);
    std::replace(result.begin(), result.end(), from, to);
    return result;
}

std::string seconds_text(std::int64_t seconds) {
    if (seconds == 0) return "0";
    return seconds % 60 == 0 ? minutes_text(seconds / 60) : std::to_string(seconds) + 's';
}

// "message@0, mail-person@2min", in a form that can be typed.
std::string list_text(const Json& list) {
    std::string text;
    for (const auto& one : list.items()) {
        if (!text.empty()) text += ", ";
        text += one["action"] ? with(one["action"].text(), '_', '-') + '@' +
                                    seconds_text(one["after_s"].integer())
                              : one.shown();
    }
    return text.empty() ? "nothing" : text;
}

bool is_list(const Rule& rule) {
    return rule.kind == Kind::list || rule.kind == Kind::words || rule.kind == Kind::numbers ||
           rule.kind == Kind::steps;
}

std::string shown(const Json& now, const Rule& rule) {
    const auto value = now[rule.member];
    if (value.is_null()) return std::string(rule.where_none);
    if (rule.kind == Kind::words) return with(list_text(value), '_', '-');
    if (is_list(rule)) return list_text(value);
    if (rule.kind == Kind::length) return minutes_text(value.integer());
    return rule.kind == Kind::word ? with(value.text(), '_', '-') : value.shown();
}

const Rule& rule_named(RuleList rules, std::string_view name) {
    std::string names;
    for (const auto& rule : rules) {
        if (rule.name == name) return rule;
        names.append(names.empty() ? "" : ", ").append(rule.name);
    }
    throw Failure(Exit::usage, "There is no rule '" + printable(name) + "'.",
                  "The rules are " + names + '.');
}

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find(',', at), text.size());
        const auto from = std::min(text.find_first_not_of(' ', at), end);
        auto part = text.substr(from, end - from);
        while (part.ends_with(' ')) part.pop_back();
        if (!part.empty()) parts.push_back(std::move(part));
        at = end + 1;
    }
    return parts;
}

Json step_of(Context& context, const Rule& rule, const std::string& text) {
    const auto at = text.find('@');
    if (at == std::string::npos) {
        throw Failure(Exit::usage, "'" + printable(text) + "' is no step.",
                      "Write what and when: message@0, mail-person@90s, stop@10m.");
    }
    const auto after = text.substr(at + 1);
    const auto what = std::string(rule.name) + ", in '" + text + '\'';
    const auto seconds = after == "0" ? 0 : read_length_s(context, after, what);
    return Json::Object{{"after_s", seconds}, {"action", with(text.substr(0, at), '-', '_')}};
}

std::int64_t number_of(const Rule& rule, const std::string& text) {
    std::int64_t number = 0;
    const auto* end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number);
    if (error == std::errc{} && at == end) return number;
    throw Failure(Exit::usage, "'" + printable(text) + "' is no number.",
                  rule.kind == Kind::numbers
                      ? "Name some, as in " + std::string(rule.name) + "=48,79."
                      : "Name one, as in " + std::string(rule.name) + "=8.");
}

Json rule_list_of(Context& context, const Rule& rule, const std::string& text) {
    Json::Array list;
    if (text == "nothing") return list;
    for (const auto& part : parts_of(text)) {
        if (rule.kind == Kind::steps) {
            list.push_back(step_of(context, rule, part));
        } else if (rule.kind == Kind::numbers) {
            list.push_back(number_of(rule, part));
        } else {
            list.push_back(rule.kind == Kind::words ? with(part, '-', '_') : part);
        }
    }
    return list;
}

Json value_of(Context& context, const Rule& rule, const std::string& text) {
    if (rule.may_be_none && text == "none") return {};
    if (is_list(rule)) return rule_list_of(context, rule, text);
    if (rule.kind == Kind::word) return with(text, '-', '_');
    if (rule.kind == Kind::length) return read_minutes(context, text, std::string(rule.name));
    return number_of(rule, text);
}

}  // namespace

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

std::vector<Column> rule_columns(RuleList rules) {
    std::vector<Column> result;
    for (const auto& rule : rules) {
        auto column = member(std::string(rule.heading), std::string(rule.member));
        column.human = [&rule](const Json& now) { return shown(now, rule); };
        result.push_back(std::move(column));
    }
    return result;
}

Json read_rules(Context& context, RuleList rules, const std::vector<std::string>& wanted) {
    Json body{Json::Object{}};
    for (const auto& text : wanted) {
        const auto equals = std::min(text.find('='), text.size());
        const auto& rule = rule_named(rules, text.substr(0, equals));
        const auto value = text.substr(std::min(equals + 1, text.size()));
        body.set(std::string(rule.member), value_of(context, rule, value));
    }
    return body;
}

std::string rules_sentence(RuleList rules, const Json& wanted, const Json& now) {
    const auto members = wanted.members();
    std::string sentence;
    for (const auto& rule : rules) {
        const auto is_this = [&](const auto& one) { return one.first == rule.member; };
        if (std::none_of(members.begin(), members.end(), is_this)) continue;
        sentence += (sentence.empty() ? "" : ", ") + std::string(rule.name) + " is " +
                    printable(shown(now, rule));
    }
    return sentence;
}

}  // namespace dibs::cli
