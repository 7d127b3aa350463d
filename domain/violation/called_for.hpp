// Whether a step that was decided is still called for when its effect takes place: the one opinion,
// beside the decision. A reaction asks it with the state that its read model shows; the answer may
// change until the effect has begun. Pure.
#pragma once

#include "domain/violation/violation.hpp"

#include <optional>

namespace dibs::violation {

// The state of one violation of the step, and of the rules and the booking behind it.
struct StepBasis {
    bool open = false;
    bool excused = false;
    std::optional<Instant> steps_since{};  // its steps are counted from then; none: as decided
    rules::Rules rules{};
    std::optional<enforcement::Protection> asked{};  // by the booking
};

// No: the violation is over or excused, or an excuse was withdrawn since, which restarts the steps;
// the rules drop the action or only try it; or the booking asks for less protection.
[[nodiscard]] bool still_called_for(const Escalated& step, const StepBasis& now);

// A stop that is not a dry run.
[[nodiscard]] bool ends_processes(const Escalated& step);

}  // namespace dibs::violation
