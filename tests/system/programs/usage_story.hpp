// Simulated use of GPUs over some weeks, the same in each run: bookings, and whether their owners
// work, sleep, stay away or release early, and use of others' time. Produced second by second, like
// samples of probes. For grow_usage.
#pragma once

#include "domain/reservation/reservation.hpp"
#include "domain/usage/sample.hpp"
#include "domain/usage/use.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

namespace dibs::story {

using std::chrono::hours;
using std::chrono::minutes;

inline constexpr std::array names{"ann",   "bartek", "chen", "dana",  "eli",   "farah",
                                  "goran", "hana",   "igor", "julia", "karol", "lena"};
inline constexpr hours step{6};  // between the moments at which people book and release

enum class Habit { works, sleeps, stays_away, ends_early, lets_go, is_disturbed };

struct Plan {
    std::size_t person = 0, gpu = 0;
    Interval when;
    Habit habit{};
    ReservationId id{};
    bool let_go = false;
};

class Story {
  public:
    Story(std::size_t gpus, Interval when) {
        for (std::size_t g = 0; g < gpus; ++g) {
            for (auto at = when.from + hours{1 + g}; at < when.until;) {
                const auto from = at + minutes{30 * pick(0, 24)};
                const auto length = minutes{30 * pick(6, 96)};
                const auto person = static_cast<std::size_t>(pick(0, names.size() - 1));
                plans.push_back({person, g, {from, from + length}, habit_of(person)});
                at = from + length;
            }
        }
        std::erase_if(plans, [&](const Plan& plan) { return plan.when.from >= when.until; });
    }

    // The sample of the GPU in that second; none: not probed.
    [[nodiscard]] std::optional<Sample> second(GpuId id, std::size_t gpu, Instant t) const {
        const auto hour = std::chrono::floor<hours>(t).time_since_epoch().count();
        if (gpu % 4 == 3 && hour % 61 == 7) return std::nullopt;  // its host was away
        const auto* plan = plan_at(gpu, t);
        Sample sample{id, t};
        const auto say = [&](std::vector<Occupant> who, std::int64_t percent) {
            sample.values.set(utilization, static_cast<std::int32_t>(percent));
            sample.occupancy = Occupancy(std::move(who));
        };
        const auto busy = 60 + (hour * 7 + static_cast<std::int64_t>(gpu) * 13) % 40;
        if (plan == nullptr) {
            const bool somebody = hour % 17 == 3;
            somebody ? say({{"visitor"}}, busy / 2) : say({}, 0);
        } else {
            tell(*plan, t, busy, say);
        }
        return sample;
    }

    std::vector<Plan> plans;

  private:
    template <class Say>
    static void tell(const Plan& plan, Instant t, std::int64_t busy, const Say& say) {
        const std::string owner = names[plan.person];
        const auto since = (t - plan.when.from) / minutes{1};
        const auto length = plan.when.length() / minutes{1};
        switch (plan.habit) {
            case Habit::works:
            case Habit::lets_go:
                return say({{owner}}, busy);
            case Habit::sleeps:
                return say({{owner}}, since < length / 4 ? busy : 0);
            case Habit::stays_away:
                return say({}, 0);
            case Habit::ends_early:
                if (since < length / 2) return say({{owner}}, busy);
                return say({}, 0);
            case Habit::is_disturbed:
                if (since % 180 < 60) {
                    return say({{owner, 40}, {owner == "goran" ? "lena" : "goran", 30}}, 80);
                }
                return say({{owner}}, busy);
        }
    }
    // Some people waste more than others.
    Habit habit_of(std::size_t person) {
        const auto luck = pick(0, 9) + (person == 3 || person == 7 ? 4 : 0);
        if (luck > 11) return Habit::stays_away;
        if (luck > 8) return Habit::sleeps;
        if (luck == 8) return Habit::is_disturbed;
        if (luck == 7) return Habit::ends_early;
        return luck == 6 ? Habit::lets_go : Habit::works;
    }
    [[nodiscard]] const Plan* plan_at(std::size_t gpu, Instant t) const {
        for (const auto& plan : plans) {
            if (plan.gpu == gpu && plan.when.contains(t)) return &plan;
        }
        return nullptr;
    }
    std::int64_t pick(std::int64_t from, std::int64_t until) {
        const auto many = static_cast<std::uint64_t>(until - from + 1);
        return from + static_cast<std::int64_t>(random_() % many);
    }

    static constexpr auto utilization = column_of(Subject::gpu, "utilization_percent");
    std::mt19937_64 random_{1};
};

}  // namespace dibs::story
