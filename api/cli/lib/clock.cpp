// Renders by the C library, which knows the system's zones.
#include "api/cli/lib/clock.hpp"

#include "api/cli/lib/failure.hpp"

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>

namespace dibs::cli {
namespace {

constexpr std::int64_t minute_ms = 60'000;
constexpr std::int64_t hour_ms = 60 * minute_ms;
constexpr std::int64_t day_ms = 24 * hour_ms;

std::tm local(std::int64_t unix_ms) {
    const auto seconds = static_cast<std::time_t>(unix_ms / 1000);
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    return parts;
}

std::string format(const std::tm& parts, const char* how) {
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), how, &parts)};
}

std::string day_text(const std::tm& parts, const std::tm& base) {
    static constexpr const char* weekdays[]{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static constexpr const char* months[]{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    std::string text = std::string(weekdays[parts.tm_wday]) + ' ' + std::to_string(parts.tm_mday) +
                       ' ' + months[parts.tm_mon];
    if (parts.tm_year != base.tm_year) text += ' ' + std::to_string(parts.tm_year + 1900);
    return text;
}

bool same_day(const std::tm& a, const std::tm& b) {
    return a.tm_year == b.tm_year && a.tm_yday == b.tm_yday;
}

}  // namespace

std::optional<std::int64_t> parse_utc(std::string_view text) {
    std::tm parts{};
    int milli = 0;
    int used = 0;
    const std::string copy(text);
    const int read =
        std::sscanf(copy.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3dZ%n", &parts.tm_year, &parts.tm_mon,
                    &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &milli, &used);
    constexpr int members = 7;
    if (read != members || used != static_cast<int>(copy.size())) return std::nullopt;
    parts.tm_year -= 1900;
    parts.tm_mon -= 1;
    return static_cast<std::int64_t>(::timegm(&parts)) * 1000 + milli;
}

std::string utc_text(std::int64_t unix_ms) {
    const auto seconds = static_cast<std::time_t>(unix_ms / 1000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 8> milli{};
    (void)std::snprintf(milli.data(), milli.size(), ".%03dZ", static_cast<int>(unix_ms % 1000));
    return format(parts, "%Y-%m-%dT%H:%M:%S") + milli.data();
}

std::int64_t now_ms() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

std::string zone_of_this_machine() {
    const char* tz = std::getenv("TZ");
    if (tz != nullptr && *tz != '\0') {
        const std::string_view name = *tz == ':' ? tz + 1 : tz;
        if (name.find('/') != std::string_view::npos && name.front() != '/')
            return std::string(name);
        if (name == "UTC") return "UTC";
    }
    std::string name;
    if (std::ifstream file("/etc/timezone"); std::getline(file, name) && !name.empty()) return name;
    std::error_code error;
    const auto link = std::filesystem::read_symlink("/etc/localtime", error).string();
    constexpr std::string_view folder = "/zoneinfo/";
    const auto at = link.find(folder);
    return error || at == std::string::npos ? "UTC" : link.substr(at + folder.size());
}

std::string known_zone(const std::string& name) {
    if (name == "UTC") return name;
    const char* set = std::getenv("TZDIR");
    const std::filesystem::path folder = set != nullptr ? set : "/usr/share/zoneinfo";
    std::array<char, 4> magic{};
    const bool inside = !name.starts_with('/') && name.find("..") == std::string::npos;
    std::error_code error;
    if (inside && std::filesystem::is_regular_file(folder / name, error)) {
        std::ifstream(folder / name).read(magic.data(), magic.size());
    }
    if (std::string_view(magic.data(), magic.size()) == "TZif") return name;
    throw Failure(Exit::usage, "'" + name + "' is no time zone that " + folder.string() + " has.",
                  "Name one as Europe/Warsaw, with --zone, DIBS_ZONE or TZ.");
}

ZoneClock::ZoneClock(std::string zone, std::int64_t now) : zone_(std::move(zone)), now_(now) {
    ::setenv("TZ", zone_.c_str(), 1);
    ::tzset();
}

std::string ZoneClock::moment(std::string_view utc) const {
    const auto at = parse_utc(utc);
    if (!at) return std::string(utc);
    const auto parts = local(*at);
    const auto today = local(now_);
    if (same_day(parts, today)) return format(parts, "%H:%M");
    const auto ahead = *at - now_;
    if (ahead > 0 && ahead < 6 * day_ms)
        return day_text(parts, today).substr(0, 3) + format(parts, " %H:%M");
    return day_text(parts, today).substr(4) + format(parts, " %H:%M");
}

std::string ZoneClock::day(std::string_view utc) const {
    const auto at = parse_utc(utc);
    return at ? day_text(local(*at), local(now_)) : std::string(utc);
}

std::string ZoneClock::interval(std::string_view from, std::string_view until) const {
    const auto begin = parse_utc(from);
    const auto end = parse_utc(until);
    if (!begin || !end) return std::string(from) + '/' + std::string(until);
    const auto first = local(*begin);
    const auto last = local(*end);
    const auto zone = format(last, "%Z");
    const auto start = day_text(first, local(now_)) + format(first, " %H:%M");
    if (same_day(first, last) && format(first, "%Z") == zone) {
        return start + '-' + format(last, "%H:%M ") + zone;
    }
    const auto mark = format(first, "%Z") == zone ? "" : format(first, " %Z");
    return start + mark + " - " + day_text(last, first) + format(last, " %H:%M ") + zone;
}

std::string ZoneClock::abbreviation() const {
    return format(local(now_), "%Z");
}

std::string ZoneClock::distance(std::string_view utc) const {
    const auto at = parse_utc(utc);
    if (!at) return {};
    const auto ahead = *at - now_;
    if (ahead > -minute_ms && ahead < minute_ms) return "now";
    return ahead > 0 ? "in " + length_text(ahead) : length_text(-ahead) + " ago";
}

std::string length_text(std::int64_t ms) {
    const auto days = ms / day_ms;
    const auto hours = ms % day_ms / hour_ms;
    const auto minutes = ms % hour_ms / minute_ms;
    std::string text;
    if (days > 0) text += std::to_string(days) + "d ";
    if (hours > 0) text += std::to_string(hours) + "h ";
    if (days == 0 && minutes > 0) text += std::to_string(minutes) + "min ";
    if (text.empty()) return std::to_string(ms / 1000) + 's';
    text.pop_back();
    return text;
}

}  // namespace dibs::cli
