// A log whose appenders block on request, to simulate a paused or disconnected node.
#pragma once

#include "tests/support/passing_log.hpp"

#include <atomic>
#include <functional>
#include <future>

namespace dibs::test {

class PausingLog : public PassingLog {
  public:
    using PassingLog::PassingLog;

    // Called on the writer's thread; may block. Set them before the writer starts.
    std::function<void()> before_append = [] {};
    std::function<void()> before_flush = [] {};

    std::atomic<int> read_from_start{0};

    LogResult<std::unique_ptr<LogCursor>> open_cursor(Offset after) override {
        read_from_start += after == before_first ? 1 : 0;
        return PassingLog::open_cursor(after);
    }

  private:
    LogResult<void> append(LogAppender& to, std::vector<std::string> records) override {
        before_append();
        return PassingLog::append(to, std::move(records));
    }
    LogResult<void> flush(LogAppender& to, std::chrono::milliseconds deadline) override {
        before_flush();
        return PassingLog::flush(to, deadline);
    }
};

// Once armed, it blocks a thread until it is opened.
class Gate {
  public:
    void arm() { armed_ = true; }
    void pass() {
        if (!armed_.exchange(false)) return;
        reached_.set_value();
        open_.get_future().wait_for(std::chrono::seconds{60});
    }
    bool reached() {
        return reached_.get_future().wait_for(std::chrono::seconds{60}) ==
               std::future_status::ready;
    }
    void open() { open_.set_value(); }

  private:
    std::atomic<bool> armed_{false};
    std::promise<void> reached_, open_;
};

}  // namespace dibs::test
