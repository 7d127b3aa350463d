// Durations in one word: "4h", "1d12h", "1h30", "1.5h", "90s", PT8H; and parse_duration.
#include "api/time/time_grammar.hpp"
#include "api/time/time_lexicon.hpp"
#include "api/time/time_numbers.hpp"
#include "api/time/time_phrase.hpp"
#include "api/time/time_text.hpp"
#include "domain/kernel/text.hpp"

namespace dibs::time_phrase {
namespace {

using std::chrono::days;
using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

// "4", "1.5", "1.25" in hundredths.
std::optional<int> hundredths(std::string_view text) {
    const auto dot = text.find('.');
    const auto whole = number(text.substr(0, dot));
    if (!whole) return std::nullopt;
    if (dot == std::string_view::npos) return *whole * 100;
    const auto decimals = text.substr(dot + 1);
    const auto value = number(decimals, 1, 2);
    if (!value) return std::nullopt;
    return *whole * 100 + (decimals.size() == 1 ? *value * 10 : *value);
}

std::optional<Unit> unit_named(std::string_view letters) {
    if (letters == "w") return Unit::week;  // alone, "w" is the Polish "on"
    const auto* entry = find_entry(letters);
    if (entry == nullptr || entry->kind != Kind::unit) return std::nullopt;
    return static_cast<Unit>(entry->value);
}

// P1W, P1DT2H30M, PT1.5H (in lower case).
Result<std::optional<Span>> iso_duration(std::string_view word) {
    Span span;
    int last = -1;
    bool clock = false;
    bool any = false;
    std::string_view rest = word.substr(1);
    while (!rest.empty()) {
        if (rest.front() == 't' && !clock) {
            clock = true;
            any = false;
            rest.remove_prefix(1);
            continue;
        }
        const auto digits = rest.find_first_not_of("0123456789.");
        if (digits == 0 || digits == std::string_view::npos) break;
        const char letter = rest[digits];
        if (!clock && (letter == 'y' || letter == 'm')) {
            return unreadable("Months and years differ in length; write weeks or days.");
        }
        const auto unit = unit_named(rest.substr(digits, 1));
        const auto amount = hundredths(rest.substr(0, digits));
        const bool of_clock = unit >= Unit::hour;
        if (!unit || !amount || of_clock != clock || static_cast<int>(*unit) <= last ||
            !add_units(span, *amount, *unit)) {
            break;
        }
        last = static_cast<int>(*unit);
        rest.remove_prefix(digits + 1);
        any = true;
    }
    if (!rest.empty() || !any) {
        return unreadable(
            "This is not an ISO 8601 duration in weeks, days, hours, minutes and seconds.");
    }
    return span;
}

}  // namespace

bool add_units(Span& span, int hundredths, Unit unit) {
    const bool whole = hundredths % 100 == 0;
    switch (unit) {
        case Unit::month:
            return false;
        case Unit::week:
            span.days += 7 * (hundredths / 100);
            return whole;
        case Unit::day:
            span.days += hundredths / 100;
            return whole;
        case Unit::hour:
            span.exact += seconds{36} * hundredths;
            return true;
        case Unit::minute:
            span.exact += minutes{hundredths / 100};
            return whole;
        case Unit::second:
            span.exact += seconds{hundredths / 100};
            return whole;
    }
    return false;
}

Result<std::optional<Span>> glued_length(std::string_view word) {
    if (word.size() > 1 && word.front() == 'p' && (word[1] == 't' || is_decimal_digit(word[1]))) {
        return iso_duration(word);
    }
    Span span;
    int last = -1;
    while (!word.empty()) {
        const auto digits = word.find_first_not_of("0123456789.");
        if (digits == std::string_view::npos && last == static_cast<int>(Unit::hour)) {
            const auto rest = number(word, 2, 2);  // "1h30"
            if (!rest || *rest > 59) return std::optional<Span>{};
            span.exact += minutes{*rest};
            return span;
        }
        if (digits == 0 || digits == std::string_view::npos) return std::optional<Span>{};
        const auto letters = std::min(word.find_first_of("0123456789.", digits), word.size());
        const auto unit = unit_named(word.substr(digits, letters - digits));
        const auto amount = hundredths(word.substr(0, digits));
        if (!unit || !amount || *unit == Unit::month) return std::optional<Span>{};
        if (static_cast<int>(*unit) <= last || !add_units(span, *amount, *unit)) {
            return unreadable(
                "Write a length as weeks, days, hours, minutes, seconds: '1d 4h', '90min'.");
        }
        last = static_cast<int>(*unit);
        word.remove_prefix(letters);
    }
    return last < 0 ? std::optional<Span>{} : std::optional(span);
}

}  // namespace dibs::time_phrase

namespace dibs {

Result<Duration> parse_duration(std::string_view text) {
    using namespace time_phrase;
    const auto cut = read_tokens(text, {});
    if (!cut) return tl::unexpected(cut.error());
    const auto span = parse_length(cut->tokens);
    if (!span) return tl::unexpected(span.error());
    if (!cut->zone.empty()) return unreadable("A length of time has no zone.");
    return std::chrono::days{span->days} + span->exact;
}

}  // namespace dibs
