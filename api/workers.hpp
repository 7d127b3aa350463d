// The threads beside the event loop, by what they work for. One person's questions keep no
// others waiting: reports have threads of their own, and each person has a share of them.
#pragma once

#include "api/loop/work_costs.hpp"
#include "api/loop/work_pool.hpp"
#include "domain/kernel/ids.hpp"

namespace dibs::routes {

struct Workers {
    WorkCosts costs{};  // of lists and reports, by the id of the person
    WorkPool passwords{2};
    // What is small, but not small enough for the loop: pages of lists, who is in the way of a
    // booking. A page of the dashboard asks for some ten at once.
    WorkPool lists{2, 4096, {.running = 2, .waiting = 64}, account()};
    // What costs as much as it covers: usage, offers, files.
    WorkPool reports{3, 4096, {.running = 2, .waiting = 8}, account()};
    WorkPool scrapes{1};  // /metrics
    WorkPool outward{1};  // asks hosts that may not answer

    void stop() {
        for (auto* pool : {&lists, &reports, &scrapes, &outward, &passwords}) pool->stop();
    }

  private:
    // Who is not signed in is an address, of which there is no end: those are not kept.
    WorkPool::Account account() {
        return [this](const std::string& owner, std::chrono::nanoseconds took) {
            if (parse_id<PersonId>(owner)) costs.add(owner, took);
        };
    }
};

}  // namespace dibs::routes
