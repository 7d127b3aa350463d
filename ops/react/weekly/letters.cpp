// The rules at the time of writing limit the content.
#include "ops/react/weekly/letters.hpp"

#include "domain/rules/rules.hpp"
#include "ops/react/weekly/words.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/usage/usage_week.hpp"

#include <string>
#include <vector>

namespace dibs::weekly {
namespace {

Result<views::UsageWeek> week_for(const Zones& zones, const Snapshot& tables,
                                  const people::WeeklyReportDue& e, const std::string& zone) {
    const auto week = parse_iso_week(e.week);
    const auto* clock = zones.find(zone);
    if (!week || clock == nullptr) {
        return refuse(Code::unknown_zone, "zone", "The week cannot be told on that clock.");
    }
    auto question = week_question(*week, *clock, zone, tables.now());
    if (!question) return tl::unexpected(question.error());
    const bool is_admin = role_of(tables, e.person) == people::Role::admin;
    question->own_only = rules::own_use_only(e.person, is_admin, site_rules(tables).rules);
    return usage_week(tables, *question);
}

}  // namespace

mail::People subscriber(const mail::LetterContext& context) {
    return std::vector{get<people::WeeklyReportDue>(context.fact.event).person};
}

mail::Written report(const mail::LetterContext& context, const mail::Reader& to) {
    const auto& due = get<people::WeeklyReportDue>(context.fact.event);
    const auto week =
        week_for(context.parts.zones, context.tables, due, to.chosen.zone.value_or("UTC"));
    if (!week) {
        return tl::unexpected(EffectEnd{.detail = week.error().detail, .for_good = true});
    }
    return mail::Draft{.words = words_for(*week, context.parts.site, to.clock)};
}

}  // namespace dibs::weekly
