// The week's report to each who wants it: a reactor of its own, only on a site that sends mail.
#pragma once

#include "domain/codec/seal.hpp"
#include "domain/zone.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/reactors.hpp"
#include "projections/questions/snapshot.hpp"

#include <functional>
#include <optional>
#include <string>

namespace dibs::weekly {

struct Parts {
    mail::Mailer& mailer;
    mail::Mailbox from;
    const Sealer& sealer;
    const Zones& zones;
    // The tables once they hold this position; none: they did not come so far in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    std::string site;  // where people reach it; empty: not known
};

[[nodiscard]] Reaction reaction(Parts parts);

}  // namespace dibs::weekly
