// A process of the test's own, spoken to in lines over two pipes. It may be stopped, woken and
// killed; it is killed when this goes. Nothing waits without a deadline.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include <sys/types.h>

namespace dibs::two_writers {

class Child {
  public:
    explicit Child(const std::vector<std::string>& command);
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child();

    void say(const std::string& text);
    void end_input();
    // Reads on until this very line has come; false if it does not within the time.
    bool wait_for(const std::string& line, std::chrono::milliseconds patience);
    bool wait_until_stopped(std::chrono::milliseconds patience);
    void wake();
    void kill();
    // Reads what is left and waits for the end; the exit status, -1 when killed.
    int finish();
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  private:
    bool read_more(int patience_ms);

    pid_t pid_ = 0;
    int in_ = -1, out_ = -1;
    std::string rest_;
    std::vector<std::string> lines_;
    std::size_t seen_ = 0;  // lines before are no longer waited for
};

}  // namespace dibs::two_writers
