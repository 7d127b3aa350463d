// The rules of the site and the limits of groups, and above what a grant asks for approval, as
// people type and read them: "longest=8d", "gpus-at-once=none". Used by 'dibs rules', 'dibs group
// limits' and 'dibs grant'.
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
    std::string_view member;   // of the contract; a length is in minutes
    std::string_view heading;  // of its column
    Kind kind;
    bool may_be_none = false;
    std::string_view where_none = "none";  // what holds then
};

using RuleList = std::span<const Rule>;

// "8d", "1d 3h 5min": whole, so that it can be typed again.
[[nodiscard]] std::string minutes_text(std::int64_t minutes);
// A column for each.
[[nodiscard]] std::vector<Column> rule_columns(RuleList rules);
// NAME=VALUE, several: an object of their members; null where one is none. Throws Failure.
[[nodiscard]] Json read_rules(Context& context, RuleList rules,
                              const std::vector<std::string>& wanted);
// "longest is 8d, lead is none": of those that `wanted` names, as they are now.
[[nodiscard]] std::string rules_sentence(RuleList rules, const Json& wanted, const Json& now);

}  // namespace dibs::cli
