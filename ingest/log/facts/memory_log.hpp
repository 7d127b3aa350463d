// The log in memory, for tests: follows the contract of domain/log/event_log.hpp, and injects
// faults on request. Readers see records as soon as they are handed over, as with Kafka. Any thread
// may use the log and its fault settings; a cursor or an appender belongs to one thread at a time.
// Cursors and appenders may outlive it.
//
// AppendFault models the network's effect on a deposed writer's records. cut() models an unclean
// election or an old backup. As with librdkafka, a cut is not reported unless it shows.
#pragma once

#include "domain/log/event_log.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace dibs {

class MemoryLog : public EventLog {
  public:
    struct Numbering {
        Offset first = 0;
        Offset stride = 1;  // offsets have holes when above 1
    };
    MemoryLog();
    explicit MemoryLog(Numbering numbering);
    ~MemoryLog() override;

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override;
    LogResult<std::unique_ptr<LogAppender>> open_appender() override;
    LogResult<std::optional<std::string>> at(Offset offset) override;
    LogResult<Offset> newest() override;

    enum class AppendFault {
        keep,
        lose,   // never arrives; flush returns `unavailable`
        twice,  // arrives, and once more right behind
        late,   // arrives at release_late(); flush returns `unavailable`
    };
    // Called for each record handed over, in order, under the log's lock: it must not call the log.
    void set_append_fault(std::function<AppendFault(std::string_view record)> fault);
    // Releases all records held back, behind everything else. Returns their number.
    std::size_t release_late();

    // Removes the newest `count` records; later records take their offsets again.
    void cut(std::size_t count);
    // Every open cursor reports a gap once, as after a reconnect.
    void interrupt();
    // Makes the next append (or flush) of any appender fail with this and do nothing.
    void fail_next_append(LogError error);
    void fail_next_flush(LogError error);

    struct Shared;

  private:
    std::shared_ptr<Shared> shared_;
};

}  // namespace dibs
