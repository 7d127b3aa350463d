// Waits for SIGINT and SIGTERM. Made in main before any thread, so that all threads inherit the
// mask and none is interrupted.
#pragma once

#include <chrono>
#include <csignal>

namespace dibs {

class TerminationSignals {
  public:
    TerminationSignals() {
        sigemptyset(&set_);
        sigaddset(&set_, SIGINT);
        sigaddset(&set_, SIGTERM);
        pthread_sigmask(SIG_BLOCK, &set_, nullptr);
        std::signal(SIGPIPE, SIG_IGN);
    }
    // Blocks until one of them arrives (true) or the time is over.
    [[nodiscard]] bool wait(std::chrono::nanoseconds at_most) const {
        const auto s = std::chrono::floor<std::chrono::seconds>(at_most);
        const timespec time{s.count(), (at_most - s).count()};
        return sigtimedwait(&set_, nullptr, &time) > 0;
    }
    void wait() const {
        int which = 0;
        sigwait(&set_, &which);
    }

  private:
    sigset_t set_{};
};

}  // namespace dibs
