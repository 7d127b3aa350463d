// What commands were answered. Every answered command leaves a record, also a refused or a repeated
// one: its answer may go out only after that record was accepted, so that a deposed writer cannot
// refuse for bookings that never came to be. Refusals on record are also the measure of unmet
// demand; what somebody asked in vain is theirs and the admins' to read. Nothing is decided by
// these events; a command with a key is done once, and which keys were used is kept beside the log
// (ingest/answered_commands).
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::answer {

// events
struct Refused {
    static constexpr std::string_view type = "command.refused.v1";
    static constexpr std::string_view description =
        "A command was refused: why, and what stood in the way.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] Subjects subjects() const { return dibs::about(about); }
    std::string command;  // its name, e.g. "reservation.book"
    Code code{};
    std::string field;
    std::string detail;
    std::vector<Ref> about;  // what stood in the way
    std::string rule{};
};
struct Repeated {
    static constexpr std::string_view type = "command.repeated.v1";
    static constexpr std::string_view description =
        "A command came again and got its first answer again.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string command;
    std::int64_t first = 0;  // the position of the answer that was given again
};
struct Nothing {  // it was as asked already
    static constexpr std::string_view type = "command.had_no_effect.v1";
    static constexpr std::string_view description = "What a command asked for was so already.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string command;
};
using Event = EventOf<Refused, Repeated, Nothing>;

// The answers themselves are what is kept: nothing is decided by them.
struct State {};

struct Aggregate {
    static constexpr std::string_view name = "answers";
    using State = answer::State;
    using Event = answer::Event;
    struct Part {
        State answers;
    };
    static State& of(Part& part) { return part.answers; }
    static const State& of(const Part& part) { return part.answers; }

    using Rows = List<>;
    template <class Visit>
    static void each_row(const State&, Visit&&) {}
};

[[nodiscard]] inline State evolve(State state, const Event&) {
    return state;
}

}  // namespace dibs::answer
