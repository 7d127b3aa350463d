// Effects that Dibs causes outside its log (mails, programs of the site), on record. The record has
// the reactor that follows the facts, and the outcome of each of its effects. A reactor derives its
// open effects from these facts alone, so any node that writes can continue.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/result.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::effect {

enum class Outcome {
    done,
    failed,   // Dibs tries again
    gave_up,  // Dibs does not try again
};

// commands of Dibs itself
struct Watch {  // events from now on concern the reactor
    static constexpr std::string_view type = "effect.watch";
    std::string reactor;
};
struct Report {
    static constexpr std::string_view type = "effect.report";
    std::string reactor;
    std::int64_t position = 0;  // of the fact that caused the effect
    std::int64_t attempt = 0;   // from 1
    std::int64_t epoch = 0;     // of the writer that started it
    Outcome outcome{};
    std::string detail{};  // why it failed
};
using Command = CommandOf<Watch, Report>;

// events
struct Watched {
    static constexpr std::string_view row = "reactor";
    static constexpr std::string_view type = "effect.watched.v1";
    static constexpr std::string_view description = "From here on a reactor follows what happens.";
    static constexpr Audience audience() { return Audience::admins; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string reactor;
};
struct Done {
    static constexpr std::string_view type = "effect.done.v1";
    static constexpr std::string_view description =
        "What a reactor had to do outside the log is done.";
    static constexpr Audience audience() { return Audience::admins; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string reactor;
    std::int64_t position = 0;
    std::int64_t attempt = 0;
    std::int64_t epoch = 0;
};
struct Failed {
    static constexpr std::string_view type = "effect.failed.v1";
    static constexpr std::string_view description =
        "What a reactor had to do outside the log failed.";
    static constexpr Audience audience() { return Audience::admins; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    std::string reactor;
    std::int64_t position = 0;
    std::int64_t attempt = 0;
    std::int64_t epoch = 0;
    std::string detail;
    bool gave_up = false;
};
using Event = EventOf<Watched, Done, Failed>;

// Open effects are not kept here: only reactors need them, and those read the facts.
struct State {
    std::set<std::string, std::less<>> watched{};
};

struct Aggregate {
    static constexpr std::string_view name = "effects";
    using State = effect::State;
    using Command = effect::Command;
    using Event = effect::Event;
    struct Part {
        State effects;
    };
    static State& of(Part& part) { return part.effects; }
    static const State& of(const Part& part) { return part.effects; }

    using Rows = List<Watched>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& reactor : state.watched) visit(Watched{reactor});
    }
};

[[nodiscard]] State evolve(State state, const Event& event);
inline void restore(State& state, Watched row) {
    state.watched.insert(std::move(row.reactor));
}
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::effect
