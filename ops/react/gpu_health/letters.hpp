// Who holds a GPU that became unhealthy is told by mail, once for each time it did: which of their
// bookings have it, what is wrong, and how to swap it. A reactor of its own; only on a site that
// sends mail.
#pragma once

#include "domain/codec/seal.hpp"
#include "ops/react/mail/mailer.hpp"
#include "ops/react/reactors.hpp"
#include "projections/questions/snapshot.hpp"

#include <functional>
#include <optional>
#include <string>

namespace dibs::gpu_health {

struct Parts {
    mail::Mailer& mailer;
    mail::Mailbox from;
    const Sealer& sealer;
    // The tables once they hold this position; none: they did not come so far in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    std::string site;  // where people reach it; empty: not known
};

// Of a booking that the letter names.
struct HeldBooking {
    ReservationId id;
    std::string title;
    Instant from;
    Instant until;
};
struct Told {
    std::string subject;
    std::string text;
};
[[nodiscard]] Told words_for(const std::string& gpu_name, const std::string& reason,
                             const std::vector<HeldBooking>& bookings, const std::string& site);

[[nodiscard]] Reaction reaction(Parts parts);

}  // namespace dibs::gpu_health
