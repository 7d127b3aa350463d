// Goes from hour to hour and starts a row where the day, week or month changes.
#include "api/routes/usage/usage_periods.hpp"

namespace dibs::routes {
namespace {

using std::chrono::days;
using std::chrono::hours;
using views::UsageBy;
using views::UsagePeriods;
using LocalDay = std::chrono::local_days;

constexpr std::int64_t hours_of_day = 24;
constexpr std::int64_t hours_of_week = 7 * hours_of_day;

struct Span {  // on the zone's own clock
    LocalDay from, until;
    friend bool operator==(const Span&, const Span&) = default;
};

Span span_of(UsageBy by, LocalTime t) {
    const auto day = std::chrono::floor<days>(t);
    if (by == UsageBy::week) {
        const auto monday = day - (std::chrono::weekday{day} - std::chrono::Monday);
        return {monday, monday + days{7}};
    }
    if (by == UsageBy::month) {
        const std::chrono::year_month_day date{day};
        const auto month = date.year() / date.month();
        return {LocalDay{month / 1}, LocalDay{(month + std::chrono::months{1}) / 1}};
    }
    return {day, day + days{1}};
}

UsagePeriods by_hour_of_week(std::int64_t count, const Interval& window, const Zone& zone) {
    UsagePeriods periods;
    for (std::int64_t i = 0; i < hours_of_week; ++i) {
        periods.rows.push_back({{}, 1 + i / hours_of_day, i % hours_of_day});
    }
    for (std::int64_t i = 0; i < count; ++i) {
        const auto local = zone.to_local(window.from + i * hours{1});
        const auto day = std::chrono::floor<days>(local);
        const auto weekday = (std::chrono::weekday{day} - std::chrono::Monday).count();
        const auto hour = std::chrono::floor<hours>(local - day).count();
        periods.of_hour.push_back(static_cast<std::uint32_t>(weekday * hours_of_day + hour));
    }
    return periods;
}

}  // namespace

Result<UsagePeriods> periods_of(UsageBy by, const Interval& window, const Zone& zone) {
    UsagePeriods periods;
    if (!views::is_period(by)) return periods;
    const auto count = (window.length() + hours{1} - Duration{1}) / hours{1};
    if (by == UsageBy::hour_of_week) return by_hour_of_week(count, window, zone);
    std::optional<Span> last;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto start = window.from + i * hours{1};
        if (by == UsageBy::hour) {
            periods.rows.push_back({Interval{start, start + hours{1}}, {}, {}});
        } else if (const auto span = span_of(by, zone.to_local(start)); span != last) {
            last = span;
            const auto at = [&](LocalDay day) { return zone.from_local(LocalTime{day}).first.at; };
            periods.rows.push_back({Interval{at(span.from), at(span.until)}, {}, {}});
        }
        if (periods.rows.size() > views::most_report_rows) {
            return refuse(Code::out_of_range, "by",
                          "That is more than 10,000 rows: ask for less time or longer periods.");
        }
        periods.of_hour.push_back(static_cast<std::uint32_t>(periods.rows.size() - 1));
    }
    return periods;
}

}  // namespace dibs::routes
