// A log whose appender, once armed, stops its own process between two records of one command: what
// came first is on the log, what belongs to it is sent when the process is woken, however much
// later. Any thread arms it; it stops on the writer's.
#pragma once

#include "domain/log/event_log.hpp"
#include "domain/log/record.hpp"

#include <atomic>
#include <csignal>
#include <memory>

namespace dibs::two_writers {

class StoppingLog : public EventLog {
  public:
    explicit StoppingLog(EventLog& log) : log_(log) {}

    // The next command of several records is cut behind so many of them.
    void stop_after(int records) { stop_after_ = records; }

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
        Appender(StoppingLog& log, std::unique_ptr<LogAppender> appender)
            : log_(log), appender_(std::move(appender)) {}

        LogResult<void> append(std::vector<std::string> records) override {
            auto cut = records.begin();
            while (cut != records.end() && !parse_record(*cut)->fence.more) ++cut;
            const int first = cut == records.end() ? 0 : log_.stop_after_.exchange(0);
            if (first == 0) return appender_->append(std::move(records));
            cut += first;
            std::vector<std::string> rest(std::make_move_iterator(cut),
                                          std::make_move_iterator(records.end()));
            records.erase(cut, records.end());
            auto done = appender_->append(std::move(records));
            if (done) done = appender_->flush(std::chrono::seconds{4});
            if (!done) return done;
            std::raise(SIGSTOP);
            return appender_->append(std::move(rest));
        }
        LogResult<void> flush(std::chrono::milliseconds deadline) override {
            return appender_->flush(deadline);
        }

      private:
        StoppingLog& log_;
        std::unique_ptr<LogAppender> appender_;
    };

    EventLog& log_;
    std::atomic<int> stop_after_{0};
};

}  // namespace dibs::two_writers
