// A log whose appender, once armed, stops its own process between two records of one command. The
// first records are on the log; the rest is sent when the process is woken, at any later time. Any
// thread arms it; it stops on the writer's thread.
#pragma once

#include "domain/log/record.hpp"
#include "tests/support/passing_log.hpp"

#include <atomic>
#include <csignal>

namespace dibs::two_writers {

class StoppingLog : public test::PassingLog {
  public:
    using PassingLog::PassingLog;

    // Cuts the next command of several records behind this many.
    void stop_after(int records) { stop_after_ = records; }

  private:
    LogResult<void> append(LogAppender& to, std::vector<std::string> records) override {
        auto cut = records.begin();
        while (cut != records.end() && !parse_record(*cut)->fence.more) ++cut;
        const int first = cut == records.end() ? 0 : stop_after_.exchange(0);
        if (first == 0) return to.append(std::move(records));
        cut += first;
        std::vector<std::string> rest(std::make_move_iterator(cut),
                                      std::make_move_iterator(records.end()));
        records.erase(cut, records.end());
        auto done = to.append(std::move(records));
        if (done) done = to.flush(std::chrono::seconds{4});
        if (!done) return done;
        std::raise(SIGSTOP);
        return to.append(std::move(rest));
    }

    std::atomic<int> stop_after_{0};
};

}  // namespace dibs::two_writers
