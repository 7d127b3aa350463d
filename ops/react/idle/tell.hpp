// Notifies the owner of an idle booking: by mail, and on the terminals of the hosts of its GPUs.
// Two reactors, so a host that hangs does not delay mail. The result goes to the log: a booking is
// freed only after a notification was delivered. If no letter reaches the owner of a booking that
// is to be freed, the admins get one.
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
    // The tables once they contain this position; none: they did not in time.
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
