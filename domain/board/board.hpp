// Boards: dashboards of panels on a grid of 12 columns. A panel shows a metric of some GPUs or
// hosts, or a text. A board is personal until it is shared: then everyone sees it, but only its
// owner and admins change it. Every change names the version that its author saw.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/kernel/sealed.hpp"
#include "domain/usage/metric.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::board {

enum class Kind { chart, tile, gpus, free, reservations, violations, text };

struct Panel {
    std::string id;  // unique within the board; the client makes it
    Kind kind{};
    std::optional<Personal<std::string>> title{};
    std::optional<GpuMetric> metric{};
    // Instead of `metric`, of a chart or a tile: a metric of hosts.
    std::optional<HostMetric> host_metric{};
    std::optional<std::vector<GpuId>> gpus{};  // these GPUs ...
    std::optional<HostId> host{};            // ... or all of a host; neither: all GPUs of the fleet
    std::optional<std::int64_t> window_s{};  // of a chart
    std::optional<Personal<std::string>> text{};
    std::int64_t x = 0, y = 0, w = 1, h = 1;
    friend bool operator==(const Panel&, const Panel&) = default;
};

struct Board {
    BoardId id;
    PersonId owner;
    Personal<std::string> title;
    bool shared = false;
    std::vector<Panel> panels{};
    friend bool operator==(const Board&, const Board&) = default;
};

// Counts the changes of one board, from 1; the API's ETag.
using Version = std::int64_t;

// commands
struct Make {
    static constexpr std::string_view type = "board.make";
    BoardId id;
    Personal<std::string> title;
    bool shared = false;
    std::vector<Panel> panels{};
};
// Changes only the members that are present; with all of them it replaces the board.
struct Change {
    static constexpr std::string_view type = "board.change";
    BoardId id;
    std::optional<Version> expected{};
    std::optional<Personal<std::string>> title{};
    std::optional<bool> shared{};
    std::optional<std::vector<Panel>> panels{};
};
struct Remove {
    static constexpr std::string_view type = "board.remove";
    BoardId id;
    std::optional<Version> expected{};
};
using Command = CommandOf<Make, Change, Remove>;

// Only its owner sees a personal board.
[[nodiscard]] inline Audience audience_of(const Board& board) {
    return board.shared ? Audience::everyone : Audience::concerned;
}

// events
struct BoardCreated {
    static constexpr std::string_view type = "board.made.v1";
    static constexpr std::string_view description = "Somebody put a board together.";
    [[nodiscard]] Audience audience() const { return audience_of(board); }
    [[nodiscard]] Subjects subjects() const { return about(board.id, board.owner); }
    [[nodiscard]] KeyOwner key_owner() const { return board.owner; }
    Board board;
};
struct Changed {
    static constexpr std::string_view type = "board.changed.v1";
    static constexpr std::string_view description = "A board was changed: all of it, as it is now.";
    [[nodiscard]] Audience audience() const { return audience_of(board); }
    [[nodiscard]] Subjects subjects() const { return about(board.id, board.owner); }
    [[nodiscard]] KeyOwner key_owner() const { return board.owner; }
    Board board;
};
struct Removed {
    static constexpr std::string_view type = "board.removed.v1";
    static constexpr std::string_view description = "A board was removed.";
    [[nodiscard]] Audience audience() const {
        return shared ? Audience::everyone : Audience::concerned;
    }
    [[nodiscard]] Subjects subjects() const { return about(id, owner); }
    BoardId id;
    PersonId owner;
    bool shared = false;
};
using Event = EventOf<BoardCreated, Changed, Removed>;

struct Held {
    static constexpr std::string_view row = "board";
    [[nodiscard]] KeyOwner key_owner() const { return board.owner; }
    Board board;
    Version version = 1;
};

struct State {
    std::map<BoardId, Held> all;
    std::map<PersonId, std::size_t> counts;  // of each owner's boards
};

struct Aggregate {
    static constexpr std::string_view name = "boards";
    using State = board::State;
    using Command = board::Command;
    using Event = board::Event;
    struct Part {
        State boards;
    };
    static State& of(Part& part) { return part.boards; }
    static const State& of(const Part& part) { return part.boards; }

    using Rows = List<Held>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, held] : state.all) visit(held);
    }
};

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Held row);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::board
