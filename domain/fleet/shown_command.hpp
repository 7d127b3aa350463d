// The part of a command line that a person sees. Every command line that leaves Dibs passes through
// here: answers, streams, mails, webhooks, programs of the site. Pure.
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

// The program and its first argument. Admins and the owner of the account see the whole line. Masks
// secrets, which older versions recorded.
[[nodiscard]] std::string shown_command(std::string_view line, std::optional<PersonId> owner,
                                        const CommandReader& reader);

// The person who owns the process, if its account shows the owner. `person` is the person of that
// account.
[[nodiscard]] std::optional<PersonId> command_owner(std::optional<PersonId> person,
                                                    const std::optional<fleet::Origin>& origin,
                                                    const std::optional<std::string>& unix_name);

// The event in the form that this reader may see.
[[nodiscard]] Event shown_event(const Event& event, const CommandReader& reader);
[[nodiscard]] bool has_command_line(std::string_view event_type);

}  // namespace dibs
