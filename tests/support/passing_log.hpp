// A log that forwards everything to another. Subclasses that stop, fail or cut appends override
// `append` and `flush`, which run on the writer's thread.
#pragma once

#include "domain/log/event_log.hpp"

#include <memory>
#include <string>
#include <vector>

namespace dibs::test {

class PassingLog : public EventLog {
  public:
    explicit PassingLog(EventLog& log) : log_(log) {}

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
    [[nodiscard]] bool has_one_writer() const override { return log_.has_one_writer(); }
    LogError condemn(LogError error) override { return log_.condemn(std::move(error)); }

  protected:
    virtual LogResult<void> append(LogAppender& to, std::vector<std::string> records) {
        return to.append(std::move(records));
    }
    virtual LogResult<void> flush(LogAppender& to, std::chrono::milliseconds deadline) {
        return to.flush(deadline);
    }

  private:
    class Appender : public LogAppender {
      public:
        Appender(PassingLog& log, std::unique_ptr<LogAppender> to)
            : log_(log), to_(std::move(to)) {}
        LogResult<void> append(std::vector<std::string> records) override {
            return log_.append(*to_, std::move(records));
        }
        LogResult<void> flush(std::chrono::milliseconds deadline) override {
            return log_.flush(*to_, deadline);
        }

      private:
        PassingLog& log_;
        std::unique_ptr<LogAppender> to_;
    };

    EventLog& log_;
};

}  // namespace dibs::test
