// Asio's io_context, run by one thread, and a gate that outlives it for the other threads.
#include "api/loop/event_loop.hpp"

#include <mutex>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <spdlog/spdlog.h>

namespace dibs::http {

namespace asio = boost::asio;

struct LoopHandle::Gate {
    std::mutex mutex;
    asio::io_context* io = nullptr;  // null once the loop is gone
};

void LoopHandle::post(Task task) const {
    const std::scoped_lock lock(gate_->mutex);
    if (gate_->io) asio::post(*gate_->io, std::move(task));
}

bool LoopHandle::on_loop() const {
    const std::scoped_lock lock(gate_->mutex);
    return gate_->io && gate_->io->get_executor().running_in_this_thread();
}

void LoopHandle::run(Task task) const {
    if (on_loop()) {
        task();
    } else {
        post(std::move(task));
    }
}

EventLoop::EventLoop() : io_(std::make_unique<asio::io_context>(1)) {
    handle_.gate_ = std::make_shared<LoopHandle::Gate>();
    handle_.gate_->io = io_.get();
}

EventLoop::~EventLoop() {
    {
        const std::scoped_lock lock(handle_.gate_->mutex);
        handle_.gate_->io = nullptr;
    }
    io_.reset();  // destroys what still waits; posting from there finds the gate shut
}

asio::io_context& EventLoop::asio() {
    return *io_;
}

void EventLoop::run() {
    const auto work = asio::make_work_guard(*io_);
    while (!io_->stopped()) {
        try {
            io_->run();
        } catch (const std::exception& error) {
            spdlog::error("event loop: a task threw: {}", error.what());
        }
    }
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
