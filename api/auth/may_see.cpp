// Events of tokens, sessions and personal boards are private: admins see them, and so do their
// subject and the person who asked for them. Only admins see notifications to programs. Only admins
// see the origin of a request.
#include "api/auth/may_see.hpp"

#include "domain/codec/event_json.hpp"

namespace dibs::auth {

bool may_see(Audience audience, const views::Event& event) {
    return audience == Audience::admins || event.audience == Audience::everyone;
}

bool may_see(const Viewer& viewer, const views::Event& event) {
    if (may_see(audience_of(viewer), event)) return true;
    if (event.audience == Audience::admins) return false;
    return event.actor == viewer.person || event.subjects.has(viewer.person);
}

views::Event visible(const CommandReader& reader, views::Event event) {
    if (!reader.is_admin) event.source.reset();
    if (!has_command_line(event.type)) return event;
    JsonParser parser;
    const auto fact = parse_shown_event(parser, event.type, event.data.text);
    event.data.text = fact ? event_json(shown_event(*fact, reader)) : "{}";
    return event;
}

views::Process visible(const CommandReader& reader, views::Process process) {
    if (process.command) {
        auto& text = process.command->value;
        text = shown_command(text, process.command_owner, reader);
    }
    return process;
}

views::Violation visible(const CommandReader& reader, views::Violation violation) {
    for (auto& process : violation.processes) {
        if (!process.command) continue;
        auto& text = process.command->value;
        text = shown_command(text, violation.command_owner, reader);
    }
    return violation;
}

bool may_see_tokens_of(const Viewer& viewer, PersonId owner) {
    return viewer.person == owner || viewer.is_admin();
}

bool may_see_feeds_of(const Viewer& viewer, PersonId owner) {
    return viewer.person == owner || viewer.is_admin();
}

}  // namespace dibs::auth
