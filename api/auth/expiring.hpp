// Texts that we hand out and want back once: random, with their own end, and signed with the
// installation's key together with whom they are for. Nothing is kept for who never comes back, so
// nobody can fill anything up, and any node takes what another one made. What came back is
// remembered until it would have expired, and does not come back again.
#pragma once

#include "domain/kernel/time.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::auth {

// Keyed with what only this installation has (Service::keyed_digest).
using Sign = std::function<std::string(std::string_view)>;

// RANDOM.SECONDS.SIGNATURE. `bound_to`: what it is for, and for whom; no other text begins alike.
[[nodiscard]] std::string make_expiring(const Sign& sign, std::string_view bound_to,
                                        Instant expires);
// When it ends. Nothing: not one of ours, not for these, or over.
[[nodiscard]] std::optional<Instant> end_of(const Sign& sign, std::string_view bound_to,
                                            std::string_view text, Instant now);

// Of one thread.
class Once {
  public:
    // False: it was there before, or too many were there lately.
    [[nodiscard]] bool add(std::string_view text, Instant expires, Instant now);

  private:
    static constexpr std::size_t most = 50'000;
    std::map<std::string, Instant, std::less<>> until_;
    Instant next_look_{};
};

}  // namespace dibs::auth
