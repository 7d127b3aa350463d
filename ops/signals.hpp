// SIGINT and SIGTERM as something to wait for. Made in main before any thread, so that all threads
// inherit the mask and none is interrupted.
#pragma once

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
    // Blocks until one of them comes.
    void wait() const {
        int which = 0;
        sigwait(&set_, &which);
    }

  private:
    sigset_t set_{};
};

}  // namespace dibs
