// A log whose disk is full, or whose broker is away, for as long as somebody says so.
#pragma once

#include "domain/log/event_log.hpp"

#include <atomic>

namespace dibs::bench {

class BreakingLog : public EventLog {
  public:
    explicit BreakingLog(EventLog& log) : log_(log) {}

    std::atomic<bool> broken{false};

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        return log_.open_cursor(after);
    }
    LogResult<std::unique_ptr<LogAppender>> open_appender() override {
        auto appender = log_.open_appender();
        if (!appender) return tl::unexpected(appender.error());
        return std::make_unique<Appender>(*this, std::move(*appender));
    }
    LogResult<std::optional<std::string>> at(Offset offset) override { return log_.at(offset); }
    LogResult<Offset> newest() override { return log_.newest(); }

  private:
    class Appender : public LogAppender {
      public:
        Appender(const BreakingLog& log, std::unique_ptr<LogAppender> appender)
            : log_(log), appender_(std::move(appender)) {}
        LogResult<void> append(std::vector<std::string> records) override {
            return appender_->append(std::move(records));
        }
        LogResult<void> flush(std::chrono::milliseconds deadline) override {
            if (!log_.broken) return appender_->flush(deadline);
            return tl::unexpected(LogError{LogError::Kind::unavailable, "the log is away"});
        }

      private:
        const BreakingLog& log_;
        std::unique_ptr<LogAppender> appender_;
    };

    EventLog& log_;
};

}  // namespace dibs::bench
