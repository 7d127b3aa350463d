// What is true when the letter is written counts: who swapped the GPU meanwhile, or whose booking
// is over, gets none; nor does anybody if the GPU is healthy again.
#include "ops/react/gpu_health/letters.hpp"

#include "ops/react/fact_in.hpp"
#include "ops/react/time_text.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace dibs::gpu_health {
namespace {

constexpr std::string_view reactor = "mail_gpu_health";

bool still_has(const views::Reservation& booking, const fleet::GpuUnhealthy& e) {
    const bool open = booking.state == views::ReservationState::upcoming ||
                      booking.state == views::ReservationState::running;
    return open && std::any_of(booking.gpus.begin(), booking.gpus.end(), [&](GpuId gpu) {
               return gpu == e.id || std::binary_search(e.slices.begin(), e.slices.end(), gpu);
           });
}

std::vector<mail::Addressed> letters_for(const Parts& parts, const Snapshot& tables,
                                         const fleet::GpuUnhealthy& e, Position position) {
    std::vector<mail::Addressed> letters;
    const auto gpu = find_gpu(tables, e.id);
    if (!gpu || !gpu->unhealthy) return letters;
    std::map<PersonId, std::vector<HeldBooking>> by_owner;
    for (const auto id : e.reservations) {
        const auto booking = find_reservation(tables, id);
        if (!booking || !still_has(*booking, e)) continue;
        by_owner[booking->owner].push_back(
            {id, booking->title.value, booking->from, booking->until});
    }
    const auto reason = health::words_of(gpu->unhealthy->faults);
    for (const auto& [owner, bookings] : by_owner) {
        const auto person = find_person(tables, owner);
        if (!person || !person->mail || person->mail->value.empty()) continue;
        const auto told = words_for(gpu_name(tables, e.id), reason, bookings, parts.site);
        auto made = mail::letter_to(owner, {person->mail->value, person->name.value},
                                    {parts.from, reactor, position}, told.subject, told.text);
        made.letter.urgent = true;
        letters.push_back(std::move(made));
    }
    return letters;
}

EffectEnd perform(const Parts& parts, const Effect& effect, const std::atomic<bool>& stopping) {
    const auto record = parse_record(effect.record);
    const auto found = record ? fact_in<fleet::GpuUnhealthy>(*record, parts.sealer) : std::nullopt;
    if (!found) return {.detail = "the fact cannot be read", .for_good = true};
    std::vector<mail::Addressed> letters;
    {
        const auto tables = parts.tables(effect.position);
        if (!tables) return {.detail = "the tables are behind"};
        letters = letters_for(parts, *tables, *found, effect.position);
    }
    if (letters.empty()) return {.good = true};
    return parts.mailer.deliver(std::string(reactor), effect, std::move(letters), stopping);
}

}  // namespace

Told words_for(const std::string& gpu_name, const std::string& reason,
               const std::vector<HeldBooking>& bookings, const std::string& site) {
    Told told;
    told.subject = gpu_name + ", which you have booked, is unhealthy";
    told.text = gpu_name + " is unhealthy: " + reason + ".\n\nYou have booked it:\n";
    for (const auto& one : bookings) {
        told.text += "  " + time_text(one.from) + " to " + time_text(one.until) +
                     (one.title.empty() ? "" : "  " + one.title) + '\n';
        if (!site.empty()) told.text += "  " + site + "/reservations/" + to_text(one.id) + '\n';
    }
    told.text += "\nSwap it for one like it there, or in a terminal:\n";
    for (const auto& one : bookings) told.text += "  dibs swap " + to_text(one.id) + '\n';
    told.text += "\nIt stays yours until then. It is told here once, until it is healthy again.\n";
    return told;
}

Reaction reaction(Parts parts) {
    Reaction reaction;
    reaction.name = std::string(reactor);
    reaction.retries = mail::letter_retries;
    reaction.by = effect::By::mail;
    reaction.wants = [&sealer = parts.sealer](const RecordView& record) {
        const auto found = fact_in<fleet::GpuUnhealthy>(record, sealer);
        return found && !found->owners.empty();
    };
    reaction.perform = [parts = std::move(parts)](const Effect& effect,
                                                  const std::atomic<bool>& stopping) {
        return perform(parts, effect, stopping);
    };
    return reaction;
}

}  // namespace dibs::gpu_health
