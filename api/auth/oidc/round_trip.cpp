// The state is signed together with the browser's secret. Nonce and verifier are signatures over
// the state, each with its own purpose.
#include "api/auth/oidc/round_trip.hpp"

#include "api/auth/oidc/jws.hpp"

#include <sodium.h>

namespace dibs::auth::oidc {
namespace {

std::string purpose(std::string_view what, std::string_view browser) {
    std::string all("sign-in elsewhere: ");
    return all.append(what).append("\n").append(browser);
}

std::string signed_for(const Sign& sign, std::string_view what, std::string_view browser,
                       std::string_view text) {
    return sign(purpose(what, browser).append("\n").append(text));
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

}  // namespace

std::string RoundTrip::challenge() const {
    std::string hash(crypto_hash_sha256_BYTES, '\0');
    crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                       reinterpret_cast<const unsigned char*>(verifier.data()), verifier.size());
    return to_base64url(hash);
}

RoundTrip begin_round_trip(const Sign& sign, std::string_view browser, Instant now) {
    const auto expires = now + longest_round_trip;
    return trip_of(sign, browser, make_expiring(sign, purpose("state", browser), expires), expires);
}

std::optional<RoundTrip> end_round_trip(const Sign& sign, std::string_view browser,
                                        std::string_view state, Instant now) {
    if (browser.empty()) return std::nullopt;
    const auto expires = end_of(sign, purpose("state", browser), state, now);
    if (!expires) return std::nullopt;
    return trip_of(sign, browser, std::string(state), *expires);
}

}  // namespace dibs::auth::oidc
