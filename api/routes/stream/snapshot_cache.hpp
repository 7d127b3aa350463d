// The last snapshots, for further clients that ask for the same within a second. One thread.
#pragma once

#include "api/ws/hub.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <chrono>
#include <cstddef>
#include <string>
#include <unordered_map>

namespace dibs::routes {

class SnapshotCache {
  public:
    // The frame of this topic of the hub, from `make` unless one of the position and the last
    // second is there. Frames that cannot be used any more are dropped when one is made.
    template <class Make>
    [[nodiscard]] ws::Frame get(const std::string& topic, Position position, Instant now,
                                const Make& make) {
        const auto is_current = [&](const Kept& kept) {
            return kept.position == position && now - kept.at < std::chrono::seconds{1};
        };
        const auto found = kept_.find(topic);
        if (found != kept_.end() && is_current(found->second)) return found->second.frame;
        std::erase_if(kept_, [&](const auto& one) { return !is_current(one.second); });
        return kept_.insert_or_assign(topic, Kept{position, now, make()}).first->second.frame;
    }
    [[nodiscard]] std::size_t size() const { return kept_.size(); }

  private:
    struct Kept {
        Position position = 0;
        Instant at;
        ws::Frame frame;
    };
    std::unordered_map<std::string, Kept> kept_;
};

}  // namespace dibs::routes
