// A fact: an event with its position, time and origin, as the log stores it.
#pragma once

#include "domain/kernel/command.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/time.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace dibs {

[[nodiscard]] Audience audience_of(const Event& event);
[[nodiscard]] Subjects subjects_of(const Event& event);

// The actor of an event, and the request that caused it.
struct Origin {
    std::optional<PersonId> actor{};  // none: Dibs itself
    std::string source{};             // the client's address
    std::string request_id{};
    std::string command_key{};  // the actor's Idempotency-Key; empty: none was given
    std::string body_hash{};
    friend bool operator==(const Origin&, const Origin&) = default;
};

struct Recorded {
    Position position = 0;
    Instant at;
    Origin origin;
    Event event;
    bool last_of_command = true;
};

}  // namespace dibs
