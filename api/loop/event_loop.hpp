// The one thread of HTTP, WebSocket and their timers, with Asio kept out of sight. The composition
// root owns it, runs it on a thread, and destroys it after everything that uses it.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace boost::asio {
class io_context;
}

namespace dibs::http {

// Posts to a loop that may be gone by then (the task is dropped): what other threads hold.
class LoopHandle {
  public:
    using Task = std::function<void()>;
    void post(Task task) const;
    [[nodiscard]] bool on_loop() const;  // is the caller the loop's thread?
    void run(Task task) const;           // at once when on the loop, else posted

  private:
    friend class EventLoop;
    struct Gate;
    std::shared_ptr<Gate> gate_;
};

class EventLoop {
  public:
    using Task = std::function<void()>;
    EventLoop();
    ~EventLoop();
    EventLoop(const EventLoop&) = delete;
    EventLoop& operator=(const EventLoop&) = delete;

    void run();   // until stop(); what a task throws is logged, and the loop goes on
    void stop();  // any thread
    void post(Task task) { handle().post(std::move(task)); }  // any thread
    void after(std::chrono::milliseconds delay, Task task);   // any thread
    [[nodiscard]] LoopHandle handle() const { return handle_; }
    [[nodiscard]] boost::asio::io_context& asio();  // for the units that speak Asio

  private:
    struct Inbox;
    void await_tasks();
    static void run_logged(const Task& task);

    LoopHandle handle_;
    std::unique_ptr<boost::asio::io_context> io_;
    std::unique_ptr<Inbox> inbox_;  // what other threads post
};

}  // namespace dibs::http
