// Names of groups and projects are always one line.
#include "ops/react/budgets/words.hpp"

#include "domain/budget/budget_rules.hpp"

namespace dibs::budgets {
namespace {

using budget::Step;
using budget::WhenSpent;

constexpr std::int64_t seconds_per_hour = 3600;

std::string what_is_left(std::int64_t left_s) {
    if (left_s > 0) return budget::hours_text(left_s) + " are left";
    if (left_s == 0) return "none is left";
    return "that is " + budget::hours_text(-left_s) + " more than there are";
}

std::string what_comes_of_it(Step step, WhenSpent when_spent) {
    const bool refuses = when_spent == WhenSpent::refuse;
    if (step == Step::spent) {
        return refuses ? "Nobody books more of it in this period."
                       : "More can still be booked in this period, and is put on record.";
    }
    return refuses ? "When none is left, nobody books more of it in this period."
                   : "When none is left, more can still be booked, and is put on record.";
}

}  // namespace

Words words_for(const budget::Spent& fact, const budget::Budget& budget, const WallClock* clock,
                const std::string& site) {
    const auto hours = std::to_string(fact.gpu_hours) + " GPU-hours";
    const auto whole_s = fact.gpu_hours * seconds_per_hour;
    const auto day = [&](Instant at) { return budget::day_text(at, clock); };
    Words words;
    words.subject = "Budget of " + fact.of + ": ";
    words.subject += fact.step == Step::spent ? "all " + hours + " are spent or booked ahead"
                                              : std::to_string(fact.booked_s * 100 / whole_s) +
                                                    " % of " + hours + " are spent or booked ahead";
    words.text =
        "Of the " + hours + (fact.group ? " of the group " : " of the project ") + fact.of +
        " from " + day(fact.period.from) + " to " + day(fact.period.until - Duration{1}) + " (" +
        (clock == nullptr ? "UTC" : budget.zone) + "), " + budget::hours_text(fact.booked_s) +
        " are spent or booked ahead: " + what_is_left(whole_s - fact.booked_s) + ".\n\n" +
        what_comes_of_it(fact.step, budget.when_spent) +
        " What is released early or called off comes back. An admin can change the "
        "budget.\n";
    if (!site.empty()) {
        words.text += "\n" + site + "/usage\n\nWhich mails you get: " + site + "/me\n";
    }
    return words;
}

}  // namespace dibs::budgets
