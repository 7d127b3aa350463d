// A log whose appenders stop where a test tells them to: what a paused or cut-off node looks like.
#pragma once

#include "domain/log/event_log.hpp"

#include <atomic>
#include <functional>
#include <future>
#include <memory>

namespace dibs::test {

class PausingLog : public EventLog {
  public:
    explicit PausingLog(EventLog& log) : log_(log) {}

    // Called by the writer's thread; may block. Set them before the writer starts.
    std::function<void()> before_append = [] {};
    std::function<void()> before_flush = [] {};

    std::atomic<int> read_from_start{0};

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        read_from_start += after == before_first ? 1 : 0;
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
        Appender(PausingLog& log, std::unique_ptr<LogAppender> appender)
            : log_(log), appender_(std::move(appender)) {}
        LogResult<void> append(std::vector<std::string> records) override {
            log_.before_append();
            return appender_->append(std::move(records));
        }
        LogResult<void> flush(std::chrono::milliseconds deadline) override {
            log_.before_flush();
            return appender_->flush(deadline);
        }

      private:
        PausingLog& log_;
        std::unique_ptr<LogAppender> appender_;
    };

    EventLog& log_;
};

// Where a thread waits, once armed, until it is let on.
class Gate {
  public:
    void arm() { armed_ = true; }
    void pass() {
        if (!armed_.exchange(false)) return;
        reached_.set_value();
        open_.get_future().wait_for(std::chrono::seconds{30});
    }
    bool reached() {
        return reached_.get_future().wait_for(std::chrono::seconds{20}) ==
               std::future_status::ready;
    }
    void open() { open_.set_value(); }

  private:
    std::atomic<bool> armed_{false};
    std::promise<void> reached_, open_;
};

}  // namespace dibs::test
