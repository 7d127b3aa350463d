// Seals: signed facts about the facts before them. With the log and one seal, a reader can detect
// an edit, a removal or a changed order of the stored facts. ingest/audit has the digest and the
// signature. This only ensures that seals follow each other.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/result.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace dibs::audit {

struct Seal {
    Position until = 0;      // the last fact that it covers; the first is that of the log
    std::string digest;      // BLAKE2b-256 of the chain there, in hex
    std::string public_key;  // Ed25519, in hex
    std::string signature;   // in hex
    friend bool operator==(const Seal&, const Seal&) = default;
};

// commands, of Dibs itself
struct SealLog {
    static constexpr std::string_view type = "log.seal";
    Seal seal;
};
using Command = CommandOf<SealLog>;

// events
struct Sealed {
    static constexpr std::string_view type = "log.sealed.v1";
    static constexpr std::string_view description =
        "All facts up to a position were sealed: digest and signature.";
    static constexpr Audience audience() { return Audience::admins; }
    [[nodiscard]] static Subjects subjects() { return {}; }
    Seal seal;
};
using Event = EventOf<Sealed>;

struct State {
    Position until = 0;  // of the newest seal
};

struct Row {
    static constexpr std::string_view row = "audit";
    Position until = 0;
};

struct Aggregate {
    static constexpr std::string_view name = "audit";
    using State = audit::State;
    using Command = audit::Command;
    using Event = audit::Event;
    struct Part {
        State audit;
    };
    static State& of(Part& part) { return part.audit; }
    static const State& of(const Part& part) { return part.audit; }

    using Rows = List<Row>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        if (state.until > 0) visit(Row{state.until});
    }
};

[[nodiscard]] State evolve(State state, const Event& event);
inline void restore(State& state, Row row) {
    state.until = row.until;
}
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::audit
