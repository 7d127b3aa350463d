// Keeps descriptors for the hosts: sets the server's limit of connections at the start, and when a
// host is added or removed. Called on the projector's thread.
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
    // `tell` gets the maximum of connections, never more than `wanted`.
    using Tell = std::function<void(std::size_t most)>;
    RoomKeeper(const ReadModel& model, Clock clock, std::size_t wanted,
               std::size_t descriptors_of_one, Tell tell)
        : model_(model),
          clock_(std::move(clock)),
          wanted_(wanted),
          descriptors_of_one_(descriptors_of_one),
          tell_(std::move(tell)) {}

    void share(std::size_t hosts);  // for this number of hosts
    void refresh();                 // reads the tables
    void on_facts(const std::vector<Recorded>& facts);

  private:
    const ReadModel& model_;
    const Clock clock_;
    const std::size_t wanted_;
    const std::size_t descriptors_of_one_;
    const Tell tell_;
    std::size_t last_limit_ = 0;
};

}  // namespace dibs
