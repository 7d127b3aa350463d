// The id that a log got at its creation, in its first record. External readers distinguish logs by
// it.
#pragma once

#include "domain/log/event_log.hpp"
#include "domain/log/record.hpp"

#include <string>

namespace dibs {

// The id in a record of type log.created; empty in any other.
[[nodiscard]] std::string log_id_in(const RecordView& record);
[[nodiscard]] std::string log_id_in(std::string_view record);

// Empty if the log is empty. Reads with a cursor of its own.
[[nodiscard]] LogResult<std::string> read_log_id(EventLog& log);

}  // namespace dibs
