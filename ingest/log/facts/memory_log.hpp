// The log in memory, for tests: keeps the contract of domain/log/event_log.hpp, and lies on demand.
// Records are visible to readers as soon as they are handed over, as with Kafka. Any thread may use
// the log and its knobs; a cursor or an appender belongs to one. Cursors and appenders may outlive
// it.
//
// Fates stand for what a network does to a deposed writer's records, cut() for an unclean election
// or an old backup. As with librdkafka nobody is told of a cut, unless it shows.
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
        lose,   // never arrives; flush says `unavailable`
        twice,  // arrives, and once more right behind
        late,   // arrives at release_late(); flush says `unavailable`
    };
    // Asked for each record handed over, in order, under the log's lock: it must not call the log.
    void set_append_fault(std::function<AppendFault(std::string_view record)> fault);
    // All records held back arrive now, behind everything. Returns how many.
    std::size_t release_late();

    // The newest `count` records are gone; what is appended next takes their offsets again.
    void cut(std::size_t count);
    // Every open cursor reports a gap once, as after a reconnect.
    void interrupt();
    // The next append (or flush) of any appender fails with this and does nothing.
    void fail_next_append(LogError error);
    void fail_next_flush(LogError error);

    struct Shared;

  private:
    std::shared_ptr<Shared> shared_;
};

}  // namespace dibs
