// Keeps the probes on the hosts on record, and gives the sampler the known GPUs and processes.
// Called on the projector's thread.
#pragma once

#include "ingest/observer.hpp"
#include "ingest/probe/monitor.hpp"
#include "ingest/sampler.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

#include <vector>

namespace dibs {

class FleetKeeper {
  public:
    FleetKeeper(const ReadModel& model, Observer& observer, probe::Monitor& monitor,
                Sampler& sampler, Clock clock)
        : model_(model),
          observer_(observer),
          monitor_(monitor),
          sampler_(sampler),
          clock_(std::move(clock)) {}

    // Called by the projector.
    void on_facts(const std::vector<Recorded>& facts);
    // Reads everything from the tables. A table under rebuild changes nothing: call it again then.
    void refresh();

  private:
    void refresh_hosts();
    void refresh_gpus();
    void refresh_processes();
    const ReadModel& model_;
    Observer& observer_;
    probe::Monitor& monitor_;
    Sampler& sampler_;
    const Clock clock_;
};

}  // namespace dibs
