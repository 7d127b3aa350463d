// All effects of this site on facts, outside the log: programs, webhooks and chats from the
// configuration, and the steps against violations. A further effect is one more `Reaction` in this
// list.
#pragma once

#include "domain/kernel/zone.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/sightings.hpp"
#include "ingest/ssh/remote.hpp"
#include "ops/config/configured_outbound.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/minute_clock.hpp"
#include "ops/react/reactors.hpp"
#include "ops/react/steps/first_action.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace dibs {

struct ReactionParts {
    const Sealer& sealer;
    std::string source;  // of CloudEvents
    CommandHandler& commands;
    Projector& projector;
    ReadModel& model;
    ssh::Remote& remote;
    const Sightings& sightings;
    steps::FirstActionClock& first_actions;
    mail::Mailer* mailer = nullptr;  // null: this site sends no mail
    Clock clock;
    const Zones& zones;
};

// The site's mailer; null: none is configured. `pace` stores the letters sent in the last hour.
[[nodiscard]] std::unique_ptr<mail::Mailer> make_mailer(const Outbound& outbound,
                                                        const std::filesystem::path& pace,
                                                        const Clock& clock);

[[nodiscard]] std::vector<Reaction> site_reactions(const Config& config, const Outbound& outbound,
                                                   const ReactionParts& parts);

// The checks of each minute. The weekly reports are mails; budget thresholds are reported in any
// case.
[[nodiscard]] std::vector<PeriodicCheck> periodic_checks(bool sends_mail);

}  // namespace dibs
