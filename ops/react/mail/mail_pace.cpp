// Stores the time of each letter of the last hour. Times in the future (the clock was set back)
// count as now, so no letter waits longer than an hour.
#include "ops/react/mail/mail_pace.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace dibs::mail {
namespace {

constexpr std::chrono::hours window{1};

struct Line {
    Instant at;
    std::string person;
    bool ahead = false;
    friend bool operator<(const Line& a, const Line& b) {
        return std::tie(a.at, a.person, a.ahead) < std::tie(b.at, b.person, b.ahead);
    }
};

std::optional<Line> parse_line(std::string_view text) {
    std::int64_t ms = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ms);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const bool ahead = text.starts_with('!');
    if (ahead) text.remove_prefix(1);
    if (text.size() < 2 || text.front() != ' ') return std::nullopt;
    return Line{from_unix_ms(ms), std::string(text.substr(1)), ahead};
}

}  // namespace

MailPace::MailPace(PaceLimits limits, std::string_view text) : limits_(limits) {
    std::vector<Line> lines;
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(text.size(), line.size() + 1));
        if (auto letter = parse_line(line)) lines.push_back(*std::move(letter));
    }
    std::sort(lines.begin(), lines.end());
    for (const auto& [at, person, ahead] : lines) {
        auto& its = people_[person];
        site_.push_back(at);
        its.all.push_back(at);
        if (!ahead) continue;
        ahead_.push_back(at);
        its.ahead.push_back(at);
    }
}

Instant MailPace::free_at(const Times& times, std::size_t most, Instant now) {
    const auto counts = [&](Instant at) { return std::min(at, now) + window > now; };
    const auto first = std::find_if(times.begin(), times.end(), counts);
    const auto lately = static_cast<std::size_t>(times.end() - first);
    if (lately < most) return now;
    // The moment when all but `most` - 1 of them are an hour old.
    return std::min(times[times.size() - most], now) + window;
}

const MailPace::Letters* MailPace::letters_to(const std::string& person) const {
    const auto found = people_.find(person);
    return found == people_.end() ? nullptr : &found->second;
}

Instant MailPace::usual_at(const Letters* of_person, Instant now) const {
    const auto site = free_at(site_, limits_.per_site_hour, now);
    if (of_person == nullptr) return site;
    return std::max(site, free_at(of_person->all, limits_.per_person_hour, now));
}

Instant MailPace::ahead_at(const Letters* of_person, Instant now) const {
    const auto site = free_at(ahead_, limits_.per_site_hour, now);
    if (of_person == nullptr || of_person->ahead.empty()) return site;
    const auto next = std::min(of_person->ahead.back(), now) + between_urgent;
    return std::max<Instant>({site, next, now});
}

Instant MailPace::free_at(const std::string& person, Instant now, Priority priority) const {
    const auto* its = letters_to(person);
    const auto usual = usual_at(its, now);
    return priority == Priority::usual ? usual : std::min(usual, ahead_at(its, now));
}

void MailPace::note_sent(const std::string& person, Instant now, Priority priority) {
    const bool ahead = priority == Priority::urgent && usual_at(letters_to(person), now) > now;
    forget(now);
    auto& its = people_[person];
    site_.push_back(now);
    its.all.push_back(now);
    if (!ahead) return;
    ahead_.push_back(now);
    its.ahead.push_back(now);
}

void MailPace::forget(Instant now) {
    const auto shorten = [&](Times& times) {
        for (auto& at : times) at = std::min(at, now);
        while (!times.empty() && times.front() + window <= now) times.pop_front();
        return times.empty();
    };
    shorten(site_);
    shorten(ahead_);
    for (auto it = people_.begin(); it != people_.end();) {
        shorten(it->second.ahead);
        it = shorten(it->second.all) ? people_.erase(it) : std::next(it);
    }
}

std::string MailPace::text() const {
    std::string text;
    for (const auto& [person, its] : people_) {
        auto next = its.ahead.begin();
        for (const auto at : its.all) {
            const bool ahead = next != its.ahead.end() && *next == at;
            if (ahead) ++next;
            text += std::to_string(unix_ms(at)) + (ahead ? "! " : " ") + person + '\n';
        }
    }
    return text;
}

}  // namespace dibs::mail
