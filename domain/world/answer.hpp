// The answers to commands. Every answered command leaves a record, including a refused or repeated
// one. Its answer is sent only after that record was accepted, so a deposed writer cannot refuse
// because of bookings that were never accepted. Recorded refusals also measure unmet demand. Only
// the actor and admins may read them. No decision depends on these events. A command with a key is
// done once; the used keys are kept beside the log (ingest/answered_commands).
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
    std::string command;  // its type, such as "reservation.book"
    Code code{};
    std::string field;
    std::string detail;
    std::vector<Ref> about;  // the conflicting things
    std::string rule{};
};
struct Repeated {
    static constexpr std::string_view type = "command.repeated.v1";
    static constexpr std::string_view description =
        "A command came again and got its first answer again.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string command;
    std::int64_t first = 0;  // the position of the repeated answer
};
struct Nothing {  // the state already was as requested
    static constexpr std::string_view type = "command.had_no_effect.v1";
    static constexpr std::string_view description = "What a command asked for was so already.";
    static constexpr Audience audience() { return Audience::concerned; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string command;
};
using Event = EventOf<Refused, Repeated, Nothing>;

// Keeps nothing: no decision depends on answers.
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
