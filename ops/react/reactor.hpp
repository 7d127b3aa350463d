// Follows the facts and does an effect for each that it wants: at least once, however often Dibs is
// killed, and by the node that writes. Everything it needs to know is in the log:
//
//   effect.watched{reactor}                 what follows concerns it
//   the facts it wants                      to be done
//   effect.done / effect.failed{position}   what became of them; a failure is tried again, later
//                                           and later, until it gives up and says so
//
// An effect that may not happen yet (a letter too many this hour, a receiver that asks for
// patience) is postponed: it stays open, without a fact and without counting as tried, and is asked
// again then. Its checkpoint only saves reading: it never lies behind a fact whose effect is open.
// An effect is started only once this node's own claim was read, so that what other writers have
// done is known, and carries the writer's epoch, so that whoever gets two can tell the older one.
// Owned and used by one thread; effects that may be done side by side have one each meanwhile.
#pragma once

#include "domain/codec/json_value.hpp"
#include "domain/effect/effect.hpp"
#include "domain/effect/effect_status.hpp"
#include "domain/log/tail.hpp"
#include "ingest/clock.hpp"

#include <deque>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs {

// What is to be done, and what for.
struct Effect {
    std::string record;  // of the fact
    Position position = 0;
    std::int64_t attempt = 1;
    std::uint64_t epoch = 0;
    // The fact is older than this reactor: an attempt may have been cut off, and nobody knows how
    // far it came.
    bool may_have_begun = false;
};
struct EffectEnd {
    bool good = false;
    std::string detail{};      // why not
    bool interrupted = false;  // Dibs stops: that says nothing about the effect
    bool for_good = false;     // it failed, and so would each further attempt
    std::optional<Instant>
        postponed{};  // not tried: it is asked for again then, not a second sooner
};

struct Retries {
    std::int64_t most_attempts = 6;
    Duration first = std::chrono::seconds{1};  // then four times as long, each time
};

// What an effect keeps busy while it is done, as "host gpu03", and how many may do so at once.
// Those that find no place wait, in the order of their facts.
struct Busy {
    std::string what;
    std::size_t places = 1;
};
// Effects at the same time, so that one that waits for a host holds up none on other hosts.
struct SideBySide {
    // 1: on the reactor's own thread, and nothing is asked what it keeps busy.
    std::size_t most = 1;
    std::function<std::vector<Busy>(const RecordView& fact)> keeps_busy{};
};

// What a reactor needs of the rest.
struct ReactorPorts {
    std::function<bool(const RecordView& fact)> wants;
    std::function<EffectEnd(const Effect&)> perform;      // blocks; any thread, if side by side
    std::function<bool(effect::Command)> report;          // true once the log has accepted it
    std::function<std::optional<std::uint64_t>()> epoch;  // this node's, while it writes
    std::function<void(const Checkpoint&)> save;          // durable when it returns
    Clock clock;
    SideBySide side_by_side{};
};

class Reactor {
  public:
    // `saved` is what was saved last, if anything was.
    Reactor(EventLog& log, std::string name, ReactorPorts ports, std::optional<Checkpoint> saved,
            Retries retries = {});

    // Reads what is new and does one effect if one is due, or begins all that may be done side by
    // side; waits up to `wait` where there is none.
    LogResult<void> step(std::chrono::milliseconds wait);
    // Waits for those that were begun, and reports what came of them. Begins nothing.
    void settle();

    // Nothing is left to read, and no effect is due.
    [[nodiscard]] bool is_idle();
    [[nodiscard]] std::size_t open() const { return open_.size(); }
    // By what it has read; none while it has not come to the end of the log for the first time,
    // because an end that is still to be read would look like an effect that waits.
    [[nodiscard]] std::optional<effect::Status> status(Instant now) const;

  private:
    struct Open {
        std::string record;
        Instant happened{};
        std::int64_t attempts = 0;  // on record
        std::optional<Instant> failed_since{};
        Instant due{};
        bool reported = false;  // how this attempt ended is on its way through the log
        std::vector<Busy> keeps_busy{};
    };
    using OpenEffects = std::map<Position, Open>;
    // One that was begun; whatever becomes of its fact meanwhile.
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
    Tail tail_;
    JsonParser parser_;
    bool watched_;
    OpenEffects open_;
    std::map<Position, Running> running_;
    std::map<std::string, std::size_t> busy_;  // what those keep so, and how many of them
    std::deque<Checkpoint> boundaries_;        // between commands, not saved yet

    // For status().
    const Instant began_;      // what is older is not counted: it may be read again at each start
    bool at_the_end_ = false;  // with the last step
    bool came_to_the_end_ = false;  // ever
    effect::Status counted_{};
    std::optional<Instant> given_up_since_{};  // nothing was done since
    Instant last_given_up_{};
};

}  // namespace dibs
