// Lengths of time: "4h", "1d 12h", "90 min", "1.5h", PT8H, 'rest of the day', 'overnight'.
#include "api/time/time_phrase.hpp"
#include "api/time/time_syntax.hpp"

#include <array>
#include <cctype>

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;

constexpr Duration longest{days{366}};

enum class Unit { week, day, hour, minute };

std::optional<Unit> unit(std::string_view word) {
    struct Name {
        std::string_view text;
        Unit unit;
    };
    static constexpr std::array names{
        Name{"w", Unit::week},        Name{"week", Unit::week},   Name{"weeks", Unit::week},
        Name{"d", Unit::day},         Name{"day", Unit::day},     Name{"days", Unit::day},
        Name{"h", Unit::hour},        Name{"hr", Unit::hour},     Name{"hrs", Unit::hour},
        Name{"hour", Unit::hour},     Name{"hours", Unit::hour},  Name{"m", Unit::minute},
        Name{"min", Unit::minute},    Name{"mins", Unit::minute}, Name{"minute", Unit::minute},
        Name{"minutes", Unit::minute}};
    for (const auto& name : names) {
        if (name.text == word) return name.unit;
    }
    return std::nullopt;
}

// "1.5" in tenths and hundredths of an hour; whole numbers otherwise.
struct Amount {
    int whole{};
    int hundredths{};
};

std::optional<Amount> amount(std::string_view text) {
    const auto dot = text.find('.');
    const auto whole = number(text.substr(0, dot));
    if (!whole) return std::nullopt;
    if (dot == std::string_view::npos) return Amount{*whole, 0};
    const auto decimals = text.substr(dot + 1);
    const auto value = number(decimals, 1, 2);
    if (!value) return std::nullopt;
    return Amount{*whole, decimals.size() == 1 ? *value * 10 : *value};
}

// Adds one term; false if a unit comes twice or out of order, or a part of what has no parts.
bool add(Span& span, int& last_rank, Amount value, Unit unit) {
    const int rank = static_cast<int>(unit);
    if (rank <= last_rank || (value.hundredths != 0 && unit != Unit::hour)) return false;
    last_rank = rank;
    switch (unit) {
        case Unit::week:
            span.days += 7 * value.whole;
            break;
        case Unit::day:
            span.days += value.whole;
            break;
        case Unit::hour:
            span.exact += hours{value.whole} + std::chrono::seconds{36 * value.hundredths};
            break;
        case Unit::minute:
            span.exact += minutes{value.whole};
            break;
    }
    return true;
}

Result<std::optional<Length>> checked(const Span& span) {
    const auto all = days{span.days} + span.exact;
    if (all <= Duration::zero()) return unreadable("A length of time must be longer than nothing.");
    if (all > longest) return unreadable("A length of time may be 366 days at most.");
    return Length{span};
}

// "4h30m" in one word: the rest of the word behind its first number and unit.
struct Term {
    Amount amount;
    Unit unit;
    std::string_view rest;
};
std::optional<Term> take_term(std::string_view word) {
    const auto digits = word.find_first_not_of("0123456789.");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    auto letters = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz", digits);
    if (letters == std::string_view::npos) letters = word.size();
    const auto value = amount(word.substr(0, digits));
    const auto name = unit(word.substr(digits, letters - digits));
    if (!value || !name) return std::nullopt;
    return Term{*value, *name, word.substr(letters)};
}

// P1W, P1DT2H30M, PT1.5H (in lower case here).
Result<std::optional<Length>> iso_duration(std::string_view word) {
    Span span;
    int rank = -1;
    std::string_view rest = word.substr(1);
    bool clock = false;
    bool any = false;
    while (!rest.empty()) {
        if (rest.front() == 't' && !clock) {
            clock = true;
            rest.remove_prefix(1);
            any = false;
            continue;
        }
        const auto digits = rest.find_first_not_of("0123456789.");
        if (digits == 0 || digits == std::string_view::npos) break;
        const char letter = rest[digits];
        if (!clock && (letter == 'y' || letter == 'm')) {
            return unreadable("Months and years differ in length; write weeks or days.");
        }
        const auto value = amount(rest.substr(0, digits));
        const auto name = unit(rest.substr(digits, 1));
        const bool of_clock = name == Unit::hour || name == Unit::minute;
        if (!value || !name || of_clock != clock || !add(span, rank, *value, *name)) break;
        rest.remove_prefix(digits + 1);
        any = true;
    }
    if (!rest.empty() || !any) {
        return unreadable("This is not an ISO 8601 duration in weeks, days, hours and minutes.");
    }
    return checked(span);
}

bool follow(const std::vector<std::string>& words, std::size_t& at,
            std::initializer_list<std::string_view> phrase) {
    std::size_t next = at;
    for (const auto word : phrase) {
        if (next >= words.size() || words[next] != word) return false;
        ++next;
    }
    at = next;
    return true;
}

// The number and unit at `at`, in one word or two; the words used, 0 if there is none.
Result<std::size_t> take_terms(const std::vector<std::string>& words, std::size_t at, Span& span,
                               int& rank) {
    const auto disordered = [] {
        return unreadable("Write a length as weeks, days, hours, minutes: '1d 4h', '90min'.");
    };
    std::string_view word = words[at];
    if (number(word) && at + 1 < words.size()) {
        const auto value = amount(word);
        const auto name = unit(words[at + 1]);
        if (!name) return std::size_t{0};
        if (!add(span, rank, *value, *name)) return disordered();
        return std::size_t{2};
    }
    auto term = take_term(word);
    if (!term) return std::size_t{0};
    for (; term; term = take_term(term->rest)) {
        if (!add(span, rank, term->amount, term->unit)) return disordered();
        if (term->rest.empty()) return std::size_t{1};
        word = term->rest;
    }
    return unreadable("Cannot read '" + std::string(word) + "' as a length of time.");
}

}  // namespace

Result<std::optional<Length>> parse_length(const std::vector<std::string>& words, std::size_t& at) {
    if (follow(words, at, {"overnight"})) return Length{Overnight{}};
    if (follow(words, at, {"rest", "of", "the", "day"}) ||
        follow(words, at, {"rest", "of", "day"}) ||
        follow(words, at, {"the", "rest", "of", "the", "day"})) {
        return Length{RestOfDay{}};
    }
    if (at >= words.size()) return std::optional<Length>{};
    if (words[at].size() > 1 && words[at].front() == 'p' &&
        (words[at][1] == 't' || std::isdigit(static_cast<unsigned char>(words[at][1])) != 0)) {
        return iso_duration(words[at++]);
    }
    Span span;
    int rank = -1;
    bool any = false;
    while (at < words.size()) {
        const auto used = take_terms(words, at, span, rank);
        if (!used) return tl::unexpected(used.error());
        if (*used == 0) break;
        at += *used;
        any = true;
    }
    if (!any) return std::optional<Length>{};
    return checked(span);
}

}  // namespace dibs::time_phrase

namespace dibs {

Result<Duration> parse_duration(std::string_view text) {
    using namespace time_phrase;
    const auto cut = split_words(text);
    if (!cut) return tl::unexpected(cut.error());
    std::size_t at = 0;
    const auto length = parse_length(cut->words, at);
    if (!length) return tl::unexpected(length.error());
    if (!length->has_value() || at != cut->words.size() || !cut->zone.empty()) {
        return unreadable(
            "Cannot read this as a length of time. Write, for example, 4h, '1d 12h' "
            "or PT90M.");
    }
    const auto* span = std::get_if<Span>(&**length);
    if (span == nullptr) return unreadable("Here a length needs hours or days: 4h, 2d.");
    return std::chrono::days{span->days} + span->exact;
}

}  // namespace dibs
