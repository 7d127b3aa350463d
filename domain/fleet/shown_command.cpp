// Shows the beginning, which is enough to recognize one's own process.
#include "domain/fleet/shown_command.hpp"

#include "domain/fleet/command_secrets.hpp"

namespace dibs {
namespace {

constexpr std::string_view word_ends = " \t";

std::string beginning_of(std::string line) {
    const auto argument = line.find_first_not_of(word_ends, line.find_first_of(word_ends));
    if (argument == std::string::npos) return line;
    const auto end = line.find_first_of(word_ends, argument);
    if (end == std::string::npos || line.find_first_not_of(word_ends, end) == std::string::npos) {
        return line;
    }
    return line.substr(0, end) + " \xE2\x80\xA6";  // an ellipsis
}

template <class E>
Event with_shown_command(E event, const CommandReader& reader) {
    if (event.command_line) {
        const auto owner = command_owner(event.person, event.origin, event.unix_name);
        event.command_line->value = shown_command(event.command_line->value, owner, reader);
    }
    return fleet::Event{std::move(event)};
}

}  // namespace

std::string shown_command(std::string_view line, std::optional<PersonId> owner,
                          const CommandReader& reader) {
    auto masked = mask_secrets(line);
    const bool own = owner && owner == reader.person;
    return own || reader.is_admin ? masked : beginning_of(std::move(masked));
}

std::optional<PersonId> command_owner(std::optional<PersonId> person,
                                      const std::optional<fleet::Origin>& origin,
                                      const std::optional<std::string>& unix_name) {
    return fleet::starter_unknown(origin, unix_name) ? std::nullopt : person;
}

bool has_command_line(std::string_view event_type) {
    return event_type == fleet::ProcessAppeared::type ||
           event_type == fleet::ProcessOwnerKnown::type;
}

Event shown_event(const Event& event, const CommandReader& reader) {
    if (const auto* e = get_if<fleet::ProcessAppeared>(&event))
        return with_shown_command(*e, reader);
    if (const auto* e = get_if<fleet::ProcessOwnerKnown>(&event)) {
        return with_shown_command(*e, reader);
    }
    return event;
}

}  // namespace dibs
