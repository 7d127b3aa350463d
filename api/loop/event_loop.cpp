// Asio's io_context, run by one thread, and a gate that outlives it for the other threads.
#include "api/loop/event_loop.hpp"

#include "api/loop/turns.hpp"

#include <atomic>
#include <cerrno>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/spdlog.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace dibs::http {

namespace asio = boost::asio;

// Tasks of other threads. Not asio::post: it wakes the loop while it holds the lock that the loop
// takes first, and a loop that wakes at once, on the same processor, then waits for who woke it.
struct LoopHandle::Gate {
    const int wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    std::atomic<std::thread::id> runner{};
    std::mutex mutex;
    std::vector<Task> tasks;  // under mutex
    bool open = true;         // under mutex; false once the loop is gone

    Gate() {
        if (wake < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    ~Gate() { ::close(wake); }

    std::vector<Task> take() {
        eventfd_t ignored = 0;
        (void)eventfd_read(wake, &ignored);
        const std::scoped_lock lock(mutex);
        return std::exchange(tasks, {});
    }
    std::vector<Task> shut() {
        const std::scoped_lock lock(mutex);
        open = false;
        return std::exchange(tasks, {});
    }
};

void LoopHandle::post(Task task) const {
    {
        const std::scoped_lock lock(gate_->mutex);
        if (!gate_->open) return;
        gate_->tasks.push_back(std::move(task));
        if (gate_->tasks.size() > 1) return;  // it is awake, or about to be
    }
    (void)eventfd_write(gate_->wake, 1);
}

bool LoopHandle::on_loop() const {
    return gate_->runner == std::this_thread::get_id();
}

void LoopHandle::run(Task task) const {
    if (on_loop()) {
        task();
    } else {
        post(std::move(task));
    }
}

struct EventLoop::Inbox {
    asio::posix::stream_descriptor woken;
    ~Inbox() { (void)woken.release(); }  // the gate's, which outlives it
};

EventLoop::EventLoop() : io_(std::make_unique<asio::io_context>(1)) {
    handle_.gate_ = std::make_shared<LoopHandle::Gate>();
    inbox_.reset(new Inbox{asio::posix::stream_descriptor(*io_, handle_.gate_->wake)});
    await_tasks();
}

EventLoop::~EventLoop() {
    auto dropped = handle_.gate_->shut();
    dropped.clear();  // posting from there finds the gate shut
    inbox_.reset();
    io_.reset();
}

asio::io_context& EventLoop::asio() {
    return *io_;
}

void EventLoop::await_tasks() {
    inbox_->woken.async_wait(asio::posix::descriptor_base::wait_read,
                             [this](const boost::system::error_code& error) {
                                 if (error) return;
                                 auto tasks = handle_.gate_->take();
                                 await_tasks();
                                 for (auto& task : tasks) run_logged(task);
                             });
}

void EventLoop::run_logged(const Task& task) {
    try {
        task();
    } catch (const std::exception& error) {
        spdlog::error("event loop: a task threw: {}", error.what());
    }
}

void EventLoop::run() {
    const auto work = asio::make_work_guard(*io_);
    handle_.gate_->runner = std::this_thread::get_id();
    take_short_turns();
    while (!io_->stopped()) run_logged([this] { io_->run(); });
    handle_.gate_->runner = std::thread::id{};
}

void EventLoop::stop() {
    io_->stop();
}

void EventLoop::after(std::chrono::milliseconds delay, Task task) {
    post([this, delay, task = std::move(task)]() mutable {
        auto timer = std::make_shared<asio::steady_timer>(*io_, delay);
        timer->async_wait([timer, task = std::move(task)](const boost::system::error_code& error) {
            if (!error) task();
        });
    });
}

}  // namespace dibs::http
