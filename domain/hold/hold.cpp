// Each answer walks the timelines that reservation derives from its bookings.
#include "domain/hold/hold.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace dibs::hold {
namespace {

Hold hold_of(const reservation::Booking& booking) {
    return {booking.id, booking.owner, booking.when, &booking.project};
}

// Calls `visit` with each booking of the GPU that ends after `from`, by end, until it returns
// false.
template <class Visit>
void each_after(const reservation::State& bookings, GpuId gpu, Instant from, Visit visit) {
    const auto timeline = bookings.live.find(gpu);
    if (timeline == bookings.live.end()) return;
    for (auto at = timeline->second.upper_bound(from); at != timeline->second.end(); ++at) {
        if (!visit(bookings.all.at(at->second).booking)) return;
    }
}

}  // namespace

std::vector<Hold> overlapping_at(const Holds& holds, GpuId gpu, Instant at) {
    std::vector<Hold> found;
    for (const GpuId part : fleet::overlapping_devices(holds.fleet, gpu)) {
        const auto* held = reservation::holder(holds.bookings, part, at);
        if (held == nullptr) continue;
        const bool known = std::ranges::any_of(
            found, [&](const Hold& other) { return other.booking == held->booking.id; });
        if (!known) found.push_back(hold_of(held->booking));
    }
    return found;
}

std::vector<Hold> ahead(const Holds& holds, const std::vector<GpuId>& gpus, Instant now,
                        Instant before) {
    std::map<ReservationId, Hold> found;
    for (const GpuId gpu : gpus) {
        each_after(holds.bookings, gpu, now, [&](const reservation::Booking& booking) {
            if (booking.when.from > before) return false;
            found.emplace(booking.id, hold_of(booking));
            return true;
        });
    }
    std::vector<Hold> all;
    for (const auto& [id, hold] : found) all.push_back(hold);
    return all;
}

std::vector<ReservationId> overlapping_in(const Holds& holds, const std::vector<GpuId>& gpus,
                                          const Interval& when) {
    std::set<ReservationId> found;
    for (const GpuId gpu : gpus) {
        for (const GpuId part : fleet::overlapping_devices(holds.fleet, gpu)) {
            each_after(holds.bookings, part, when.from, [&](const reservation::Booking& booking) {
                if (booking.when.from >= when.until) return false;
                found.insert(booking.id);
                return true;
            });
        }
    }
    return {found.begin(), found.end()};
}

std::optional<Instant> last_end(const Holds& holds, GpuId gpu, PersonId person,
                                const Interval& within) {
    std::optional<Instant> last;
    for (const GpuId part : fleet::overlapping_devices(holds.fleet, gpu)) {
        last = std::max(last, reservation::last_booking_end(holds.bookings, part, person, within));
    }
    return last;
}

std::optional<Instant> next_change(const Holds& holds, GpuId gpu, Instant now) {
    std::optional<Instant> next;
    for (const GpuId part : fleet::overlapping_devices(holds.fleet, gpu)) {
        const auto* held = reservation::current_or_next(holds.bookings, part, now);
        if (held == nullptr) continue;
        const auto& when = held->booking.when;
        const auto change = when.from > now ? when.from : when.until;
        if (!next || change < *next) next = change;
    }
    return next;
}

bool holds_on_host(const Holds& holds, PersonId person, HostId host, Instant at) {
    const auto own = holds.bookings.by_owner.find(person);
    if (own == holds.bookings.by_owner.end()) return false;
    return std::any_of(own->second.begin(), own->second.end(), [&](ReservationId id) {
        const auto& held = holds.bookings.all.at(id);
        if (held.ending != reservation::Ending::none || !held.booking.when.contains(at)) {
            return false;
        }
        const auto hosts = fleet::hosts_of(holds.fleet, held.booking.gpus);
        return std::binary_search(hosts.begin(), hosts.end(), host);
    });
}

}  // namespace dibs::hold
