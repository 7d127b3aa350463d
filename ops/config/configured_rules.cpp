// Compares the file with the rules in force, rule by rule.
#include "ops/config/configured_rules.hpp"

#include "domain/rules/rules_fields.hpp"

#include <spdlog/spdlog.h>

namespace dibs {

std::string differing_rules(const rules::Set& configured, const rules::Rules& now) {
    std::string text;
    const auto add = [&](std::string_view name, std::string_view holds, std::string_view says) {
        if (!text.empty()) text += "; ";
        text.append(name).append(" is ").append(holds).append(", the file says ").append(says);
    };
    for (const auto& rule : rules::numbers) {
        const auto wanted = configured.*rule.wanted;
        if (!wanted || *wanted == now.*rule.value) continue;
        add(rule.name, std::to_string(now.*rule.value), std::to_string(*wanted));
    }
    const auto words = [](Limits::Number value) {
        return value ? std::to_string(*value) : std::string("not set");
    };
    for (const auto& rule : rules::open_numbers) {
        const auto wanted = configured.*rule.wanted;
        if (!wanted || *wanted == now.*rule.value) continue;
        add(rule.name, words(now.*rule.value), words(*wanted));
    }
    const auto compare = [&](std::string_view name, auto holds, auto says) {
        if (says && *says != holds) add(name, name_of_value(holds), name_of_value(*says));
    };
    rules::each_choice([&](const auto& choice) {
        const auto& wanted = configured.*choice.wanted;
        const auto& holds = now.*choice.value;
        if (!wanted || *wanted == holds) return;
        const auto word = [](const auto& value) {
            return value ? name_of_value(*value) : std::string_view("as usual");
        };
        add(choice.name, word(holds), word(*wanted));
    });
    const auto compare_lists = [&](std::string_view name, const auto& holds, const auto& says) {
        if (says && *says != holds) add(name, "another list", "otherwise");
    };
    compare_lists("violation_steps", now.violation_steps, configured.violation_steps);
    compare_lists("ignored_processes", now.ignored_processes, configured.ignored_processes);
    compare_lists("unhealthy_if", now.unhealthy_if, configured.unhealthy_if);
    compare_lists("unhealthy_xids", now.unhealthy_xids, configured.unhealthy_xids);
    compare("violation_level", now.violation_level, configured.violation_level);
    compare("usage_visible_to", now.usage_visible_to, configured.usage_visible_to);
    return text;
}

void seed_rules(rules::Set configured, const views::Rules& now, CommandHandler& writer) {
    if (now.version > 0) {
        const auto others = differing_rules(configured, now.rules);
        if (!others.empty()) spdlog::info("[rules] only seeds the first start: {}", others);
        return;
    }
    configured.expected = 0;
    Envelope envelope{rules::Command{std::move(configured)}};
    envelope.source = "configuration";
    writer.submit(std::move(envelope), nullptr);
}

}  // namespace dibs
