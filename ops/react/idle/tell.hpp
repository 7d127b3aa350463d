// Tells the owner of a booking that idles: by mail, and on the terminals of the hosts of its GPUs;
// two reactors, so that a host that hangs holds up no letter. What came of it goes to the log: only
// what came through counts before anything is freed. Where no letter reaches its owner although the
// booking is to be freed, the admins hear of it.
#pragma once

#include "domain/codec/seal.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/ssh/remote.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/reactors.hpp"
#include "projections/questions/snapshot.hpp"

#include <functional>
#include <optional>
#include <string>

namespace dibs::idle {

struct TellParts {
    const Sealer& sealer;
    CommandHandler& commands;
    // The tables once they hold this position; none: they did not come so far in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    mail::Mailer* mailer = nullptr;  // null: this site sends no mail
    mail::Mailbox from{};
    ssh::Remote& remote;
    std::string site;              // see words.hpp
    const Zones* zones = nullptr;  // null: times are UTC
};

[[nodiscard]] Reaction mail_reaction(const TellParts& parts);
[[nodiscard]] Reaction terminal_reaction(const TellParts& parts);

}  // namespace dibs::idle
