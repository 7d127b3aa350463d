// A new embedded log beside the existing one: built as <data>/log.new, then its file atomically
// replaces that of <data>/log. An interruption before that leaves the log unchanged. The caller
// holds the data directory's lock. One thread.
#pragma once

#include "domain/log/checkpoint.hpp"
#include "domain/log/event_log.hpp"
#include "ops/log_tools/log_place.hpp"
#include "ops/log_tools/tool_result.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <vector>

namespace dibs::log_tools {

// Timeout of one flush.
inline constexpr std::chrono::seconds flush_timeout{60};

class NewLog {
  public:
    static ToolResult<NewLog> begin(const LogPlace& place);
    NewLog(NewLog&&) = default;
    NewLog& operator=(NewLog&&) = delete;
    ~NewLog();

    ToolResult<void> add(std::string record);
    // Reads the log again from disk, as `dibsd log verify` does; returns its end if it is sound.
    ToolResult<Checkpoint> verified();
    ToolResult<void> put_in_place();

  private:
    NewLog(std::filesystem::path place, std::filesystem::path folder)
        : place_(std::move(place)), folder_(std::move(folder)) {}
    ToolResult<void> flush();

    std::filesystem::path place_, folder_;
    std::unique_ptr<EventLog> log_;
    std::unique_ptr<LogAppender> appender_;
    std::vector<std::string> waiting_;
    std::size_t waiting_bytes_ = 0;
};

// Makes derived files fit a log that ends at `end`: the next start rebuilds tables, snapshots and
// answered commands. A reactor that has read further goes on behind `end`.
ToolResult<void> discard_derived_data(const LogPlace& place, const Checkpoint& end);

}  // namespace dibs::log_tools
