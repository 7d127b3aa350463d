// Uses the state and the reader's settings at the time of writing.
#include "ops/react/bookings/letters.hpp"

#include "domain/codec/event_json.hpp"
#include "domain/log/record.hpp"
#include "domain/people/mail_address.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/people.hpp"

#include <algorithm>
#include <utility>

namespace dibs::bookings {
namespace {

std::optional<Fact> fact_of(const Effect& effect, const Sealer& sealer) {
    const auto record = parse_record(effect.record);
    if (!record) return std::nullopt;
    JsonParser parser;
    const auto event = parse_event(parser, record->type, record->body, sealer);
    if (!event) return std::nullopt;
    const auto of_booking = as<reservation::Event>(*event);
    if (!of_booking) return std::nullopt;
    return visit(
        [&](const auto& e) -> std::optional<Fact> {
            Fact fact{*of_booking, {}, {}, origin_of(*record).actor, record->at, effect.position};
            if constexpr (requires { e.booking; }) {
                fact.id = e.booking.id;
                fact.owner = e.booking.owner;
            } else {
                fact.id = e.id;
                fact.owner = e.owner;
            }
            return fact;
        },
        *of_booking);
}

}  // namespace

std::optional<Reader> reader(const Snapshot& tables, PersonId id) {
    const auto person = find_person(tables, id);
    if (!person || person->state != views::PersonState::active) return std::nullopt;
    auto address = person->mail ? ascii_mail_address(person->mail->value) : std::nullopt;
    if (!address) return std::nullopt;
    auto chosen = preferences_of(tables, id);
    if (!chosen.wants_mails()) return std::nullopt;
    return Reader{id, {*std::move(address), person->name.value}, std::move(chosen)};
}

About about(const Snapshot& tables, const views::Reservation& booking, const Parts& parts,
            const Reader& to) {
    return {booking.id,          projections::gpu_names_short(tables.txn(), booking.gpus),
            booking.title.value, {booking.from, booking.until},
            parts.site,          text_clock(parts.zones, to.chosen.zone)};
}

mail::Addressed letter(const Occasion& occasion, const Reader& to, Words words) {
    const auto& [parts, reactor, fact] = occasion;
    auto made = mail::letter_to(to.id, to.mailbox, {parts.from, reactor, fact.position},
                                std::move(words.subject), std::move(words.text));
    made.letter.references = {
        mail::message_id(parts.from, "booking " + to_text(fact.id) + ' ' + to_text(to.id))};
    made.letter.unsubscribe = mail::unsubscribe_link(parts.site);
    return made;
}

Reaction reaction(std::string name, std::vector<std::string_view> types, Parts parts,
                  LettersFor letters_for) {
    mail::FactLetters<Fact> about{
        name,
        [types = std::move(types)](const RecordView& record) {
            return std::find(types.begin(), types.end(), record.type) != types.end();
        },
        [&sealer = parts.sealer](const Effect& effect) { return fact_of(effect, sealer); },
        [name, parts, letters_for = std::move(letters_for)](
            const Fact& fact, const Snapshot& tables, Position) -> mail::Letters {
            return letters_for({parts, name, fact}, tables);
        }};
    return mail::reaction_of(std::move(parts), std::move(about));
}

}  // namespace dibs::bookings
