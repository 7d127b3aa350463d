// Checks the steps and patterns of a site, and matches processes with patterns.
#include "domain/rules/enforcement.hpp"

#include "domain/kernel/text.hpp"

#include <algorithm>

namespace dibs::enforcement {
namespace {

bool has_earlier_notification(const Steps& steps, const Step& stop) {
    return std::any_of(steps.begin(), steps.end(), [&](const Step& step) {
        return tells_person(step.action) && step.after_s + least_notice_s <= stop.after_s;
    });
}

bool is_account(std::string_view text) {
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.' || c == '$' || c == '@' || c == '\\' || c == '+';
    };
    return !text.empty() && text.size() <= longest_unix_name &&
           std::all_of(text.begin(), text.end(), fits);
}

bool is_program(std::string_view text) {
    constexpr std::size_t longest = 64;
    if (text.empty() || text.size() > longest) return false;
    const auto star = text.find('*');
    const auto fits = [](char c) { return c > ' ' && c < 127 && c != '/'; };
    return (star == std::string_view::npos || star == text.size() - 1) &&
           std::all_of(text.begin(), text.end(), fits);
}

std::string_view program_of(std::string_view command_line) {
    const auto word = command_line.substr(0, command_line.find(' '));
    const auto slash = word.rfind('/');
    return slash == std::string_view::npos ? word : word.substr(slash + 1);
}

bool matches(std::string_view pattern, std::string_view account, std::string_view program) {
    const auto slash = pattern.find('/');
    if (!is_same_account(pattern.substr(0, slash), account)) return false;
    const auto wanted = pattern.substr(slash + 1);
    if (!wanted.ends_with('*')) return wanted == program;
    return program.starts_with(wanted.substr(0, wanted.size() - 1));
}

}  // namespace

Result<Steps> checked_steps(Steps steps) {
    if (steps.size() > most_steps) {
        return refuse(Code::out_of_range, "violation_steps", "There are at most 12 steps.");
    }
    for (const auto& step : steps) {
        if (step.after_s < 0 || step.after_s > longest_after_s) {
            return refuse(Code::out_of_range, "violation_steps",
                          "A step comes 0 to 604,800 seconds (a week) after the beginning.");
        }
        if (step.action == Action::stop && !has_earlier_notification(steps, step)) {
            return refuse(Code::out_of_range, "violation_steps",
                          "Before a step \"stop\" the person is notified: a \"message\" or a "
                          "\"mail_person\" comes at least 60 seconds sooner.");
        }
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

Result<Ignored> checked_ignored(Ignored patterns) {
    if (patterns.size() > most_ignored) {
        return refuse(Code::out_of_range, "ignored_processes", "There are at most 64 of them.");
    }
    for (const auto& pattern : patterns) {
        const auto slash = pattern.find('/');
        const bool right = slash != std::string::npos &&
                           is_account(std::string_view(pattern).substr(0, slash)) &&
                           is_program(std::string_view(pattern).substr(slash + 1));
        if (right) continue;
        return refuse(Code::out_of_range, "ignored_processes",
                      "Each is an account and a program, as in \"root/Xorg\", \"gdm/*\" or "
                      "\"root/nvidia-*\": a * stands at the end only, and the account is named.");
    }
    std::sort(patterns.begin(), patterns.end());
    patterns.erase(std::unique(patterns.begin(), patterns.end()), patterns.end());
    return patterns;
}

bool is_ignored(const Ignored& patterns, std::string_view account, std::string_view command_line) {
    const auto program = program_of(command_line);
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const auto& pattern) { return matches(pattern, account, program); });
}

}  // namespace dibs::enforcement
