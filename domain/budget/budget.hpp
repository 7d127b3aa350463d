// Budgets: so many GPU-hours that a group, or a project, may have booked in a period: each week,
// month, quarter or year of a zone's calendar, or once. What counts is the time that bookings hold:
// of one given back early that until then. When it is spent, more is refused, or booked with a
// warning that is on record. What counts and what is too much is in budget_rules.hpp. That most of
// one is spent, and that all is, is put on record once a period, for those who are told of it.
//
// The world forgets a finished booking a month after its end (world.cpp), and a budget may be of a
// year: so what such bookings held is kept here, a row each, for as long as any period may reach.
#pragma once

#include "domain/kernel/aggregate.hpp"
#include "domain/kernel/command.hpp"
#include "domain/kernel/context.hpp"
#include "domain/kernel/event.hpp"
#include "domain/kernel/ids.hpp"
#include "domain/kernel/result.hpp"
#include "domain/reservation/reservation.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::budget {

enum class Period { week, month, quarter, year, once };
enum class WhenSpent { warn, refuse };
enum class Step { nearly_spent, spent };  // spent: or booked ahead

struct Budget {
    BudgetId id;
    std::optional<GroupId> group{};        // whose: of these ...
    std::optional<std::string> project{};  // ... one
    std::int64_t gpu_hours = 0;
    Period period{};
    std::optional<Instant> from{};  // of one that is once, and of no other
    std::optional<Instant> until{};
    std::string zone = "UTC";  // on whose calendar its periods begin
    WhenSpent when_spent{};
    friend bool operator==(const Budget&, const Budget&) = default;
};

// Counts the changes of one budget, from 1; the API's ETag.
using Version = std::int64_t;

inline constexpr std::size_t most_budgets = 1000;

// commands; only an admin's
struct Make {
    static constexpr std::string_view type = "budget.make";
    Budget budget;
};
struct Change {  // what is named; whose it is stays
    static constexpr std::string_view type = "budget.change";
    BudgetId id;
    std::optional<Version> expected{};
    std::optional<std::int64_t> gpu_hours{};
    std::optional<Period> period{};
    std::optional<std::optional<Instant>> from{};  // empty: none any more
    std::optional<std::optional<Instant>> until{};
    std::optional<std::string> zone{};
    std::optional<WhenSpent> when_spent{};
};
struct Remove {
    static constexpr std::string_view type = "budget.remove";
    BudgetId id;
    std::optional<Version> expected{};
};
struct ReportBudgetThreshold {  // by Dibs, which looks how far it is
    static constexpr std::string_view type = "budget.call_spent";
    BudgetId id;
};
using Command = CommandOf<Make, Change, Remove, ReportBudgetThreshold>;

// events
struct BudgetCreated {
    static constexpr std::string_view type = "budget.made.v1";
    static constexpr std::string_view description =
        "A group or a project got a budget of GPU-hours.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(budget.id, budget.group); }
    Budget budget;
    std::string of;  // the group's name, or the project
};
struct Changed {
    static constexpr std::string_view type = "budget.changed.v1";
    static constexpr std::string_view description =
        "A budget was changed: as it is now, and as it was.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(budget.id, budget.group); }
    Budget budget;
    Budget before;
    std::string of;
};
struct Removed {
    static constexpr std::string_view type = "budget.removed.v1";
    static constexpr std::string_view description =
        "A budget was removed, or its group was: nothing counts against it any more.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(budget.id, budget.group); }
    Budget budget;
    std::string of;
};
struct Exceeded {
    static constexpr std::string_view type = "budget.exceeded.v1";
    static constexpr std::string_view description =
        "A booking went over a budget that warns, or that is relaxed for what starts soon.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, reservation, owner, group); }
    BudgetId id;
    std::optional<GroupId> group{};
    std::string of;
    ReservationId reservation;
    PersonId owner;     // of the booking
    Interval period{};  // the first in which it is too much
    std::int64_t gpu_hours = 0;
    std::int64_t booked_s = 0;  // GPU-seconds in it, with this booking
    std::int64_t left_s = 0;    // without it
};
struct Spent {
    static constexpr std::string_view type = "budget.spent.v1";
    static constexpr std::string_view description =
        "Of a budget's period that is on, 80 percent of the hours or all of them are spent or "
        "booked ahead; each is told once.";
    static constexpr Audience audience() { return Audience::everyone; }
    [[nodiscard]] Subjects subjects() const { return about(id, group); }
    BudgetId id;
    std::optional<GroupId> group{};
    std::string of;
    Interval period{};
    std::int64_t gpu_hours = 0;
    std::int64_t booked_s = 0;  // GPU-seconds in it
    Step step{};
};
using Event = EventOf<BudgetCreated, Changed, Removed, Exceeded, Spent>;

// The last that is on record of a budget as it is.
struct NotifiedStep {
    Interval period{};
    Step step{};
    friend bool operator==(const NotifiedStep&, const NotifiedStep&) = default;
};

struct Held {
    static constexpr std::string_view row = "budget";
    Budget budget;
    Version version = 1;
    std::optional<NotifiedStep> told{};
};

// What a booking held that the reservations no longer know.
struct Past {
    static constexpr std::string_view row = "past";
    ReservationId id;
    PersonId owner;
    std::optional<std::string> project{};
    Interval when{};
    std::int64_t gpus = 0;
};
using PastByEnd = std::map<std::pair<Instant, ReservationId>, Past>;

struct State {
    std::map<BudgetId, Held> all;
    std::map<PersonId, PastByEnd> past;  // of each owner; none is empty
};

struct Aggregate {
    static constexpr std::string_view name = "budgets";
    using State = budget::State;
    using Command = budget::Command;
    using Event = budget::Event;
    struct Part {
        State budgets;
    };
    static State& of(Part& part) { return part.budgets; }
    static const State& of(const Part& part) { return part.budgets; }

    using Rows = List<Held, Past>;
    template <class Visit>
    static void each_row(const State& state, Visit&& visit) {
        for (const auto& [id, held] : state.all) visit(held);
        for (const auto& [owner, past] : state.past) {
            for (const auto& [key, one] : past) visit(one);
        }
    }
};

[[nodiscard]] State evolve(State state, const Event& event);
void restore(State& state, Held row);
void restore(State& state, Past row);
// Keeps what the reservations are about to forget, since it ended before `past`; drops what no
// period that is still open reaches.
[[nodiscard]] State remember(State state, const reservation::State& reservations, Instant past);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::budget
