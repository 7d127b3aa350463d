// Follows the facts and performs an effect for each wanted one: at least once, even if Dibs is
// killed, and only on the node that writes. All of its state is in the log:
//
//   effect.watched{reactor}                 the facts after it concern the reactor
//   the wanted facts                        effects to perform
//   effect.done / effect.failed{position}   their results; a failed effect is retried at growing
//                                           intervals, until it is given up on record
//
// An effect that may not happen yet (too many letters this hour, a receiver asks for a pause) is
// postponed. It stays open, without a fact and without a counted attempt, and is tried again then.
// The checkpoint only saves reading: it is never behind a fact with an open effect. An effect
// starts only after this node's own claim was read, so the effects of other writers are known. It
// carries the writer's epoch, by which the receiver of two can tell the older one. Owned and used
// by one thread; effects that run side by side have one thread each.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/effect/effect.hpp"
#include "domain/effect/effect_status.hpp"
#include "ingest/clock.hpp"
#include "ops/react/shared_tail.hpp"

#include <deque>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// One attempt of an effect, and its fact.
struct Effect {
    std::string record;  // of the fact
    Position position = 0;
    std::int64_t attempt = 1;
    std::uint64_t epoch = 0;
    // The fact is older than this reactor: an earlier attempt may have been interrupted at an
    // unknown point.
    bool may_have_begun = false;
};
struct EffectEnd {
    bool good = false;
    std::string detail{};                // the reason of a failure
    bool interrupted = false;            // Dibs stops: no statement about the effect
    bool for_good = false;               // it failed, and further attempts would fail too
    std::optional<Instant> postponed{};  // not tried; to be tried again then, not earlier
};

struct Retries {
    std::int64_t most_attempts = 6;
    Duration first = std::chrono::seconds{1};  // the first; then four times as long
};

// A resource that an effect occupies, as "host gpu03", and its number of places. Effects without a
// place wait, in the order of their facts.
struct Busy {
    std::string what;
    std::size_t places = 1;
};
// Concurrent effects, so that one that waits for a host does not block those on other hosts.
struct SideBySide {
    // 1: on the reactor's own thread; `keeps_busy` is not called.
    std::size_t most = 1;
    std::function<std::vector<Busy>(const RecordView& fact)> keeps_busy{};
};

// Functions that a reactor needs from other parts.
struct ReactorPorts {
    std::function<bool(const RecordView& fact)> wants;
    std::function<EffectEnd(const Effect&)> perform;      // blocks; any thread, if side by side
    std::function<bool(effect::Command)> report;          // true once the log has accepted it
    std::function<std::optional<std::uint64_t>()> epoch;  // this node's epoch, while it writes
    std::function<void(const Checkpoint&)> save;          // durable when it returns
    Clock clock;
    SideBySide side_by_side{};
};

class Reactor {
  public:
    // `saved`: the checkpoint saved last, if any.
    Reactor(SharedTail& log, std::string name, ReactorPorts ports, std::optional<Checkpoint> saved,
            Retries retries = {});

    // Reads new records and performs one effect if one is due, or begins all that may run side by
    // side; waits up to `wait` for records where none is due.
    LogResult<void> step(std::chrono::milliseconds wait);
    // Waits for the effects that were begun, and reports their results. Begins nothing.
    void settle();

    // True if all records are read and no effect is due.
    [[nodiscard]] bool is_idle();
    [[nodiscard]] std::size_t open() const { return open_.size(); }
    // By the records read so far. None until the end of the log is reached for the first time: an
    // end that is still unread would look like a waiting effect.
    [[nodiscard]] std::optional<effect::Status> status(Instant now) const;

  private:
    struct Open {
        std::string record;
        Instant happened{};
        std::int64_t attempts = 0;  // on record
        std::optional<Instant> failed_since{};
        Instant due{};
        bool reported = false;  // the report is not yet read from the log
        std::vector<Busy> keeps_busy{};
    };
    using OpenEffects = std::map<Position, Open>;
    // An effect that was begun, independent of changes to its fact.
    struct Running {
        std::int64_t attempt = 1;
        std::uint64_t epoch = 0;
        std::vector<Busy> keeps_busy{};
        std::future<EffectEnd> end;
    };

    void take(const Accepted& accepted);
    void take_end(const RecordView& record);
    void take_done(const effect::Done& event, Instant at);
    void take_failed(const effect::Failed& event, Instant at);
    void remember_boundary();
    void save();
    [[nodiscard]] std::optional<std::uint64_t> epoch_to_act_in() const;
    [[nodiscard]] OpenEffects::iterator next_due();
    void act();
    void begin(Position position, Open& open, std::uint64_t epoch);
    void take_ended();
    void ended(Position position, std::int64_t attempt, std::uint64_t epoch, const EffectEnd& end);
    [[nodiscard]] bool may_begin(Position position, const Open& open, Instant now) const;
    [[nodiscard]] Duration pause_after(std::int64_t attempts) const;

    const std::string name_;
    const ReactorPorts ports_;
    const Retries retries_;
    ReactorReader reader_;
    JsonParser parser_;
    bool watched_;
    OpenEffects open_;
    std::map<Position, Running> running_;
    std::map<std::string, std::size_t> busy_;  // number of effects on each resource
    std::deque<Checkpoint> boundaries_;        // between commands, not yet saved

    // For status().
    const Instant began_;           // older facts are not counted: each start may read them again
    bool at_the_end_ = false;       // at the last step
    bool came_to_the_end_ = false;  // at least once
    effect::Status counted_{};
    std::optional<Instant> given_up_since_{};  // reset by a later success
    Instant last_given_up_{};
};

}  // namespace dibs
