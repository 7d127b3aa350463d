// What one person sees of a command line. Everything that leaves Dibs with a command line in it
// goes through here: answers, streams, mails, webhooks, programs of the site. Pure.
#pragma once

#include "domain/fleet/fleet.hpp"
#include "domain/kernel/event.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

struct CommandReader {
    std::optional<PersonId> person{};  // none: everyone, or a program
    bool is_admin = false;
};

// Program and first argument; the whole for admins and the owner of the account. Without secrets,
// which older versions recorded.
[[nodiscard]] std::string shown_command(std::string_view line, std::optional<PersonId> owner,
                                        const CommandReader& reader);

// Whose account it is, if the account says whose process it is: `person` has it.
[[nodiscard]] std::optional<PersonId> command_owner(std::optional<PersonId> person,
                                                    const std::optional<fleet::Origin>& origin,
                                                    const std::optional<std::string>& unix_name);

// An event as this reader sees it.
[[nodiscard]] Event shown_event(const Event& event, const CommandReader& reader);
[[nodiscard]] bool has_command_line(std::string_view event_type);

}  // namespace dibs
