// What commands were answered. Every answered command leaves a record, also a refused or a repeated
// one: its answer may go out only after that record was accepted, so that a deposed writer cannot
// refuse for bookings that never came to be. Refusals on record are also the measure of unmet
// demand. A command with a key is done once; the same key again gets the same answer for 7 days.
#pragma once

#include "domain/ids.hpp"
#include "domain/result.hpp"
#include "domain/time.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>

namespace dibs::answer {

// events
struct Refused {
    static constexpr std::string_view type = "command.refused.v1";
    std::string command;  // its name, e.g. "reservation.book"
    Code code{};
    std::string field;
    std::string detail;
    std::vector<ReservationId> conflicts;
};
struct Repeated {
    static constexpr std::string_view type = "command.repeated.v1";
    std::string command;
};
struct Nothing {  // it was as asked already
    static constexpr std::string_view type = "command.had_no_effect.v1";
    std::string command;
};
using Event = std::variant<Refused, Repeated, Nothing>;

// A key belongs to who used it: "per_…/their-key".
using Key = std::string;

struct Answer {
    std::int64_t position = 0;  // of the command's last event
    std::string body_hash;
    std::optional<Refusal> refusal{};
};

inline constexpr Duration kept = std::chrono::days{7};

struct KeyHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view key) const {
        return std::hash<std::string_view>{}(key);
    }
};

struct State {
    std::unordered_map<Key, Answer, KeyHash, std::equal_to<>> answers;
    std::deque<std::pair<Instant, Key>> by_age;  // oldest first
};

[[nodiscard]] State remember(State state, const Key& key, Answer answer, Instant at);
[[nodiscard]] const Answer* find(const State& state, std::string_view key);

}  // namespace dibs::answer
