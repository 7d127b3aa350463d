// The settings count at the time of writing.
#include "ops/react/mail/recipients.hpp"

#include "domain/people/mail_address.hpp"
#include "projections/questions/people.hpp"

#include <utility>

namespace dibs::mail {
namespace {

std::optional<Reader> reader(const Snapshot& tables, PersonId id, const Selection& selection) {
    const auto person = find_person(tables, id);
    if (!person || !person->mail || person->mail->value.empty()) return std::nullopt;
    auto chosen = preferences_of(tables, id);
    auto address = std::optional(person->mail->value);
    if (selection.setting != nullptr) {
        if (person->state != views::PersonState::active) return std::nullopt;
        if (!(chosen.*selection.setting)()) return std::nullopt;
        address = ascii_mail_address(*address);
        if (!address) return std::nullopt;
    }
    const auto clock = text_clock(selection.zones, chosen.zone);
    return Reader{id, {*std::move(address), person->name.value}, std::move(chosen), clock};
}

}  // namespace

std::vector<Reader> readers(const Snapshot& tables, const std::vector<PersonId>& people,
                            const Selection& selection) {
    std::vector<Reader> all;
    for (const auto id : people) {
        if (selection.without == id) continue;
        if (auto one = reader(tables, id, selection)) all.push_back(*std::move(one));
    }
    return all;
}

std::vector<PersonId> admins(const Snapshot& tables) {
    std::vector<PersonId> all;
    const views::PersonFilter filter{.role = people::Role::admin,
                                     .state = views::PersonState::active};
    every_row([&](const PageFrom& page) { return list_people(tables, filter, page); },
              [&](const views::Person& person) { all.push_back(person.id); });
    return all;
}

}  // namespace dibs::mail
