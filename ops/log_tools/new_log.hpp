// An embedded log that is made beside the one that is there, and takes its place when it is whole:
// <data>/log.new, then its file over that of <data>/log, at once. Whatever ends it before leaves
// the log as it was. For the holder of the data directory's lock. One thread.
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

// How long a flush of what was appended may take.
inline constexpr std::chrono::seconds flush_timeout{60};

class NewLog {
  public:
    static ToolResult<NewLog> begin(const LogPlace& place);
    NewLog(NewLog&&) = default;
    NewLog& operator=(NewLog&&) = delete;
    ~NewLog();

    ToolResult<void> add(std::string record);
    // Reads it once more from disk, as `dibsd log verify` does; what it holds, if that is sound.
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

// What was made from the log and lies beside it, so that it fits a log that ends behind `end`: the
// next start makes tables, snapshots and answered commands anew; a hook that was told more than
// there is now goes on behind the end.
ToolResult<void> forget_behind(const LogPlace& place, const Checkpoint& end);

}  // namespace dibs::log_tools
