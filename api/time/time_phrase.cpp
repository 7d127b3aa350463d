// The steps in order: tokens, syntax, calendar, echo; once per reading of the doubtful words. If
// several readings make sense, it chooses none.
#include "api/time/time_phrase.hpp"

#include "api/time/time_grammar.hpp"
#include "api/time/time_meaning.hpp"
#include "api/time/time_zone.hpp"

#include <algorithm>

namespace dibs {
namespace {

using namespace time_phrase;
using Answer = tl::expected<TimePhrase, TimeRefusal>;

tl::unexpected<TimeRefusal> no(const Refusal& refusal) {
    return tl::unexpected(TimeRefusal{refusal, false, {}});
}

std::vector<std::string> markers_of(const Zone& zone, Instant now) {
    auto names = zone.abbreviations_near(now);
    for (auto& name : names) {
        for (char& c : name) {
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return names;
}

// "9:00 UTC" where the zone has no such abbreviation: then the zone is UTC.
bool take_utc(Tokens& read) {
    const auto is_utc = [](const Token& token) {
        return token.kind == Kind::unknown &&
               (token.text == "utc" || token.text == "gmt" || token.text == "z");
    };
    const auto found = std::find_if(read.tokens.begin(), read.tokens.end(), is_utc);
    if (found == read.tokens.end()) return false;
    // Doubts refer to tokens by index.
    for (auto it = found; it != read.tokens.end();) {
        if (!is_utc(*it)) {
            ++it;
            continue;
        }
        const auto at = static_cast<std::size_t>(it - read.tokens.begin());
        for (auto& doubt : read.doubts) doubt.at -= doubt.at > at ? 1 : 0;
        it = read.tokens.erase(it);
    }
    return true;
}

// The phrases of the tokens: one per way to settle all doubts of a kind.
Result<std::vector<Phrase>> phrases_of(const Tokens& read) {
    constexpr unsigned kinds = 3;
    unsigned present = 0;
    for (const auto& doubt : read.doubts) present |= 1U << static_cast<unsigned>(doubt.kind);
    std::vector<Phrase> phrases;
    std::optional<Refusal> first;
    for (unsigned choice = 0; choice < 1U << kinds; ++choice) {
        if ((choice & ~present) != 0) continue;
        auto tokens = read.tokens;
        for (const auto& doubt : read.doubts) {
            if ((choice >> static_cast<unsigned>(doubt.kind) & 1U) != 0) {
                tokens[doubt.at] = doubt.other;
            }
        }
        auto phrase = parse_phrase(std::move(tokens));
        if (phrase) {
            phrases.push_back(std::move(*phrase));
        } else if (!first) {
            first = std::move(phrase.error());
        }
    }
    if (phrases.empty()) return tl::unexpected(std::move(*first));
    return phrases;
}

Outcome outcome_of(const std::vector<Phrase>& phrases, const Days& calendar) {
    if (phrases.size() == 1) return resolve(phrases[0], calendar);
    std::vector<Resolved> readings;
    std::optional<Outcome> first;
    for (const auto& phrase : phrases) {
        auto outcome = resolve(phrase, calendar);
        append_readings(readings, outcome);
        if (!first) first = std::move(outcome);
    }
    if (readings.empty()) return *std::move(first);
    return ask_back("That can be read in several ways.", std::move(readings));
}

bool is_in_range(const Resolved& found, const Zone& zone) {
    const auto year = [&](Instant t) {
        const auto day = std::chrono::floor<std::chrono::days>(zone.to_local(t));
        return std::chrono::year_month_day{day}.year();
    };
    return year(found.from) >= first_year && year(found.until.value_or(found.from)) <= last_year;
}

LocalDay day_in(const Zone& zone, Instant now) {
    return std::chrono::floor<std::chrono::days>(zone.to_local(now));
}

// "tomorrow 9:00 UTC" while the date differs there: two days can be meant.
Outcome outcome_in(const std::vector<Phrase>& phrases, const Zone& there, const Zone& here,
                   Instant now, Tense tense) {
    auto outcome = outcome_of(phrases, Days(there, now, day_in(there, now), tense));
    if (day_in(there, now) == day_in(here, now) || !outcome) return outcome;
    const auto other = outcome_of(phrases, Days(there, now, day_in(here, now), tense));
    if (!other || (other->from == outcome->from && other->until == outcome->until) ||
        (tense == Tense::coming && other->from < now - grace)) {
        return outcome;
    }
    std::vector<Resolved> both;
    append_readings(both, outcome);
    append_readings(both, other);
    return ask_back("It is another day there already, or still. Which day is meant?",
                    std::move(both));
}

// Renders readings; `zone_named`: the zone that the phrase named.
class AnswerWriter {
  public:
    AnswerWriter(const Zone& zone, std::string zone_named, Instant now)
        : zone_(zone), named_(std::move(zone_named)), now_(now) {}

    [[nodiscard]] Answer phrase(const Resolved& found, std::string taken) const {
        append_sentence(taken, found.taken);
        TimePhrase result{found.from, found.until, zone_.name(),      {},
                          found.note, taken,       all(found.others), found.named};
        auto echo = found.until ? format_interval({found.from, *found.until}, zone_.name(), now_)
                                : format_moment(found.from, zone_.name(), now_);
        if (!echo) return no(echo.error());
        result.echo = std::move(*echo);
        return result;
    }

    [[nodiscard]] std::vector<TimeAlternative> all(const std::vector<Resolved>& readings) const {
        std::vector<TimeAlternative> result;
        for (const auto& reading : readings) {
            if (!is_in_range(reading, zone_)) continue;
            result.push_back({text(reading), reading.from, reading.until, sentence(reading)});
        }
        return result;
    }

  private:
    [[nodiscard]] std::string text(const Resolved& reading) const {
        const bool now = reading.from == now_;
        std::string result;
        if (!reading.until) {
            result = now ? "now" : format_moment(reading.from, zone_.name(), now_).value_or("");
        } else if (now) {
            result = "now until " + format_moment(*reading.until, zone_.name(), now_).value_or("");
        } else {
            const Interval when{reading.from, *reading.until};
            result = format_interval(when, zone_.name(), now_).value_or("");
        }
        return named_.empty() ? result : result + ' ' + named_;
    }

    [[nodiscard]] std::string sentence(const Resolved& reading) const {
        using std::chrono::floor;
        if (!reading.until) return reading.from == now_ ? "Now." : "That moment.";
        const auto length = format_duration(*reading.until - reading.from);
        const auto first = floor<std::chrono::days>(zone_.to_local(reading.from));
        const auto last = floor<std::chrono::days>(zone_.to_local(*reading.until - Duration{1}));
        const auto nights = (last - first).count();
        if (nights == 0) return length + ", on one day.";
        return length + (nights == 1 ? ", into the next day."
                                     : ", over " + std::to_string(nights + 1) + " days.");
    }

    const Zone& zone_;
    std::string named_;
    Instant now_;
};

}  // namespace

Answer parse_time_phrase(std::string_view text, std::string_view zone, Instant now, Tense tense) {
    const auto here = Zone::find(zone);
    if (!here) return no(here.error());
    auto read = read_tokens(text, markers_of(*here, now));
    if (!read) return no(read.error());
    auto where = here;
    if (!read->zone.empty()) {
        where = Zone::find(read->zone);
        if (!where) {
            where.error().field = "text";
            return no(where.error());
        }
        read = read_tokens(text, markers_of(*where, now));
        if (!read) return no(read.error());
    }
    if (take_utc(*read)) where = Zone::find("UTC");
    if (!where) return no(where.error());
    const auto phrases = phrases_of(*read);
    if (!phrases) return no(phrases.error());
    const auto outcome = outcome_in(*phrases, *where, *here, now, tense);
    const AnswerWriter speaker(*where, read->zone, now);
    if (outcome && !is_in_range(*outcome, *where)) return no(no_such_year().value());
    if (outcome) return speaker.phrase(*outcome, read->taken);
    const auto& error = outcome.error();
    auto alternatives = speaker.all(error.others);
    if (error.ambiguous && alternatives.empty()) return no(no_such_year().value());
    return tl::unexpected(TimeRefusal{error.refusal, error.ambiguous, std::move(alternatives)});
}

}  // namespace dibs
