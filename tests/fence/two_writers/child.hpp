// A child process of the test, controlled by lines over two pipes. The test may stop, wake and kill
// it; the destructor kills it. Every wait has a deadline.
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
    // Reads on until exactly this line comes; false if it does not come in time.
    bool wait_for(const std::string& line, std::chrono::milliseconds patience);
    bool wait_until_stopped(std::chrono::milliseconds patience);
    void wake();
    void kill();
    // Reads the rest and waits for the end. Returns the exit status, -1 when killed.
    int finish();
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  private:
    bool read_more(int patience_ms);

    pid_t pid_ = 0;
    int in_ = -1, out_ = -1;
    std::string rest_;
    std::vector<std::string> lines_;
    std::size_t seen_ = 0;  // index behind the lines already waited for
};

}  // namespace dibs::two_writers
