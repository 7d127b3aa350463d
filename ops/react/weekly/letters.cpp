// What is true when the letter is written counts: who was disabled, or took the choice back, gets
// none; what they see is what the rules let them see then.
#include "ops/react/weekly/letters.hpp"

#include "domain/rules.hpp"
#include "ops/react/bookings/letters.hpp"
#include "ops/react/fact_in.hpp"
#include "ops/react/weekly/words.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/site.hpp"
#include "projections/questions/usage_week.hpp"

#include <utility>
#include <vector>

namespace dibs::weekly {
namespace {

constexpr std::string_view reactor = "weekly-report";

Result<views::UsageWeek> week_for(const Parts& parts, const Snapshot& tables,
                                  const people::WeeklyReportDue& e, const std::string& zone) {
    const auto week = parse_iso_week(e.week);
    const auto* clock = parts.zones.find(zone);
    if (!week || clock == nullptr) {
        return refuse(Code::unknown_zone, "zone", "The week cannot be told on that clock.");
    }
    auto question = week_question(*week, *clock, zone, tables.now());
    if (!question) return tl::unexpected(question.error());
    const bool is_admin = role_of(tables, e.person) == people::Role::admin;
    question->own_only = rules::own_use_only(e.person, is_admin, site_rules(tables).rules);
    return usage_week(tables, *question);
}

// None: it reaches nobody any more.
Result<std::vector<mail::Addressed>> letters_for(const Parts& parts, const Snapshot& tables,
                                                 const people::WeeklyReportDue& e,
                                                 Position position) {
    std::vector<mail::Addressed> letters;
    const auto to = bookings::reader(tables, e.person);
    if (!to || !to->chosen.wants_weekly_report()) return letters;
    const auto week = week_for(parts, tables, e, to->chosen.zone.value_or("UTC"));
    if (!week) return tl::unexpected(week.error());
    auto words = words_for(*week, parts.site);
    auto made = mail::letter_to(to->id, to->mailbox, {parts.from, reactor, position},
                                std::move(words.subject), std::move(words.text));
    if (parts.site.starts_with("https://")) made.letter.unsubscribe = parts.site + "/me";
    letters.push_back(std::move(made));
    return letters;
}

EffectEnd perform(const Parts& parts, const Effect& effect, const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    const auto due =
        record ? fact_in<people::WeeklyReportDue>(*record, parts.sealer) : std::nullopt;
    if (!due) return {.detail = "the fact cannot be read", .for_good = true};
    std::vector<mail::Addressed> letters;
    {
        const auto tables = parts.tables(effect.position);
        if (!tables) return {.detail = "the tables are behind"};
        auto made = letters_for(parts, *tables, *due, effect.position);
        if (!made) return {.detail = made.error().detail, .for_good = true};
        letters = *std::move(made);
    }
    return parts.mailer.deliver(std::string(reactor), effect, std::move(letters), stopping);
}

}  // namespace

Reaction reaction(Parts parts) {
    Reaction reaction;
    reaction.name = std::string(reactor);
    reaction.retries = mail::letter_retries;
    reaction.by = effect::By::mail;
    reaction.wants = [](const RecordView& record) {
        return record.type == people::WeeklyReportDue::type;
    };
    reaction.perform = [parts = std::move(parts)](const Effect& effect,
                                                  const std::atomic<bool>& stopping) {
        return perform(parts, effect, stopping);
    };
    return reaction;
}

}  // namespace dibs::weekly
