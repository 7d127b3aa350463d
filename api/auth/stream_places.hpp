// How many streams each person has: open ones, and those that were let in and are about to open, so
// that handshakes that come at once do not pass the limit together. Any thread.
#pragma once

#include "domain/kernel/ids.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

namespace dibs::auth {

class StreamPlaces : public std::enable_shared_from_this<StreamPlaces> {
  public:
    // A place of the person's, which is free again when its last copy is gone; null where all
    // `most` of them are taken.
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
