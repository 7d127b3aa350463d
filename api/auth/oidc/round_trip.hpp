// What a sign-in takes along to the provider and has to bring back. All of it follows from a secret
// in a cookie of the browser and the installation's key, so that nothing is kept for who never
// comes back, and nobody else's browser can finish it. What came back once is remembered until it
// would have expired, and does not come back again.
#pragma once

#include "domain/time.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth::oidc {

inline constexpr Duration longest_round_trip = std::chrono::minutes{10};

using Sign = std::function<std::string(std::string_view)>;

struct RoundTrip {
    std::string state;     // through the provider and back
    std::string nonce;     // into the ID token
    std::string verifier;  // with the code, from us alone (RFC 7636)
    Instant expires{};

    [[nodiscard]] std::string challenge() const;  // of the verifier, S256
};

// `browser`: the secret in its cookie.
[[nodiscard]] RoundTrip begin_round_trip(const Sign& sign, std::string_view browser, Instant now);
// Nothing: not one of ours, not of this browser, or too long ago.
[[nodiscard]] std::optional<RoundTrip> end_round_trip(const Sign& sign, std::string_view browser,
                                                      std::string_view state, Instant now);

// Of one thread.
class Finished {
  public:
    // False: it was there before, or too many were there lately.
    [[nodiscard]] bool add(const RoundTrip& trip, Instant now);

  private:
    static constexpr std::size_t most = 50'000;
    std::map<std::string, Instant, std::less<>> until_;
    Instant next_look_{};
};

}  // namespace dibs::auth::oidc
