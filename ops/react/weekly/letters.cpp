// The state at the time of writing counts: disabled people and former subscribers get no letter;
// the rules of that time limit the content.
#include "ops/react/weekly/letters.hpp"

#include "domain/rules/rules.hpp"
#include "ops/react/bookings/letters.hpp"
#include "ops/react/weekly/words.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/usage/usage_week.hpp"

#include <utility>
#include <vector>

namespace dibs::weekly {
namespace {

constexpr std::string_view reactor = "weekly-report";

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

// None: there is no reader any more.
mail::Letters letters_for(const mail::LetterParts& parts, const Zones& zones,
                          const Snapshot& tables, const people::WeeklyReportDue& e,
                          Position position) {
    std::vector<mail::Addressed> letters;
    const auto to = bookings::reader(tables, e.person);
    if (!to || !to->chosen.wants_weekly_report()) return letters;
    const auto week = week_for(zones, tables, e, to->chosen.zone.value_or("UTC"));
    if (!week) {
        return tl::unexpected(EffectEnd{.detail = week.error().detail, .for_good = true});
    }
    auto words = words_for(*week, parts.site, text_clock(&zones, to->chosen.zone));
    auto made = mail::letter_to(to->id, to->mailbox, {parts.from, reactor, position},
                                std::move(words.subject), std::move(words.text));
    made.letter.unsubscribe = mail::unsubscribe_link(parts.site);
    letters.push_back(std::move(made));
    return letters;
}

}  // namespace

Reaction reaction(mail::LetterParts parts, const Zones& zones) {
    auto about = mail::letters_about<people::WeeklyReportDue>(
        reactor, parts.sealer,
        [parts, &zones](const people::WeeklyReportDue& due, const Snapshot& tables,
                        Position position) {
            return letters_for(parts, zones, tables, due, position);
        });
    return mail::reaction_of(std::move(parts), std::move(about));
}

}  // namespace dibs::weekly
