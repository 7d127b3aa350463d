// Rules of the site, limits of groups and approval limits of grants, in words: "longest=8d",
// "gpus-at-once=none". For 'dibs rules', 'dibs group limits' and 'dibs grant'.
#pragma once

#include "api/cli/client/context.hpp"
#include "api/cli/lib/table.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::cli {

struct Rule {
    enum class Kind { length, number, word, words, list, numbers, steps };
    std::string_view name;     // as people type it
    std::string_view member;   // of the contract; durations are in minutes
    std::string_view heading;  // of its column
    Kind kind;
    bool may_be_none = false;
    std::string_view where_none = "none";  // shown where there is none
};

using RuleList = std::span<const Rule>;

// "8d", "1d 3h 5min": exact, so that it can be typed again.
[[nodiscard]] std::string minutes_text(std::int64_t minutes);
// One column per rule.
[[nodiscard]] std::vector<Column> rule_columns(RuleList rules);
// Reads NAME=VALUE pairs into an object of their members; "none" becomes null. Throws Failure.
[[nodiscard]] Json read_rules(Context& context, RuleList rules,
                              const std::vector<std::string>& wanted);
// "longest is 8d, lead is none": the current values of the rules in `wanted`.
[[nodiscard]] std::string rules_sentence(RuleList rules, const Json& wanted, const Json& now);

}  // namespace dibs::cli
