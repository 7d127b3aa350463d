// Keeps the probes on the hosts that the record names: facts about hosts -> whom to probe. At the
// start it also brings the configured hosts onto the record (enrols new ones, changes those whose
// address or key the configuration gives anew). Called on the projector's thread.
#pragma once

#include <functional>
#include <vector>

#include "ingest/command_handler.hpp"
#include "ingest/observer.hpp"
#include "ingest/probe/monitor.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

namespace dibs {

class FleetKeeper {
  public:
    FleetKeeper(const ReadModel& model, Observer& observer, probe::Monitor& monitor, Clock clock)
        : model_(model), observer_(observer), monitor_(monitor), clock_(std::move(clock)) {}

    // Follows the projector: probes change when hosts do.
    void on_facts(const std::vector<Recorded>& facts);
    // Sets the probes on what the tables name now.
    void refresh();

  private:
    const ReadModel& model_;
    Observer& observer_;
    probe::Monitor& monitor_;
    const Clock clock_;
};

// The commands that bring the configured hosts onto the record, given what is on it.
[[nodiscard]] std::vector<fleet::Command> enrolments(const std::vector<fleet::EnrolHost>& configured,
                                                     const std::vector<views::Host>& known);

}  // namespace dibs
