// The last use of each session, to five minutes. Kept in this process only and not in the log,
// because a read-only request must not become a fact. After a start a session has no entry until
// its next use. The loop's thread owns it.
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
    static constexpr std::size_t most = 10'000;  // above this the oldest entry is dropped

    void record(SessionId session, Instant now);
    // The start of the step of the last use.
    [[nodiscard]] std::optional<Instant> of(SessionId session) const;

  private:
    std::map<SessionId, Instant> at_;
};

}  // namespace dibs::auth
