// That a budget is nearly spent, or spent: to the managers of its group, or to who has bookings for
// its project, and to the admins. A reactor of its own, only on a site that sends mail.
#pragma once

#include "domain/codec/seal.hpp"
#include "domain/zone.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/reactors.hpp"
#include "projections/questions/snapshot.hpp"

#include <functional>
#include <optional>
#include <string>

namespace dibs::budgets {

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

}  // namespace dibs::budgets
