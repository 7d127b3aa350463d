// The steps in order: words, shape, calendar, echo.
#include "api/time/time_phrase.hpp"

#include "api/time/time_resolve.hpp"
#include "api/time/time_syntax.hpp"
#include "api/time/time_words.hpp"
#include "api/time/time_zone.hpp"

#include <algorithm>

namespace dibs {
namespace {

using time_phrase::Words;

std::vector<std::string> markers_of(const Zone& zone, Instant now) {
    auto names = zone.abbreviations_near(now);
    for (auto& name : names) {
        for (char& c : name) {
            if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return names;
}

// "9:00 UTC" where the zone does not call itself so: then UTC is the zone meant.
bool take_utc(Words& cut, const std::vector<std::string>& markers) {
    const auto is_utc = [&](const std::string& word) {
        return (word == "utc" || word == "gmt" || word == "z") &&
               std::find(markers.begin(), markers.end(), word) == markers.end();
    };
    return std::erase_if(cut.words, is_utc) > 0;
}

Result<Zone> zone_of(const Words& cut, std::string_view zone) {
    auto found = Zone::find(cut.zone.empty() ? zone : cut.zone);
    if (!found && !cut.zone.empty()) found.error().field = "text";
    return found;
}

}  // namespace

Result<TimePhrase> parse_time_phrase(std::string_view text, std::string_view zone, Instant now) {
    auto cut = time_phrase::split_words(text);
    if (!cut) return tl::unexpected(cut.error());
    auto where = zone_of(*cut, zone);
    if (!where) return tl::unexpected(where.error());
    if (take_utc(*cut, markers_of(*where, now))) where = Zone::find("UTC");
    if (!where) return tl::unexpected(where.error());
    const auto phrase = time_phrase::parse_phrase(cut->words, markers_of(*where, now));
    if (!phrase) return tl::unexpected(phrase.error());
    const auto found = time_phrase::resolve(*phrase, *where, now);
    if (!found) return tl::unexpected(found.error());
    TimePhrase result{found->from, found->until, where->name(), {}, found->note};
    auto echo = found->until ? format_interval({found->from, *found->until}, result.zone, now)
                             : format_moment(found->from, result.zone, now);
    if (!echo) return tl::unexpected(echo.error());
    result.echo = std::move(*echo);
    return result;
}

}  // namespace dibs
