// Boards: what people put together to look at: panels on a grid of 12 columns, each a metric of
// some GPUs, or a text. Personal until it is shared: then everyone sees it, and still only its
// owner and admins change it. Whoever changes one says which version they saw.
#pragma once

#include "domain/context.hpp"
#include "domain/fleet.hpp"
#include "domain/ids.hpp"
#include "domain/people.hpp"
#include "domain/personal.hpp"
#include "domain/result.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace dibs::board {

enum class Kind { chart, tile, gpus, reservations, violations, text };
enum class Metric { utilization_percent, memory_used_mib, temperature_c, power_w };

struct Panel {
    std::string id;  // its own, within the board; made by the client
    Kind kind{};
    std::optional<Personal<std::string>> title{};
    std::optional<Metric> metric{};
    std::optional<std::vector<GpuId>> gpus{};  // these ...
    std::optional<HostId> host{};              // ... or all of a host; neither: the whole fleet
    std::optional<std::int64_t> window_s{};    // of a chart
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
    BoardId id;
    Personal<std::string> title;
    bool shared = false;
    std::vector<Panel> panels{};
};
struct Change {  // the whole board, anew
    BoardId id;
    std::optional<Version> expected{};
    Personal<std::string> title;
    bool shared = false;
    std::vector<Panel> panels{};
};
struct Remove {
    BoardId id;
    std::optional<Version> expected{};
};
using Command = std::variant<Make, Change, Remove>;

// events
struct Made {
    static constexpr std::string_view type = "board.made.v1";
    Board board;
};
struct Changed {
    static constexpr std::string_view type = "board.changed.v1";
    Board board;
};
struct Removed {
    static constexpr std::string_view type = "board.removed.v1";
    BoardId id;
};
using Event = std::variant<Made, Changed, Removed>;

struct Held {
    Board board;
    Version version = 1;
};

struct State {
    std::map<BoardId, Held> all;
    std::map<PersonId, std::size_t> counts;  // of each owner's boards
};

struct Surroundings {
    const fleet::State& fleet;
    const people::State& people;
};

[[nodiscard]] State evolve(State state, const Event& event);
[[nodiscard]] Result<std::vector<Event>> decide(const State& state, const Surroundings& around,
                                                const Command& command, const Context& context);

}  // namespace dibs::board
