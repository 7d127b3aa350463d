// The state at the time of writing counts. No letter for a booking that is over or no longer has
// the GPU, nor if the GPU is usable again.
#include "ops/react/gpu_health/letters.hpp"

#include "ops/react/gpu_health/recent_notifications.hpp"
#include "ops/react/time_text.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace dibs::gpu_health {
namespace {

constexpr std::string_view reactor = "mail_gpu_health";

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

struct Happened {
    Trouble trouble;
    Instant at;
};

class Writer {
  public:
    Writer(mail::LetterParts parts, Clock clock)
        : parts_(std::move(parts)), clock_(std::move(clock)) {}

    mail::Letters write(const Happened& fact, const Snapshot& tables, Position position) {
        const auto& [trouble, at] = fact;
        const auto standing = standing_of(tables, trouble);
        if (!standing) {
            lately_.forget(position);
            return tl::unexpected(EffectEnd{.good = true});
        }
        if (const auto later = not_before(trouble, *standing, at, clock_())) {
            return tl::unexpected(EffectEnd{.postponed = *later});
        }
        auto letters = letters_for(tables, trouble, *standing, position);
        if (letters.empty()) return tl::unexpected(EffectEnd{.good = true});
        return letters;
    }

  private:
    std::vector<mail::Addressed> letters_for(const Snapshot& tables, const Trouble& trouble,
                                             const Standing& standing, Position position) {
        std::map<PersonId, std::vector<HeldBooking>> by_owner;
        for (const auto id : trouble.reservations) {
            const auto booking = find_reservation(tables, id);
            if (!booking || !still_has(*booking, trouble)) continue;
            if (trouble.what != What::unhealthy &&
                !lately_.take(id, standing.name, position, clock_())) {
                continue;
            }
            by_owner[booking->owner].push_back(
                {id, booking->title.value, booking->from, booking->until});
        }
        std::vector<mail::Addressed> letters;
        for (const auto& [owner, bookings] : by_owner) {
            const auto person = find_person(tables, owner);
            if (!person || !person->mail || person->mail->value.empty()) continue;
            const auto text =
                words_for(trouble.what, standing, bookings, parts_.site,
                          text_clock(parts_.zones, preferences_of(tables, owner).zone));
            auto made = mail::letter_to(owner, {person->mail->value, person->name.value},
                                        {parts_.from, reactor, position}, text.subject, text.text);
            made.letter.urgent = true;
            letters.push_back(std::move(made));
        }
        return letters;
    }

    const mail::LetterParts parts_;
    const Clock clock_;
    RecentNotifications lately_{repeat_after};
};

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

Reaction reaction(mail::LetterParts parts, Clock clock) {
    mail::FactLetters<Happened> about{
        std::string(reactor),
        [&sealer = parts.sealer](const RecordView& record) {
            return trouble_in(record, sealer).has_value();
        },
        [&sealer = parts.sealer](const Effect& effect) -> std::optional<Happened> {
            const auto record = parse_record(effect.record);
            auto trouble = record ? trouble_in(*record, sealer) : std::nullopt;
            if (!trouble) return std::nullopt;
            return Happened{*std::move(trouble), record->at};
        },
        [writer = std::make_shared<Writer>(parts, std::move(clock))](
            const Happened& fact, const Snapshot& tables, Position position) {
            return writer->write(fact, tables, position);
        }};
    return mail::reaction_of(std::move(parts), std::move(about));
}

}  // namespace dibs::gpu_health
