// The steps against violations as reactors of this node, with what they need of its other parts.
#pragma once

#include "ingest/command_handler.hpp"
#include "ingest/sightings.hpp"
#include "ingest/ssh/remote.hpp"
#include "ops/configured_outbound.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/reactors.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace dibs {

// The one of the site; null: none is configured. What has gone out in this hour is kept in `pace`.
[[nodiscard]] std::unique_ptr<mail::Mailer> make_mailer(const Outbound& outbound,
                                                        const std::filesystem::path& pace,
                                                        const Clock& clock);

struct StepReactionParts {
    const Sealer& sealer;
    CommandHandler& commands;
    Projector& projector;
    const ReadModel& model;
    ssh::Remote& remote;
    const Sightings& sightings;
    mail::Mailer* mailer = nullptr;
    mail::Mailbox from{};
    std::string site{};  // where people reach Dibs; empty: not known
    Clock clock;
};

[[nodiscard]] std::vector<Reaction> step_reactions(const StepReactionParts& parts);

}  // namespace dibs
