// Budgets: the GPU-hours that a group or a project may book in a period. A period is each week,
// month, quarter or year of a zone's calendar, or one fixed interval. The time that bookings hold
// counts; a booking released early counts up to its release. When a budget is spent, further
// bookings are refused, or are booked with a recorded warning. budget_rules.hpp has the rules for
// counting and exceeding. Each period records once that the budget is nearly spent, and once that
// it is spent, for the people who are notified.
//
// The world forgets a finished booking a month after its end (world.cpp), but a budget may have a
// period of a year. So the hours of such bookings are kept here, one row for each, as long as any
// period may need them.
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
enum class Step { nearly_spent, spent };  // spent: used or booked ahead

struct Budget {
    BudgetId id;
    std::optional<GroupId> group{};  // exactly one of group and project
    std::optional<std::string> project{};
    std::int64_t gpu_hours = 0;
    Period period{};
    std::optional<Instant> from{};  // only for the period `once`
    std::optional<Instant> until{};
    std::string zone = "UTC";  // the zone of the calendar of its periods
    WhenSpent when_spent{};
    friend bool operator==(const Budget&, const Budget&) = default;
};

// Counts the changes of one budget, from 1; the API's ETag.
using Version = std::int64_t;

inline constexpr std::size_t most_budgets = 1000;

// commands; admins only
struct Make {
    static constexpr std::string_view type = "budget.make";
    Budget budget;
};
struct Change {  // changes only the members that are present; the group or project stays
    static constexpr std::string_view type = "budget.change";
    BudgetId id;
    std::optional<Version> expected{};
    std::optional<std::int64_t> gpu_hours{};
    std::optional<Period> period{};
    std::optional<std::optional<Instant>> from{};  // present but empty: removes the value
    std::optional<std::optional<Instant>> until{};
    std::optional<std::string> zone{};
    std::optional<WhenSpent> when_spent{};
};
struct Remove {
    static constexpr std::string_view type = "budget.remove";
    BudgetId id;
    std::optional<Version> expected{};
};
struct ReportBudgetThreshold {  // by Dibs itself, which checks how much is spent
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
    std::string of;  // the name of the group or project
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
    Interval period{};  // the first period that it exceeds
    std::int64_t gpu_hours = 0;
    std::int64_t booked_s = 0;  // GPU-seconds in the period, with this booking
    std::int64_t left_s = 0;    // GPU-seconds left without this booking
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
    std::int64_t booked_s = 0;  // GPU-seconds in the period
    Step step{};
};
using Event = EventOf<BudgetCreated, Changed, Removed, Exceeded, Spent>;

// The last recorded step of a budget in its present form.
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

// The hours of a booking that the reservations have forgotten.
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
// Keeps the hours of bookings that the reservations are about to forget, because they ended before
// `past`. Removes rows that no open period needs.
[[nodiscard]] State remember(State state, const reservation::State& reservations, Instant past);
[[nodiscard]] Result<std::vector<Event>> decide(const World& world, const Command& command,
                                                const Context& context);

}  // namespace dibs::budget
