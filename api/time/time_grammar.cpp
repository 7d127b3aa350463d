// The top of the grammar: moments, durations and ranges.
#include "api/time/time_grammar.hpp"

#include "api/time/time_numbers.hpp"

#include <algorithm>
#include <iterator>

namespace dibs::time_phrase {
namespace {

class Parser {
  public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    Result<Phrase> phrase() {
        const auto said = take_lengths_by_name();
        if (!said) return tl::unexpected(said.error());
        read_for_before_days();
        if (tokens_.empty()) {
            if (!phrase_.length) return stuck(tokens_, 0);
            phrase_.start.what = Calendar{InDays{0}, {}, {}, false, false};
            return phrase_;
        }
        const auto parsed = parse_all();
        if (!parsed) return tl::unexpected(parsed.error());
        if (is(Kind::for_) && phrase_.end) {
            return unreadable("That says both when it ends and how long it lasts.");
        }
        if (at_ < tokens_.size()) return stuck(tokens_, at_);
        return std::move(phrase_);
    }

  private:
    [[nodiscard]] bool is(Kind kind, std::size_t ahead = 0) const {
        return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].kind == kind;
    }
    bool accept(Kind kind) {
        if (!is(kind)) return false;
        ++at_;
        return true;
    }

    // 'overnight', 'all day' and 'rest of the day' may be anywhere; this takes them out first.
    Result<void> take_lengths_by_name() {
        for (auto it = tokens_.begin(); it != tokens_.end();) {
            std::optional<Length> length;
            if (it->kind == Kind::every) {
                return unreadable(
                    "Repeated bookings ('every') are not possible yet; book each by itself.");
            }
            if (it->kind == Kind::from && it->value == 1) between_ = true;
            if (it->kind == Kind::overnight) length = Overnight{};
            if (it->kind == Kind::all_day) length = AllDay{};
            if (it->kind == Kind::rest_of_day) length = RestOfDay{};
            if (!length) {
                ++it;
                continue;
            }
            if (phrase_.length) return unreadable("That says twice how long.");
            phrase_.length = length;
            it = take_out(it);
        }
        return {};
    }

    // Takes it out with its prefix: "for the rest of the day".
    std::vector<Token>::iterator take_out(std::vector<Token>::iterator named) {
        auto first = named;
        while (first != tokens_.begin() && std::prev(first)->kind == Kind::filler) --first;
        const bool led = first != tokens_.begin() && std::prev(first)->kind == Kind::for_;
        return tokens_.erase(led ? std::prev(first) : named, named + 1);
    }

    // "for tomorrow", "na jutro", "for the weekend" are days, not durations. This holds only for
    // the first day of a phrase: "now for tomorrow" is invalid.
    void read_for_before_days() {
        for (std::size_t at = 0; at < tokens_.size(); ++at) {
            if (tokens_[at].kind == Kind::now || says_day(at)) return;
            if (tokens_[at].kind != Kind::for_) continue;
            auto next = at + 1;
            while (kind_at(next) == Kind::filler) ++next;
            if (says_day(next)) tokens_[at].kind = Kind::filler;
        }
    }
    [[nodiscard]] Kind kind_at(std::size_t at) const {
        return at < tokens_.size() ? tokens_[at].kind : Kind::unknown;
    }
    [[nodiscard]] bool says_day(std::size_t at) const {
        const auto behind = kind_at(at + 1);
        switch (kind_at(at)) {
            case Kind::day:
            case Kind::tonight:
            case Kind::weekday:
            case Kind::weekend:
            case Kind::part:
                return true;
            case Kind::number:
            case Kind::ordinal:
                return behind == Kind::month;  // "24 Nov"; a duration has a unit there
            case Kind::month:
                return behind == Kind::number || behind == Kind::ordinal;
            case Kind::next:
            case Kind::this_:
            case Kind::last:
            case Kind::coming:  // "next week", but not "next hour"
                return behind == Kind::weekday || behind == Kind::weekend || behind == Kind::part ||
                       (behind == Kind::unit && tokens_[at + 1].value <= int(Unit::week));
            default:
                return false;
        }
    }

    Result<void> parse_all() {
        if (is(Kind::for_)) {
            ++at_;
            if (auto no = read_length(true); !no) return no;
            return start_behind_length();
        }
        std::size_t behind = at_;
        const auto first = take_length(tokens_, behind, false);
        if (!first) return tl::unexpected(first.error());
        if (*first && kind_at(behind) != Kind::ago) {
            if (behind == tokens_.size() && !phrase_.length) return length_alone();
            if (auto no = read_length(false); !no) return no;
            return start_behind_length();
        }
        if (const auto month_days = days_of_month()) return *month_days;
        bool day_last = false;
        if (!is(Kind::to) && !is(Kind::until)) {
            auto start = when(day_last);
            if (!start) return tl::unexpected(start.error());
            phrase_.start = std::move(*start);
        }
        return end_or_length();
    }

    Result<void> length_alone() const {
        std::string text;
        for (const auto& token : tokens_) text += (text.empty() ? "" : " ") + token.text;
        return unreadable("A length alone does not say when. Write 'for " + text +
                          "' from now on, or 'in " + text + "'.");
    }

    Result<void> read_length(bool bare) {
        const auto length = take_length(tokens_, at_, bare);
        if (!length) return tl::unexpected(length.error());
        if (!*length) {
            if (at_ < tokens_.size() && at_ > 0 && tokens_[at_].kind != Kind::unit) {
                return unreadable("Cannot read '" + tokens_[at_].text +
                                  "' as a length of time. Write, for example, 4h, '1d 12h' or "
                                  "90min.");
            }
            return unreadable("A length of time is missing. Write, for example, 'for 4h'.");
        }
        if (phrase_.length) return unreadable("That says twice how long.");
        phrase_.length = Length{**length};
        return {};
    }

    // "8h tomorrow 9:00", "for 4h from 14:00", "PT4H/2026-11-24T17:00", "4h from now".
    Result<void> start_behind_length() {
        if (at_ == tokens_.size()) return {};
        const bool iso = is(Kind::dash) && tokens_[at_].value == 1;
        if (iso) ++at_;
        const bool from = is(Kind::from);
        phrase_.ends_there = iso;
        bool day_last = false;
        auto start = when(day_last);
        if (!start) return tl::unexpected(start.error());
        phrase_.start = std::move(*start);
        phrase_.from_now = from && std::holds_alternative<Now>(phrase_.start.what);
        return {};
    }

    // "9-12 Dec": days, not hours.
    std::optional<Result<void>> days_of_month() {
        const auto is_day = [&](std::size_t ahead) {
            return (is(Kind::number, ahead) && tokens_[at_ + ahead].text.size() <= 2) ||
                   is(Kind::ordinal, ahead);
        };
        if (!is_day(0) || !is(Kind::dash, 1) || !is_day(2) || !is(Kind::month, 3)) {
            return std::nullopt;
        }
        const std::vector<Token> first{tokens_[at_], tokens_[at_ + 3]};
        std::size_t used = 0;
        auto start = take_calendar(first, used);
        if (!start) return Result<void>(tl::unexpected(start.error()));
        phrase_.start = (*start)->when;
        ++at_;
        return end_or_length();
    }

    Result<void> end_or_length() {
        // "9 -17" looks like an offset from UTC.
        if (is(Kind::offset) && tokens_[at_].text.size() == 3 && tokens_[at_].text[0] == '-') {
            auto& token = tokens_[at_];
            token.kind = Kind::number;
            token.text.erase(0, 1);
            token.value = number(token.text).value_or(0);
            return end(Link::dash);
        }
        if (is(Kind::dash)) {
            phrase_.iso = tokens_[at_].value == 1;
            ++at_;
            std::size_t behind = at_;
            const auto length = take_length(tokens_, behind, false);
            if (phrase_.iso && length && *length) return read_length(false);
            return end(Link::dash);
        }
        if (accept(Kind::until)) return end(Link::until);
        if (is(Kind::to) && (tokens_[at_].value == 0 || between_)) {
            ++at_;
            return end(Link::to);
        }
        const bool said = accept(Kind::for_);
        std::size_t behind = at_;
        const auto length = take_length(tokens_, behind, said);
        if (!length) return tl::unexpected(length.error());
        if (said || *length) return read_length(said);
        return {};
    }

    Result<void> end(Link link) {
        bool day_last = false;
        auto end = when(day_last);
        if (!end) return tl::unexpected(end.error());
        phrase_.link = link;
        phrase_.end = std::move(*end);
        if (phrase_.length) {
            if (!std::holds_alternative<Overnight>(*phrase_.length)) {
                return unreadable("That says twice how long.");
            }
            phrase_.overnight = true;
            phrase_.length.reset();
        }
        auto* start = std::get_if<Calendar>(&phrase_.start.what);
        auto* last = std::get_if<Calendar>(&phrase_.end->what);
        if (start == nullptr || last == nullptr || start->day || !start->time || !day_last) {
            return {};
        }
        phrase_.shared_day = true;
        start->day = last->day;
        last->day.reset();
        return {};
    }

    // "in 3 days", "3 days ago", "vor 3 Tagen". Otherwise none, and the position stays.
    Result<std::optional<Span>> span_from_now() {
        const bool before = is(Kind::ago) && tokens_[at_].value == 1;
        std::size_t behind = at_ + (is(Kind::in) || before ? 1 : 0);
        auto span = take_length(tokens_, behind, behind > at_);
        if (!span || !*span) return span;
        const bool ahead = is(Kind::in);
        const bool ago = kind_at(behind) == Kind::ago && !ahead && !before;
        if (!ahead && !before && !ago) return std::optional<Span>{};
        at_ = behind + (ago ? 1 : 0);
        if (!ahead) **span = {-(*span)->days, -(*span)->exact};
        return span;
    }

    Result<When> when(bool& day_last) {
        while (is(Kind::from) || is(Kind::filler)) ++at_;
        if (accept(Kind::now)) return When{Now{}, {}};
        const auto span = span_from_now();
        if (!span) return tl::unexpected(span.error());
        if (*span) return When{**span, {}};
        if (is(Kind::moment)) return When{tokens_[at_++].instant, {}};
        auto read = take_calendar(tokens_, at_);
        if (!read) return tl::unexpected(read.error());
        if (!*read) return stuck(tokens_, at_);
        const auto& calendar = std::get<Calendar>((*read)->when.what);
        if (!calendar.day && !calendar.time && !calendar.part && !calendar.next_day) {
            return stuck(tokens_, at_);
        }
        day_last = (*read)->day_last;
        return (*read)->when;
    }

    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    bool between_ = false;
    Phrase phrase_{};
};

}  // namespace

Result<std::optional<Span>> take_length(const std::vector<Token>& tokens, std::size_t& at,
                                        bool bare) {
    const auto all = [](const Span& span) { return std::chrono::days{span.days} + span.exact; };
    const auto is = [&](std::size_t i, Kind kind) {
        return i < tokens.size() && tokens[i].kind == kind;
    };
    constexpr Duration longest{std::chrono::days{366}};
    Span sum;
    Duration last = Duration::max();
    while (at < tokens.size()) {
        Span term;
        std::size_t used = 1;
        const bool counted = is(at, Kind::number) || is(at, Kind::count);
        const bool single = bare && last == Duration::max() && is(at, Kind::unit);
        if (is(at, Kind::length)) {
            term = tokens[at].span;
        } else if ((counted && is(at + 1, Kind::unit)) || single) {
            const auto& token = tokens[at];
            const int amount = single                 ? 100
                               : is(at, Kind::number) ? token.value * 100
                                                      : token.value;
            used = single ? 1 : 2;
            if (!add_units(term, amount, static_cast<Unit>(tokens[at + used - 1].value))) {
                return unreadable("Months differ in length; write weeks or days.");
            }
        } else {
            break;
        }
        if (last != Duration::max() && all(term) >= last) {
            return unreadable(
                "Write a length as weeks, days, hours, minutes, seconds: '1d 4h', '90min'.");
        }
        last = all(term);
        sum.days += term.days;
        sum.exact += term.exact;
        at += used;
    }
    if (last == Duration::max()) return std::optional<Span>{};
    if (all(sum) <= Duration::zero()) {
        return unreadable("A length of time must be more than 0.");
    }
    if (all(sum) > longest) return unreadable("A length of time may be 366 days at most.");
    return sum;
}

Result<Span> parse_length(const std::vector<Token>& tokens) {
    std::size_t at = 0;
    const auto span = take_length(tokens, at, false);
    if (!span) return tl::unexpected(span.error());
    if (!*span || at != tokens.size()) {
        const auto text = tokens.empty() ? "" : tokens[std::min(at, tokens.size() - 1)].text;
        return unreadable("Cannot read '" + text +
                          "' as a length of time. Write, for example, 4h, '1d 12h' or 90min.");
    }
    return **span;
}

tl::unexpected<Refusal> stuck(const std::vector<Token>& tokens, std::size_t at) {
    if (at >= tokens.size()) {
        return unreadable("The time breaks off. Write, for example, 'Fri 14:00-16:00'.");
    }
    const auto& text = tokens[at].text;
    if (text == "24") return unreadable("Write 24:00 or midnight for the end of a day.");
    return unreadable("Cannot read '" + text +
                      "'. Write, for example, 'tomorrow 9:00', 'Fri 14-16', '24 Nov 9:00 for 8h'.");
}

Result<Phrase> parse_phrase(std::vector<Token> tokens) {
    return Parser(std::move(tokens)).phrase();
}

}  // namespace dibs::time_phrase
