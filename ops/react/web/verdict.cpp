// A receiver may ask for a limited pause.
#include "ops/react/web/verdict.hpp"

#include "domain/log/record.hpp"

#include <algorithm>
#include <charconv>

#include <curl/curl.h>

namespace dibs::web {
namespace {

constexpr std::chrono::hours longest_pause{1};

// An answer may repeat the request or the receiver's own address, which are private. A word like
// no_service names the problem and nothing else.
bool is_word(std::string_view text) {
    constexpr std::size_t longest = 40;
    return !text.empty() && text.size() <= longest &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
}

std::string words_of(const Answer& answer) {
    if (answer.status == 0) return answer.why;
    auto words = "it answers " + std::to_string(answer.status);
    if (answer.status >= 300 && answer.status < 400) {
        return words + ", a redirect, which is not followed";
    }
    return is_word(answer.body) ? words + ": " + answer.body : words;
}

}  // namespace

std::optional<Instant> retry_at(std::string_view text, Instant now) {
    std::int64_t seconds = 0;
    const auto* last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, seconds);
    if (error == std::errc{} && end == last && seconds >= 0) {
        constexpr std::int64_t most = 31'536'000;
        return now + std::chrono::seconds{std::min(seconds, most)};
    }
    if (text.empty() || text.find('\0') != std::string_view::npos) return std::nullopt;
    const auto date = curl_getdate(std::string(text).c_str(), nullptr);
    if (date < 0) return std::nullopt;
    return Instant{std::chrono::seconds{date}};
}

EffectEnd verdict(const Answer& answer, Instant happened, Instant now) {
    if (answer.interrupted) return {.interrupted = true};
    if (answer.status >= 200 && answer.status < 300) return {.good = true};
    const auto words = words_of(answer);
    if (answer.status == 410) {
        return {.detail = words + " (gone: it wants to hear no more)", .for_good = true};
    }
    const bool patience = answer.status == 429 || answer.status == 503;
    if (patience && now < happened + most_patience) {
        if (const auto at = retry_at(answer.retry_after, now)) {
            return {.postponed = std::clamp<Instant>(*at, now, now + longest_pause)};
        }
    }
    return {.detail = words};
}

Instant happened_at(const Effect& effect) {
    const auto view = parse_record(effect.record);
    return view ? view->at : Instant{};
}

}  // namespace dibs::web
