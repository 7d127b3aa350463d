// Where bookings could go: the tables as the domain's search of offers wants them, and its offers
// as the contract shows them. Used by /offers and by every conflict. Costs a scan of the bookings
// ahead: run beside the loop.
#pragma once

#include "domain/kernel/fields.hpp"
#include "domain/reservation/offer.hpp"
#include "projections/fleet/fleet_views.hpp"
#include "projections/questions/snapshot.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dibs::routes {

struct OfferView {
    Instant from;
    Instant until;
    std::vector<GpuId> gpus;
    std::vector<std::string> gpu_names;
    std::vector<std::string> host_names;
    std::string reason;
    std::optional<std::vector<views::GpuTrouble>> warnings{};  // GPUs of no use now
    std::optional<std::vector<std::string>> busy_gpu_names{};  // GPUs that others work on just now
};

struct Placing {
    views::GpuFilter filter{};
    std::vector<GpuId> among{};              // empty: all; these also while they cannot be reached
    Interval window{};                       // bookings in it are looked at
    std::optional<ReservationId> without{};  // the one that is being moved
    std::optional<PersonId> for_whom{};      // work of others counts; nobody: none does
    bool linked = false;                     // which GPUs are linked with which is looked up
};

// An offer for so soon is one for now: what runs on its GPUs is in the way.
inline constexpr auto soon = std::chrono::hours{1};

// The start to look from: what was asked for, if it is not over for longer than a booking may be
// late; else now, in whole seconds as people mean it.
[[nodiscard]] Instant earliest_start(std::optional<Instant> asked, Instant now);
[[nodiscard]] std::vector<offer::Candidate> candidates(const Snapshot& tables,
                                                       const Placing& placing);
// Offers of GPUs that can be used now; only where there are none, of others, for when a booking of
// them is taken.
[[nodiscard]] std::vector<offer::Offer> sound_first(
    const std::vector<offer::Candidate>& all,
    const std::function<std::vector<offer::Offer>(const std::vector<offer::Candidate>&)>& search);
[[nodiscard]] OfferView view_of(const Snapshot& tables, const offer::Offer& offer,
                                std::string reason);

// What somebody wanted and could not have.
struct Wanted {
    std::vector<GpuId> gpus;
    Interval when;
    std::optional<ReservationId> mine{};
};
// As many GPUs for as long: the same time on this host and on others, the same GPUs later, at most
// a week on.
[[nodiscard]] std::vector<OfferView> alternatives(const Snapshot& tables, const Wanted& wanted);

}  // namespace dibs::routes

namespace dibs {

template <>
struct Fields<routes::OfferView> {
    using T = routes::OfferView;
    static constexpr auto list =
        field_list(field("from", &T::from), field("until", &T::until), field("gpus", &T::gpus),
                   field("gpu_names", &T::gpu_names), field("host_names", &T::host_names),
                   field("reason", &T::reason), field("warnings", &T::warnings),
                   field("busy_gpu_names", &T::busy_gpu_names));
};

}  // namespace dibs
