// Counts the streams of each person: open ones, and admitted ones that are about to open, so that
// concurrent handshakes cannot exceed the limit. Any thread.
#pragma once

#include "domain/kernel/ids.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace dibs::auth {

class StreamPlaces : public std::enable_shared_from_this<StreamPlaces> {
  public:
    // Takes one of the person's places; it is free again when its last copy is destroyed. Null: all
    // `most` places are taken.
    [[nodiscard]] std::shared_ptr<const void> take(PersonId person, std::size_t most) {
        const std::scoped_lock lock(mutex_);
        auto& taken = taken_[person];
        if (taken >= most) return nullptr;
        ++taken;
        return {this, [self = shared_from_this(), person](const void*) { self->leave(person); }};
    }

  private:
    void leave(PersonId person) {
        const std::scoped_lock lock(mutex_);
        const auto taken = taken_.find(person);
        if (--taken->second == 0) taken_.erase(taken);
    }

    std::mutex mutex_;
    std::map<PersonId, std::size_t> taken_;
};

}  // namespace dibs::auth
