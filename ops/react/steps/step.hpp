// A step against violations as an effect: checks whether it is still called for, has its handler
// take it, and reports the result. Each handler is its own reactor, so a host that hangs in a stop
// does not delay messages. Steps that ask hosts run side by side.
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

// The result for the record.
struct Result {
    violation::Outcome outcome{};
    std::int64_t count = 0;
    std::string words{};  // printable, one line
};
// The result for some violations, where results differ.
struct GroupedResult {
    std::vector<violation::Violation> violations;
    Result result;
};
struct End {
    EffectEnd effect{.good = true};
    // For violations that are not in `came`. None: not reported yet, because the step is retried or
    // postponed.
    std::optional<Result> result{};
    std::vector<GroupedResult> came{};  // final, independent of the others
};

// The violations that the step is still called for, with their fact; the others are reported as not
// needed.
struct Call {
    const violation::Escalated& step;
    const Effect& effect;
    const std::atomic<bool>& stopping;
};

// Steps that wait for a running one: all of its reactor, those on the same host, or those on the
// same account of a host.
enum class LockScope { all, hosts, accounts };

struct Handler {
    std::string name;  // of the reactor, on record
    std::vector<enforcement::Action> actions;
    std::function<End(const Call&)> take;  // blocks; any thread, if side by side
    Retries retries{};
    effect::By by = effect::By::host;
    LockScope keeps = LockScope::all;
};

struct Parts {
    const Sealer& sealer;
    CommandHandler& commands;
    // The tables once they contain this position; none: they did not in time.
    std::function<std::optional<Snapshot>(Position)> tables;
    FirstActionClock* first_actions = nullptr;  // null: reaction times are not counted
};

// True if the violation is open and not excused, and no revoked excuse has restarted its steps.
// The rules and the booking's protection still have to allow the step.
[[nodiscard]] bool is_called_for(const Snapshot& tables, ViolationId id,
                                 const violation::Escalated& step);

[[nodiscard]] Reaction reaction_of(Handler handler, const Parts& parts);

}  // namespace dibs::steps
