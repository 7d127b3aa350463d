// A moment of each letter of the last hour. A clock that was set back leaves moments in the future:
// those count as now, so that nobody waits longer than an hour.
#include "ops/react/mail/mail_pace.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

namespace dibs::mail {
namespace {

constexpr std::chrono::hours window{1};

}  // namespace

MailPace::MailPace(PaceLimits limits, std::string_view text) : limits_(limits) {
    std::vector<std::pair<Instant, std::string>> letters;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        std::int64_t ms = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), ms);
        const auto digits = static_cast<std::size_t>(end - line.data());
        if (error != std::errc{} || digits + 1 >= line.size() || line[digits] != ' ') continue;
        letters.emplace_back(from_unix_ms(ms), line.substr(digits + 1));
    }
    std::sort(letters.begin(), letters.end());
    for (const auto& [at, person] : letters) {
        site_.push_back(at);
        people_[person].push_back(at);
    }
}

Instant MailPace::free_at(const Times& times, std::size_t most, Instant now) {
    const auto counts = [&](Instant at) { return std::min(at, now) + window > now; };
    const auto first = std::find_if(times.begin(), times.end(), counts);
    const auto lately = static_cast<std::size_t>(times.end() - first);
    if (lately < most) return now;
    // Once all but `most` - 1 of them are an hour old.
    return std::min(times[times.size() - most], now) + window;
}

Instant MailPace::free_at(const std::string& person, Instant now) const {
    const auto site = free_at(site_, limits_.per_site_hour, now);
    const auto found = people_.find(person);
    if (found == people_.end()) return site;
    return std::max(site, free_at(found->second, limits_.per_person_hour, now));
}

void MailPace::note_sent(const std::string& person, Instant now) {
    forget(now);
    site_.push_back(now);
    people_[person].push_back(now);
}

void MailPace::forget(Instant now) {
    const auto shorten = [&](Times& times) {
        for (auto& at : times) at = std::min(at, now);
        while (!times.empty() && times.front() + window <= now) times.pop_front();
        return times.empty();
    };
    shorten(site_);
    for (auto it = people_.begin(); it != people_.end();) {
        it = shorten(it->second) ? people_.erase(it) : std::next(it);
    }
}

std::string MailPace::text() const {
    std::string text;
    for (const auto& [person, times] : people_) {
        for (const auto at : times) text += std::to_string(unix_ms(at)) + ' ' + person + '\n';
    }
    return text;
}

}  // namespace dibs::mail
