// The grammar's top: moments and ranges.
#include "api/time/time_syntax.hpp"

#include <algorithm>

namespace dibs::time_phrase {
namespace {

// "2-4pm" starts at 14:00, "9-5pm" at 9:00. Where only the start says am or pm ("9am-5"), or the
// start could be either ("10-2am"), nothing is guessed.
Result<void> settle_halves(Phrase& phrase) {
    using std::chrono::hours;
    auto* start = std::get_if<Calendar>(&phrase.start.what);
    const auto* end = phrase.end ? std::get_if<Calendar>(&phrase.end->what) : nullptr;
    if (start == nullptr || end == nullptr || !start->time || !end->time || end->day) return {};
    auto& from = start->time->since_midnight;
    const auto until = end->time->since_midnight;
    const auto half_day = [](auto t) { return t >= hours{1} && t < hours{13}; };
    const auto midnight = hours{24};
    if (start->time->meridiem == end->time->meridiem || from == midnight || until == midnight) {
        return {};
    }
    const auto ambiguous = unreadable("Write am or pm for the start and for the end, or 24 hours.");
    if (start->time->meridiem) return half_day(until) ? Result<void>(ambiguous) : Result<void>{};
    if (!half_day(from)) return {};
    const bool pm = until >= hours{12};
    const auto same_half = from % hours{12} + (pm ? hours{12} : hours{0});
    if (same_half < until) {
        from = same_half;
    } else if (!pm || from >= hours{12}) {
        return ambiguous;
    }
    start->time->meridiem = true;
    start->time->bare = false;
    return {};
}

class Parser {
  public:
    Parser(std::vector<std::string> words, const std::vector<std::string>& markers)
        : words_(std::move(words)), markers_(markers) {}

    Result<Phrase> phrase();

  private:
    Result<Phrase> range(When start);
    Result<When> when();
    Result<When> calendar();
    Result<Length> length();
    void split_date_time();
    void skip(std::initializer_list<std::string_view> any_of);
    bool accept(std::initializer_list<std::string_view> any_of);
    bool accept_dash();
    void accept_marker(When& when);

    [[nodiscard]] bool finished() const { return at_ >= words_.size(); }
    [[nodiscard]] tl::unexpected<Refusal> stuck() const;
    [[nodiscard]] std::string all_words() const {
        std::string text;
        for (const auto& word : words_) text += (text.empty() ? "" : " ") + word;
        return text;
    }

    std::vector<std::string> words_;
    const std::vector<std::string>& markers_;
    std::size_t at_ = 0;
};

bool Parser::accept(std::initializer_list<std::string_view> any_of) {
    if (finished() || std::find(any_of.begin(), any_of.end(), words_[at_]) == any_of.end()) {
        return false;
    }
    ++at_;
    return true;
}

void Parser::skip(std::initializer_list<std::string_view> any_of) {
    if (at_ + 1 < words_.size()) (void)accept(any_of);
}

// A dash by itself, or glued to what follows: "9 -17".
bool Parser::accept_dash() {
    if (accept({"-"})) return true;
    if (finished() || words_[at_].size() < 2 || words_[at_].front() != '-') return false;
    words_[at_].erase(0, 1);
    return true;
}

void Parser::accept_marker(When& when) {
    if (finished()) return;
    const auto& word = words_[at_];
    const bool full_offset = word.size() >= 5 && (word.front() == '+' || word.front() == '-');
    if (full_offset || std::find(markers_.begin(), markers_.end(), word) != markers_.end()) {
        when.marker = word;
        ++at_;
    }
}

tl::unexpected<Refusal> Parser::stuck() const {
    if (finished())
        return unreadable("The time breaks off. Write, for example, 'Fri 14:00-16:00'.");
    const auto& word = words_[at_];
    if (word == "every" || word == "daily" || word == "weekly") {
        return unreadable("Repeated bookings ('every') are not possible yet; book each by itself.");
    }
    if (word == "24") return unreadable("Write 24:00 or midnight for the end of a day.");
    return unreadable("Cannot read '" + word +
                      "'. Write, for example, 'tomorrow 9:00', 'Fri 14-16', '24 Nov 9:00 for 8h'.");
}

// "2026-11-24t09:00" without an offset is a date and a time.
void Parser::split_date_time() {
    constexpr std::size_t date_size = 10;
    const std::string word = words_[at_];
    if (word.size() <= date_size || word[date_size] != 't' || word[4] != '-') return;
    words_[at_] = word.substr(0, date_size);
    words_.insert(words_.begin() + static_cast<std::ptrdiff_t>(at_) + 1,
                  word.substr(date_size + 1));
}

Result<When> Parser::when() {
    skip({"from", "at", "on"});
    if (finished()) return stuck();
    if (accept({"now"})) return When{Now{}, {}};
    if (accept({"in"})) {
        const auto size = length();
        if (!size) return tl::unexpected(size.error());
        const auto* span = std::get_if<Span>(&*size);
        if (span == nullptr) return unreadable("Behind 'in' write hours or days: 'in 2h'.");
        return When{*span, {}};
    }
    const auto& word = words_[at_];
    if (const auto instant = parse_instant(word)) {
        ++at_;
        return When{*instant, {}};
    }
    constexpr std::size_t most_digits = 12;
    if (word.front() == '@' && word.size() > 1 && word.size() <= most_digits &&
        word.find_first_not_of("0123456789", 1) == std::string::npos) {
        const Instant unix_time{std::chrono::seconds{std::stoll(word.substr(1))}};
        ++at_;
        return When{unix_time, {}};
    }
    split_date_time();
    return calendar();
}

// day time? | time day?
Result<When> Parser::calendar() {
    Calendar result;
    const auto read_day = [&]() -> Result<bool> {
        auto day = parse_day(words_, at_);
        if (!day) return tl::unexpected(day.error());
        if (*day) result.day = **day;
        return day->has_value();
    };
    const auto first = read_day();
    if (!first) return tl::unexpected(first.error());
    if (*first) skip({"at"});
    auto time = parse_clock(words_, at_);
    if (!time) return tl::unexpected(time.error());
    if (*time) result.time = **time;
    if (!*first && !*time) return stuck();
    if (!*first && !result.time->bare) {
        skip({"on"});
        const auto second = read_day();
        if (!second) return tl::unexpected(second.error());
    }
    When when{result, {}};
    accept_marker(when);
    return when;
}

Result<Length> Parser::length() {
    auto result = parse_length(words_, at_);
    if (!result) return tl::unexpected(result.error());
    if (*result) return **result;
    if (finished()) return unreadable("A length of time is missing. Write, for example, 'for 4h'.");
    return unreadable("Cannot read '" + words_[at_] +
                      "' as a length of time. Write, for example, 4h, '1d 12h' or 90min.");
}

// What may stand behind a start.
Result<Phrase> Parser::range(When start) {
    Phrase result{std::move(start), {}, {}};
    if (accept({"to", "until", "till"}) || accept_dash()) {
        auto end = when();
        if (!end) return tl::unexpected(end.error());
        result.end = std::move(*end);
        const auto settled = settle_halves(result);
        if (!settled) return tl::unexpected(settled.error());
    } else if (accept({"for"}) ||
               (!finished() &&
                (words_[at_] == "overnight" || words_[at_] == "rest" || words_[at_] == "the"))) {
        const auto size = length();
        if (!size) return tl::unexpected(size.error());
        result.length = *size;
    }
    if (!finished()) return stuck();
    return result;
}

Result<Phrase> Parser::phrase() {
    if (finished()) return stuck();  // only a zone was written
    const auto starts = [&](std::string_view word) { return words_[0] == word; };
    if (starts("for") || starts("until") || starts("till") || starts("to")) {
        return range(When{Now{}, {}});
    }
    if (starts("overnight")) return range(When{Calendar{Relative::today, {}}, {}});
    if (starts("rest") || starts("the")) return range(When{Now{}, {}});
    std::size_t behind = 0;
    const auto bare_length = parse_length(words_, behind);
    if (bare_length && *bare_length && behind == words_.size()) {
        return unreadable("A length alone does not say when. Write 'for " + all_words() +
                          "' from now on, or 'in " + all_words() + "'.");
    }
    auto start = when();
    if (!start) return tl::unexpected(start.error());
    return range(std::move(*start));
}

}  // namespace

Result<Phrase> parse_phrase(std::vector<std::string> words,
                            const std::vector<std::string>& markers) {
    return Parser(std::move(words), markers).phrase();
}

}  // namespace dibs::time_phrase
