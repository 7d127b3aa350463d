// Keeps descriptors for the hosts: tells the server how many connections there is room for, at the
// start and whenever a host comes or goes. Called on the projector's thread.
#pragma once

#include "ingest/clock.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace dibs {

class RoomKeeper {
  public:
    // `tell` takes the most connections there may be, never more than `wanted`.
    using Tell = std::function<void(std::size_t most)>;
    RoomKeeper(const ReadModel& model, Clock clock, std::size_t wanted,
               std::size_t descriptors_of_one, Tell tell)
        : model_(model),
          clock_(std::move(clock)),
          wanted_(wanted),
          descriptors_of_one_(descriptors_of_one),
          tell_(std::move(tell)) {}

    void share(std::size_t hosts);  // so many there are, or will be
    void refresh();                 // as the tables have it now
    void on_facts(const std::vector<Recorded>& facts);

  private:
    const ReadModel& model_;
    const Clock clock_;
    const std::size_t wanted_;
    const std::size_t descriptors_of_one_;
    const Tell tell_;
    std::size_t told_ = 0;
};

}  // namespace dibs
