// The state at the time of writing counts. No letter for a booking that is over or no longer has
// the GPU, nor if the GPU is usable again.
#include "ops/react/gpu_health/letters.hpp"

#include "ops/react/time_text.hpp"
#include "projections/questions/calendar.hpp"

#include <algorithm>
#include <utility>

namespace dibs::gpu_health {
namespace {

bool still_has(const views::Reservation& booking, const Trouble& trouble) {
    const bool open = booking.state == views::ReservationState::upcoming ||
                      booking.state == views::ReservationState::running;
    return open && std::any_of(booking.gpus.begin(), booking.gpus.end(), [&](GpuId gpu) {
               return std::find(trouble.gpus.begin(), trouble.gpus.end(), gpu) !=
                      trouble.gpus.end();
           });
}

// The time when the trouble counts as lasting; none: now.
std::optional<Instant> not_before(const Trouble& trouble, const Standing& standing, Instant began,
                                  Instant now) {
    if (trouble.what == What::unhealthy) return std::nullopt;
    if (const auto settled = standing.since.value_or(began) + settled_after; now < settled) {
        return settled;
    }
    if (standing.reached || now >= began + reached_within) return std::nullopt;
    return std::min(now + settled_after, began + reached_within);
}

// The texts that differ between kinds of trouble.
struct Wording {
    std::string subject, first, you_have, swap, last;
};
Wording wording_of(What what, const Standing& standing) {
    const auto& name = standing.name;
    const auto& reason = standing.reason;
    switch (what) {
        case What::unhealthy:
            break;
        case What::lost:
            return {name + ", which you have booked, is lost", name + " is lost: " + reason,
                    "You have booked it", "Swap it for one like it there",
                    "It stays yours until then, and may be back before. You get this at "
                    "most once a day."};
        case What::driver:
            return {"The GPU driver of " + name + ", where you have booked GPUs, does not work",
                    "The GPU driver of " + name + " does not work: " + reason,
                    "You have booked GPUs there", "Swap them for others like them there",
                    "They stay yours until then, and may work again before. You get this at "
                    "most once a day."};
    }
    return {name + ", which you have booked, is unhealthy", name + " is unhealthy: " + reason,
            "You have booked it", "Swap it for one like it there",
            "It stays yours until then. You get this once, until it is healthy again."};
}

}  // namespace

Words words_for(What what, const Standing& standing, const std::vector<HeldBooking>& bookings,
                const std::string& site, const TextClock& clock) {
    auto wording = wording_of(what, standing);
    Words words;
    words.subject = std::move(wording.subject);
    words.text = wording.first + ".\n\n" + wording.you_have + ":\n";
    for (const auto& one : bookings) {
        words.text += "  " + time_text(one.from, clock) + " to " + time_text(one.until, clock) +
                      (one.title.empty() ? "" : "  " + one.title) + '\n';
        if (!site.empty()) words.text += "  " + site + "/reservations/" + to_text(one.id) + '\n';
    }
    words.text += '\n' + wording.swap + ", or in a terminal:\n";
    for (const auto& one : bookings) words.text += "  dibs swap " + to_text(one.id) + '\n';
    words.text += '\n' + wording.last + '\n';
    return words;
}

HolderLetters::ByOwner HolderLetters::reported(const mail::LetterContext& context,
                                               const Trouble& trouble, const Standing& standing) {
    ByOwner bookings;
    for (const auto id : trouble.reservations) {
        const auto booking = find_reservation(context.tables, id);
        if (!booking || !still_has(*booking, trouble)) continue;
        if (trouble.what != What::unhealthy &&
            !lately_.take(id, standing.name, context.fact.position, clock_())) {
            continue;
        }
        bookings[booking->owner].push_back(
            {id, booking->title.value, booking->from, booking->until});
    }
    return bookings;
}

mail::People HolderLetters::holders(const mail::LetterContext& context) {
    const auto trouble = trouble_in(context.fact.event);
    const auto standing = trouble ? standing_of(context.tables, *trouble) : std::nullopt;
    if (!standing) {
        lately_.forget(context.fact.position);
        return tl::unexpected(EffectEnd{.good = true});
    }
    if (const auto later = not_before(*trouble, *standing, context.fact.at, clock_())) {
        return tl::unexpected(EffectEnd{.postponed = *later});
    }
    std::vector<PersonId> owners;
    for (const auto& [owner, bookings] : reported(context, *trouble, *standing)) {
        owners.push_back(owner);
    }
    if (owners.empty()) return tl::unexpected(EffectEnd{.good = true});
    return owners;
}

mail::Written HolderLetters::letter(const mail::LetterContext& context, const mail::Reader& to) {
    const auto trouble = trouble_in(context.fact.event);
    const auto standing = trouble ? standing_of(context.tables, *trouble) : std::nullopt;
    if (!standing) return std::nullopt;
    const auto bookings = reported(context, *trouble, *standing);
    const auto own = bookings.find(to.id);
    if (own == bookings.end()) return std::nullopt;
    return mail::Draft{
        .words = words_for(trouble->what, *standing, own->second, context.parts.site, to.clock),
        .urgent = true};
}

}  // namespace dibs::gpu_health
