// Rounds down on entry, so that memory holds no finer time.
#include "api/auth/last_use.hpp"

#include <algorithm>

namespace dibs::auth {

void LastUse::record(SessionId session, Instant now) {
    const auto since = now.time_since_epoch();
    const Instant rounded{since - since % step};
    const auto [place, fresh] = at_.try_emplace(session, rounded);
    if (!fresh) {
        place->second = rounded;
        return;
    }
    if (at_.size() <= most) return;
    const auto earlier = [](const auto& a, const auto& b) { return a.second < b.second; };
    at_.erase(std::min_element(at_.begin(), at_.end(), earlier));
}

std::optional<Instant> LastUse::of(SessionId session) const {
    const auto found = at_.find(session);
    if (found == at_.end()) return std::nullopt;
    return found->second;
}

}  // namespace dibs::auth
