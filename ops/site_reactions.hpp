// All that this site does about facts, outside the log: programs, webhooks and chats, as the
// configuration names them, and the steps against violations. Another effect is one more `Reaction`
// in this list.
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

// The one of the site; null: none is configured. What has gone out in this hour is kept in `pace`.
[[nodiscard]] std::unique_ptr<mail::Mailer> make_mailer(const Outbound& outbound,
                                                        const std::filesystem::path& pace,
                                                        const Clock& clock);

[[nodiscard]] std::vector<Reaction> site_reactions(const Config& config, const Outbound& outbound,
                                                   const ReactionParts& parts);

// What is looked for each minute. The week's reports are mails; budgets are told of in any case.
[[nodiscard]] std::vector<PeriodicCheck> periodic_checks(bool sends_mail);

}  // namespace dibs
