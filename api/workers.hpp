// The threads beside the event loop, by kind of work. Questions of one person do not block others:
// reports have threads of their own, and each person has a share of them.
#pragma once

#include "api/loop/work_costs.hpp"
#include "api/loop/work_pool.hpp"
#include "domain/kernel/ids.hpp"

namespace dibs::routes {

struct Workers {
    WorkCosts costs{};  // costs of lists and reports, by the person's id
    WorkPool passwords{2};
    // Small work that is still too large for the loop: pages of lists, conflicts of a booking. A
    // page of the dashboard sends some ten at once.
    WorkPool lists{2, 4096, {.running = 2, .waiting = 64}, account()};
    // Work that grows with its range: usage, offers, files.
    WorkPool reports{3, 4096, {.running = 2, .waiting = 8}, account()};
    WorkPool scrapes{1};  // /metrics
    WorkPool outward{1};  // contacts hosts, which may not answer

    void stop() {
        for (auto* pool : {&lists, &reports, &scrapes, &outward, &passwords}) pool->stop();
    }

  private:
    // Costs of callers without a person are not kept: their addresses are unbounded.
    WorkPool::Account account() {
        return [this](const std::string& owner, std::chrono::nanoseconds took) {
            if (parse_id<PersonId>(owner)) costs.add(owner, took);
        };
    }
};

}  // namespace dibs::routes
