// Signed one-time texts: random, with an expiry, and signed with the installation's key together
// with their recipient. The server stores nothing for a text until it comes back, so unused texts
// take no memory. Any node accepts the text of another node. A returned text is remembered until it
// expires and is rejected the second time.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

// Keyed with a secret of this installation (Service::keyed_digest).
using Sign = std::function<std::string(std::string_view)>;

// RANDOM.SECONDS.SIGNATURE. `bound_to`: purpose and recipient; no other signed text has this
// prefix.
[[nodiscard]] std::string make_expiring(const Sign& sign, std::string_view bound_to,
                                        Instant expires);
// The expiry. Empty: the signature does not match, `bound_to` differs, or the text has expired.
[[nodiscard]] std::optional<Instant> end_of(const Sign& sign, std::string_view bound_to,
                                            std::string_view text, Instant now);

// Single thread.
class UsedTexts {
  public:
    // False: the text was used before, or too many texts are remembered.
    [[nodiscard]] bool add(std::string_view text, Instant expires, Instant now);

  private:
    static constexpr std::size_t most = 50'000;
    std::map<std::string, Instant, std::less<>> until_;
    Instant next_look_{};
};

}  // namespace dibs::auth
