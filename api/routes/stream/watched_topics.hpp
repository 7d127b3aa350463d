// The topics that any client watches. A client's topics are set before its snapshot is read, and
// all are read after a commit, so no change falls in between. Any thread.
#pragma once

#include "api/routes/stream/topics.hpp"

#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <vector>

namespace dibs::routes {

class WatchedTopics {
  public:
    // One client watches these now; `before`: what it watched until now.
    void replace(const std::set<Topic>& before, const std::set<Topic>& now) {
        const std::scoped_lock lock(mutex_);
        for (const auto& topic : now) ++clients_[topic];
        for (const auto& topic : before) {
            const auto found = clients_.find(topic);
            if (--found->second == 0) clients_.erase(found);
        }
    }
    // Those of the kinds that suit, each once, by name.
    template <class Suits>
    [[nodiscard]] std::vector<Topic> of_kinds(const Suits& suits) const {
        const std::scoped_lock lock(mutex_);
        std::vector<Topic> topics;
        for (const auto& [topic, clients] : clients_) {
            if (suits(topic.kind())) topics.push_back(topic);
        }
        return topics;
    }

  private:
    mutable std::mutex mutex_;
    std::map<Topic, std::size_t> clients_;  // how many watch it
};

}  // namespace dibs::routes
