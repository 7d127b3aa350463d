// When a session was last used, to five minutes. Kept in this process alone and not in the log:
// a request that only looks must not become a fact. So after a start nothing is known until a
// session is used again. The loop's thread owns it.
#pragma once

#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <cstddef>
#include <map>
#include <optional>

namespace dibs::auth {

class LastUse {
  public:
    static constexpr Duration step = std::chrono::minutes{5};
    static constexpr std::size_t most = 10'000;  // beyond: what was used longest ago is forgotten

    void saw(SessionId session, Instant now);
    // The begin of the step in which it was used.
    [[nodiscard]] std::optional<Instant> of(SessionId session) const;

  private:
    std::map<SessionId, Instant> at_;
};

}  // namespace dibs::auth
