// The names of weeks sort by time.
#include "domain/people/week_over.hpp"

#include "domain/kernel/iso_week.hpp"

namespace dibs::people {

Result<std::vector<Event>> decide_week_over(const State& state, const ReportWeekOver& c,
                                            const Context& context) {
    if (!context.is_dibs()) return refuse(Code::not_allowed, "", "Only Dibs calls a week over.");
    if (!parse_iso_week(c.week)) return refuse(Code::malformed, "week", "There is no such week.");
    const auto found = state.people.find(c.person);
    if (found == state.people.end()) return std::vector<Event>{};
    const auto& person = found->second;
    const bool told = person.week_told && *person.week_told >= c.week;
    if (told || person.disabled || !person.preferences.wants_weekly_report()) {
        return std::vector<Event>{};
    }
    return std::vector<Event>{WeeklyReportDue{c.person, c.week}};
}

}  // namespace dibs::people
