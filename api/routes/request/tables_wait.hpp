// Waiting until the tables hold a position of the log, for the reads and the commands of this
// folder.
#pragma once

#include "api/routes/request/request_context.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace dibs::routes {

// The reason why the tables do not update, usually a full disk. Empty if they update.
[[nodiscard]] std::string projection_error(const Service& service);

// The refusal while the tables have not reached the position that an answer needs.
[[nodiscard]] Refusal tables_behind(const Service& service);

// Calls `then` on the loop: with true once the tables reach the position, with false after the
// timeout. May be called on any thread.
void when_tables_reach(const RequestPtr& context, Position needed,
                       std::chrono::milliseconds timeout, std::function<void(bool)> then);

}  // namespace dibs::routes
