// Shared by tests of the reactor: a site that acts on its log, the state that survives a reactor,
// and the points of a kill.
#pragma once

#include "domain/world/world.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "ops/react/reactor.hpp"
#include "tests/ops/react/reactor_facts.hpp"
#include "tests/support/record_maker.hpp"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dibs::test {

using namespace std::chrono_literals;

inline const std::string hook_name = "on test.* run /bin/tell";

// The environment of a reactor: the state that survives it, and the points of a kill.
class Site {
  public:
    explicit Site(int failures = 0) : failures_(failures) {
        append(log, pen.created());
        append(log, pen.claim("one"));
    }

    void say(std::string_view type = wanted_type) {
        append(log, pen.next(false, type, "{}"));
        ++position;
        if (type == wanted_type && world_.effects.watched.contains(hook_name))
            wanted.insert(position);
    }
    void claim(std::uint64_t its_epoch) {
        append(log, pen.claim("another"));
        epoch = its_epoch;
    }
    // A report of another node while it wrote.
    void note(const effect::Event& event) {
        append(log, pen.command(std::vector<Event>{Event{event}}));
        ++position;
    }
    void crash_at(int point) { left_ = point; }

    // A new process; the reactor of the one before is no longer used.
    std::unique_ptr<Reactor> reactor(const std::string& its_name = hook_name) {
        shared_tail.emplace(log);
        return std::make_unique<Reactor>(*shared_tail, its_name, ports(its_name), disk[its_name],
                                         Retries{.most_attempts = 3, .first = 1ms});
    }
    // One process, until no effect is left or it is killed.
    void live() {
        const auto one = reactor();
        try {
            for (int quiet = 0; quiet < 10; ++quiet) {
                now += 10ms;
                const auto reports = reported.size();
                ASSERT_TRUE(one->step(0ms));
                if (reported.size() != reports) quiet = 0;
            }
            EXPECT_EQ(one->open(), 0U);
        } catch (const Crash&) {
            ++crashes;
        }
    }

    MemoryLog log{MemoryLog::Numbering{.first = 3, .stride = 7}};
    std::optional<SharedTail> shared_tail;  // of the process
    RecordMaker pen;
    Instant now = some_time;
    std::optional<std::uint64_t> epoch = 1;
    std::map<std::string, std::optional<Checkpoint>> disk;
    Position position = 0;  // of the newest fact
    std::set<Position> wanted;
    int crashes = 0;
    std::map<Position, int> performed;
    std::vector<effect::Report> reported;
    bool busy = false;
    Instant closed_until{};      // until then the receiver asks for a pause
    int postponed = 0;           // number of times
    std::set<Position> refused;  // permanently

  private:
    void point() {
        if (left_ > 0 && --left_ == 0) throw Crash{};
    }
    ReactorPorts ports(const std::string& its_name) {
        return {.wants = [](const RecordView& fact) { return fact.type == wanted_type; },
                .perform = [this](const Effect& effect) { return perform(effect); },
                .report = [this](const effect::Command& command) { return report(command); },
                .epoch = [this] { return epoch; },
                .save =
                    [this, its_name](const Checkpoint& checkpoint) {
                        point();
                        disk[its_name] = checkpoint;
                        point();
                    },
                .clock = [this] { return now; }};
    }
    EffectEnd perform(const Effect& effect) {
        point();
        if (now < closed_until) {
            ++postponed;
            return {.postponed = closed_until};
        }
        ++performed[effect.position];
        point();
        if (refused.contains(effect.position)) return {.detail = "gone", .for_good = true};
        if (failures_ > 0 && effect.position % 5 == 0) return {false, "never"};
        const bool good = failures_ == 0 || effect.position % failures_ != 0 || effect.attempt > 1;
        return {good, good ? "" : "not yet"};
    }
    bool report(const effect::Command& command) {
        point();
        if (busy) return false;
        const auto events = *effect::decide(world_, command, Context{.actor = {}, .now = now});
        pen.now = now;
        for (const auto& event : events) {
            world_.effects = effect::evolve(std::move(world_.effects), event);
            append(log, pen.command(std::vector<Event>{Event{effect::Event{event}}}));
            ++position;
        }
        if (const auto* end = get_if<effect::Report>(&command)) reported.push_back(*end);
        point();
        return true;
    }

    World world_;
    int left_ = -1;
    const int failures_;
};

// Every fact after effect.watched has an end on record, and was tried before that.
inline void expect_all_ended(const Site& site) {
    std::set<Position> ended;
    for (const auto& report : site.reported) {
        if (report.outcome != effect::Outcome::failed) ended.insert(report.position);
        EXPECT_GE(site.performed.at(report.position), 1);
    }
    EXPECT_EQ(ended, site.wanted);
}

}  // namespace dibs::test
