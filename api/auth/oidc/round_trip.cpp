// A state is RANDOM.SECONDS.SIGNATURE, signed together with the browser's secret; nonce and
// verifier are signatures over it that say what they are for.
#include "api/auth/oidc/round_trip.hpp"

#include "api/auth/oidc/jws.hpp"
#include "ingest/fresh_id.hpp"

#include <charconv>

#include <sodium.h>

namespace dibs::auth::oidc {
namespace {

using std::chrono::seconds;

constexpr std::size_t random_size = 26;  // 130 bits in base32

std::string signed_for(const Sign& sign, std::string_view what, std::string_view browser,
                       std::string_view text) {
    std::string all("sign-in elsewhere: ");
    return sign(all.append(what).append("\n").append(browser).append("\n").append(text));
}

RoundTrip trip_of(const Sign& sign, std::string_view browser, std::string state, Instant expires) {
    RoundTrip trip;
    trip.nonce = signed_for(sign, "nonce", browser, state);
    trip.verifier = signed_for(sign, "verifier 1", browser, state) +
                    signed_for(sign, "verifier 2", browser, state);
    trip.state = std::move(state);
    trip.expires = expires;
    return trip;
}

bool same(std::string_view a, std::string_view b) {
    return a.size() == b.size() && sodium_memcmp(a.data(), b.data(), a.size()) == 0;
}

}  // namespace

std::string RoundTrip::challenge() const {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<const unsigned char*>(verifier.data()), verifier.size());
    return to_base64url(hash);
}

RoundTrip begin_round_trip(const Sign& sign, std::string_view browser, Instant now) {
    const auto expires = now + longest_round_trip;
    const auto at = std::chrono::duration_cast<seconds>(expires.time_since_epoch()).count();
    auto text = fresh_secret().substr(0, random_size) + '.' + std::to_string(at);
    const auto signature = signed_for(sign, "state", browser, text);
    return trip_of(sign, browser, std::move(text) + '.' + signature, expires);
}

std::optional<RoundTrip> end_round_trip(const Sign& sign, std::string_view browser,
                                        std::string_view state, Instant now) {
    const auto end = state.rfind('.');
    if (browser.empty() || end == state.npos || end <= random_size + 1) return std::nullopt;
    const auto text = state.substr(0, end);
    if (!same(state.substr(end + 1), signed_for(sign, "state", browser, text))) {
        return std::nullopt;
    }
    std::int64_t at = 0;
    const auto digits = text.substr(random_size + 1);
    std::from_chars(digits.data(), digits.data() + digits.size(), at);
    const Instant expires{seconds{at}};
    if (expires <= now) return std::nullopt;
    return trip_of(sign, browser, std::string(state), expires);
}

bool Finished::add(const RoundTrip& trip, Instant now) {
    if (now >= next_look_) {
        std::erase_if(until_, [&](const auto& entry) { return entry.second <= now; });
        next_look_ = now + std::chrono::minutes{1};
    }
    return until_.size() < most && until_.emplace(trip.state, trip.expires).second;
}

}  // namespace dibs::auth::oidc
