// Adapter over date::time_zone. The library throws for an unknown name; this file catches it.
#include "api/time/time_zone.hpp"

#include "api/time/zone_links.hpp"

#include <algorithm>
#include <stdexcept>

#include <date/tz.h>

namespace dibs {
namespace {

date::local_time<Duration> as_date(LocalTime t) {
    return date::local_time<Duration>{t.time_since_epoch()};
}

Zone::Reading reading(LocalTime t, const date::sys_info& info) {
    const auto offset = std::chrono::duration_cast<Duration>(info.offset);
    return {Instant{t.time_since_epoch() - offset}, info.abbrev, offset};
}

bool plausible(std::string_view name) {
    constexpr std::size_t longest_name = 64;
    return !name.empty() && name.size() <= longest_name &&
           std::all_of(name.begin(), name.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '/' || c == '_' || c == '-' || c == '+';
           });
}

// Null: not in the database.
const date::time_zone* zone_called(std::string_view name) {
    try {
        return date::locate_zone(std::string(name));
    } catch (const std::runtime_error&) {
        return nullptr;
    }
}

// By the other of two names, where this database has only one of them.
const date::time_zone* zone_by_link(std::string_view name) {
    for (const auto& link : zone_links) {
        if (link.old_name != name && link.name != name) continue;
        if (const auto* zone = zone_called(link.old_name == name ? link.name : link.old_name)) {
            return zone;
        }
    }
    return nullptr;
}

}  // namespace

Result<Zone> Zone::find(std::string_view name) {
    const auto* zone = plausible(name) ? zone_called(name) : nullptr;
    if (!zone) zone = zone_by_link(name);
    if (zone) return Zone(zone, std::string(name));
    return refuse(Code::unknown_zone, "zone",
                  "There is no such time zone. Use a name of the tz database, as Europe/Warsaw.");
}

LocalTime Zone::to_local(Instant t) const {
    return LocalTime{t.time_since_epoch() + read(t).offset};
}

Zone::Reading Zone::read(Instant t) const {
    const auto info = zone_->get_info(t);
    return {t, info.abbrev, std::chrono::duration_cast<Duration>(info.offset)};
}

Zone::Readings Zone::from_local(LocalTime t) const {
    const auto info = zone_->get_info(as_date(t));
    Readings readings{Readings::Kind::unique, reading(t, info.first), {}};
    if (info.result == date::local_info::nonexistent) {
        readings.kind = Readings::Kind::gap;
        readings.jump = Instant{info.first.end.time_since_epoch()};
    }
    if (info.result == date::local_info::ambiguous) {
        readings.kind = Readings::Kind::overlap;
        readings.second = reading(t, info.second);
    }
    return readings;
}

std::vector<std::string> Zone::abbreviations_near(Instant t) const {
    constexpr std::chrono::days reach{3 * 366};
    constexpr int most_changes = 64;
    std::vector<std::string> names;
    auto at = std::chrono::floor<std::chrono::seconds>(t - reach);
    for (int i = 0; i < most_changes && at < t + reach; ++i) {
        const auto info = zone_->get_info(at);
        if (std::find(names.begin(), names.end(), info.abbrev) == names.end()) {
            names.push_back(info.abbrev);
        }
        at = info.end;
    }
    return names;
}

}  // namespace dibs
