// A step against violations as an effect: asks whether it is still called for, has its handler take
// it, and reports what came of it. Each handler is a reactor of its own, so that a host that hangs
// in a stop holds up no message; what asks hosts is taken on many of them side by side.
#pragma once

#include "domain/codec/seal.hpp"
#include "domain/violation/violation.hpp"
#include "ingest/command_handler.hpp"
#include "ops/react/reactors.hpp"
#include "ops/react/steps/first_action.hpp"
#include "projections/questions/snapshot.hpp"

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace dibs::steps {

// What came of it, for the record.
struct Result {
    violation::Outcome outcome{};
    std::int64_t count = 0;
    std::string words{};  // printable, one line
};
// What came of it for some of them, where that is not the same for all.
struct GroupedResult {
    std::vector<violation::Violation> violations;
    Result result;
};
struct End {
    EffectEnd effect{.good = true};
    // Of those that `came` does not name. None: nothing is to be reported of them yet, because it
    // is tried again or postponed.
    std::optional<Result> result{};
    std::vector<GroupedResult> came{};  // stands, whatever becomes of the rest
};

// Of the violations those that the step is still called for, as the log has them; of the others is
// reported that it was not needed.
struct Call {
    const violation::Escalated& step;
    const Effect& effect;
    const std::atomic<bool>& stopping;
};

// What waits while a step is taken: all of its reactor, or what shares a host with it, or an
// account of a host.
enum class LockScope { all, hosts, accounts };

struct Handler {
    std::string name;  // the reactor's, on record
    std::vector<enforcement::Action> actions;
    std::function<End(const Call&)> take;  // blocks; any thread, if side by side
    Retries retries{};
    effect::By by = effect::By::host;
    LockScope keeps = LockScope::all;
};

struct Parts {
    const Sealer& sealer;
    CommandHandler& commands;
    // The tables once they hold this position; none: they did not come so far in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    FirstActionClock* first_actions = nullptr;  // null: how soon they come is not counted
};

// Still open, not excused, and not of before an excuse that was taken back; and the rules and the
// protection of the booking still go so far.
[[nodiscard]] bool is_called_for(const Snapshot& tables, ViolationId id,
                                 const violation::Escalated& step);

[[nodiscard]] Reaction reaction_of(Handler handler, const Parts& parts);

}  // namespace dibs::steps
