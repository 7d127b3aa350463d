// Parses calendar moments: days, times and parts of the day, in any order, each at most once.
#include "api/time/time_grammar.hpp"
#include "api/time/time_numbers.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

using std::chrono::hours;

class CalendarReader {
  public:
    CalendarReader(const std::vector<Token>& tokens, std::size_t at) : tokens_(tokens), at_(at) {}

    Result<std::optional<CalendarRead>> read() {
        const auto begun = at_;
        auto read_to = begun;
        while (true) {
            while (is(Kind::filler) || is(Kind::from) || (is(Kind::in) && is_period(1))) ++at_;
            const auto any = take();
            if (!any) return tl::unexpected(any.error());
            if (!*any) break;
            read_to = at_;
        }
        at_ = read_to;
        if (at_ == begun) return std::optional<CalendarRead>{};
        read_.when.what = calendar_;
        return read_;
    }
    [[nodiscard]] std::size_t at() const { return at_; }

  private:
    [[nodiscard]] bool is(Kind kind, std::size_t ahead = 0) const {
        return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].kind == kind;
    }
    [[nodiscard]] const Token& token(std::size_t ahead = 0) const { return tokens_[at_ + ahead]; }
    [[nodiscard]] bool is_which(std::size_t ahead = 0) const {
        return is(Kind::next, ahead) || is(Kind::this_, ahead) || is(Kind::last, ahead);
    }
    // 1, 0, -1 for "next", "this", "last"; counts days if a part of the day follows.
    [[nodiscard]] int steps_ahead() const { return is(Kind::next) ? 1 : is(Kind::last) ? -1 : 0; }
    [[nodiscard]] bool is_period(std::size_t ahead) const {
        return is_which(ahead) || is(Kind::coming, ahead) ||
               (is(Kind::filler, ahead) && is_period(ahead + 1));
    }

    Result<bool> take() {
        if (at_ >= tokens_.size()) return false;
        const bool had_day = calendar_.day.has_value();
        const auto day = take_day();
        if (!day) return day;
        if (*day) {
            if (!had_day) read_.day_last = calendar_.time.has_value();
            return true;
        }
        return take_time() || take_part() || take_marker();
    }

    // --- days

    bool set(Day day, std::size_t used) {
        calendar_.day = day;
        at_ += used;
        return true;
    }

    Result<bool> take_day() {
        if (calendar_.day) return merge_week();
        if (is(Kind::end_of)) return take_end();
        if (is(Kind::day)) return set(InDays{token().value}, 1);
        if (is(Kind::tonight)) return set(Tonight{}, 1);
        if (is(Kind::weekend)) return set(Period{Period::What::weekend}, 1);
        if (is_which() || is(Kind::coming)) return take_relative();
        const bool named = is(Kind::weekday);
        const auto name = std::chrono::weekday{named ? static_cast<unsigned>(token().value) : 0};
        std::size_t used = named ? 1 : 0;
        while (named && is(Kind::filler, used) && token(used).text == "the") ++used;
        const auto date = date_at(used);
        if (!date) return tl::unexpected(date.error());
        if (*date) return named ? set(CheckedDate{**date, name}, used) : set(**date, used);
        return named && set(Weekday{name, Weekday::Which::plain}, 1);
    }

    // "Friday next week", "next week Friday".
    bool merge_week() {
        const auto week_at = [&](std::size_t ahead) {
            return is_which(ahead) && is(Kind::unit, ahead + 1) &&
                   token(ahead + 1).value == int(Unit::week);
        };
        const auto which = [](int ahead) {
            return ahead > 0   ? Weekday::Which::of_next_week
                   : ahead < 0 ? Weekday::Which::of_last_week
                               : Weekday::Which::of_this_week;
        };
        auto* weekday = std::get_if<Weekday>(&*calendar_.day);
        if (weekday != nullptr && weekday->which == Weekday::Which::plain && week_at(0)) {
            weekday->which = which(steps_ahead());
            at_ += 2;
            return true;
        }
        const auto* period = std::get_if<Period>(&*calendar_.day);
        if (period == nullptr || period->what != Period::What::week || calendar_.end_of ||
            !is(Kind::weekday)) {
            return false;
        }
        return set(Weekday{std::chrono::weekday{static_cast<unsigned>(token().value)},
                           which(period->ahead)},
                   1);
    }

    [[nodiscard]] std::optional<Period> period_at(std::size_t at, int ahead) const {
        if (is(Kind::weekend, at)) return Period{Period::What::weekend, ahead};
        if (!is(Kind::unit, at)) return std::nullopt;
        const int unit = token(at).value;
        if (unit == int(Unit::week)) return Period{Period::What::week, ahead};
        if (unit == int(Unit::month)) return Period{Period::What::month, ahead};
        return std::nullopt;
    }

    // "next Tue", "this week", "coming Friday", "this evening".
    Result<bool> take_relative() {
        if (is(Kind::weekday, 1)) {
            const auto which = is(Kind::next)     ? Weekday::Which::next
                               : is(Kind::last)   ? Weekday::Which::last
                               : is(Kind::coming) ? Weekday::Which::coming
                                                  : Weekday::Which::plain;
            return set(Weekday{std::chrono::weekday{static_cast<unsigned>(token(1).value)}, which},
                       2);
        }
        if (const auto period = period_at(1, steps_ahead())) return set(*period, 2);
        if ((is(Kind::this_) || is(Kind::last)) && is(Kind::part, 1)) {
            return set(InDays{steps_ahead()}, 1);
        }
        return unreadable("Behind '" + token().text +
                          "' a weekday, week or month is missing: 'next Tue 9:00'.");
    }

    // "end of day", "end of next week", "end of Friday".
    Result<bool> take_end() {
        const int glued = token().value;
        ++at_;
        calendar_.end_of = true;
        if (glued == 1) return set(InDays{0}, 0);
        if (glued > 1) {
            return set(Period{glued == 2 ? Period::What::week : Period::What::month}, 0);
        }
        if (is(Kind::unit) && token().value == int(Unit::day)) return set(InDays{0}, 1);
        if (const auto period = period_at(0, 0)) return set(*period, 1);
        while (is(Kind::filler)) ++at_;
        const auto day = is(Kind::end_of) ? Result<bool>(false) : take_day();
        if (!day || *day) return day;
        return unreadable("The end of what? Write, for example, 'end of month'.");
    }

    // A date in one token, or "24 Nov", "Nov 24", "24th November 2026"; `used` moves past it.
    Result<std::optional<Date>> date_at(std::size_t& used) const {
        if (is(Kind::date, used)) return token(used++).date;
        const auto number_at = [&](std::size_t ahead) {
            return is(Kind::ordinal, ahead) ||
                   (is(Kind::number, ahead) && token(ahead).text.size() <= 2);
        };
        const bool day_first = number_at(used) && is(Kind::month, used + 1);
        if (!day_first && !(is(Kind::month, used) && number_at(used + 1))) {
            return std::optional<Date>{};
        }
        const auto& day = token(used + (day_first ? 0 : 1));
        const auto& month = token(used + (day_first ? 1 : 0));
        Date date{std::chrono::month{static_cast<unsigned>(month.value)} /
                      std::chrono::day{static_cast<unsigned>(day.value)},
                  {}};
        used += 2;
        const bool year = is(Kind::number, used) && token(used).text.size() == 4;
        if (year) date.year = std::chrono::year{token(used++).value};
        const bool ok =
            date.year ? (*date.year / date.day.month() / date.day.day()).ok() : date.day.ok();
        if (!ok) {
            return unreadable("There is no such day: '" + day.text + ' ' + month.text + "'.");
        }
        return date;
    }

    // --- times

    bool take_time() {
        if (calendar_.time || calendar_.end_of || at_ >= tokens_.size()) return false;
        TimeOfDay time;
        if (is(Kind::twelve)) {
            time = {hours{token().value}, true, false};
        } else if (is(Kind::clock)) {
            time = token().time;
        } else if (is(Kind::number) && token().value < 24 && token().text.size() <= 5 &&
                   !is(Kind::unit, 1) && !is(Kind::month, 1)) {
            time = {hours{token().value}, false, true};
        } else {
            return false;
        }
        std::size_t used = 1;
        if (is(Kind::meridiem, 1) && !is(Kind::twelve) && !time.unambiguous) {
            if (time.since_midnight < hours{1} || time.since_midnight >= hours{13}) return false;
            time.since_midnight = time.since_midnight % hours{12} + hours{token(1).value};
            time.unambiguous = true;
            time.bare = false;
            used = 2;
        }
        calendar_.time = time;
        at_ += used;
        while (is(Kind::filler) && token().text.starts_with("o'c")) ++at_;
        return true;
    }

    bool take_part() {
        if (is(Kind::next_day) || is(Kind::next_morning)) {
            if (calendar_.next_day || calendar_.day || calendar_.part) return false;
            calendar_.next_day = true;
            if (is(Kind::next_morning)) calendar_.part = PartOfDay::morning;
            ++at_;
            return true;
        }
        if (!is(Kind::part) || calendar_.part || calendar_.end_of) return false;
        calendar_.part = static_cast<PartOfDay>(token().value);
        ++at_;
        return true;
    }

    bool take_marker() {
        if (!read_.when.marker.empty() || at_ >= tokens_.size()) return false;
        constexpr std::size_t full_offset = 5;
        if (!is(Kind::marker) && !(is(Kind::offset) && token().text.size() >= full_offset)) {
            return false;
        }
        read_.when.marker = token().text;
        ++at_;
        return true;
    }

    const std::vector<Token>& tokens_;
    std::size_t at_;
    Calendar calendar_{};
    CalendarRead read_{};
};

}  // namespace

Result<std::optional<CalendarRead>> take_calendar(const std::vector<Token>& tokens,
                                                  std::size_t& at) {
    CalendarReader reader(tokens, at);
    auto read = reader.read();
    at = reader.at();
    return read;
}

}  // namespace dibs::time_phrase
