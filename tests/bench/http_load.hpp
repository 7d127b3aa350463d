// A load of HTTP requests from one thread: connections that send a request, read the whole answer
// and repeat. Connections are kept alive, or new for each request. No pipelining, so that times of
// answers are independent. Answers need a Content-Length. Also CPU time of threads and processes.
#pragma once

#include "tests/bench/pairs.hpp"
#include "tests/support/raw_http.hpp"

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>

#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <sys/epoll.h>

namespace dibs::bench {

inline void pin(unsigned cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set,
                           &set);  // no effect on one core, and harmless
}

inline double thread_seconds(pthread_t thread) {
    clockid_t clock{};
    timespec time{};
    pthread_getcpuclockid(thread, &clock);
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// Of all current threads of the process.
inline double process_seconds(int pid) {
    double total = 0;
    for (const auto& task :
         std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
        double ns = 0;
        std::ifstream(task.path() / "schedstat") >> ns;
        total += ns / 1e9;
    }
    return total;
}

struct Load {
    double per_s = 0;
    double p50_us = 0, p99_us = 0;
    std::uint64_t answers = 0;
    std::uint64_t wrong = 0;  // unexpected status, or broken off
    std::uint64_t bytes = 0;  // of the last answer
};

struct LoadPlan {
    std::uint16_t port = 0;
    int connections = 1;
    bool keep_alive = true;
    std::chrono::milliseconds how_long{1000};
    int status = 200;
};

// One connection and its pending answer.
class Asker {
  public:
    using SteadyClock = std::chrono::steady_clock;

    void ask(const LoadPlan& plan, int poll_fd, std::uint32_t index, const std::string& request) {
        begun_ = SteadyClock::now();
        if (!socket_) {
            socket_.emplace(plan.port);
            const int on = 1;
            setsockopt(socket_->fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
            epoll_event event{EPOLLIN, {.u32 = index}};
            epoll_ctl(poll_fd, EPOLL_CTL_ADD, socket_->fd(), &event);
        }
        head_.clear();
        left_ = unknown;
        socket_->send(request);
    }
    // True when the answer is complete, or the connection is broken.
    bool read(std::vector<char>& room) {
        const auto got = recv(socket_->fd(), room.data(), room.size(), 0);
        if (got <= 0) {
            broken_ = true;
            return true;
        }
        auto count = static_cast<std::size_t>(got);
        if (left_ == unknown) {
            head_.append(room.data(), count);
            const auto end = head_.find("\r\n\r\n");
            if (end == std::string::npos) return false;
            count = head_.size() - end - 4;
            const auto at = head_.find("ontent-Length: ");
            size_ =
                at == std::string::npos ? 0 : std::strtoull(head_.c_str() + at + 15, nullptr, 10);
            left_ = size_;
        }
        left_ -= std::min(left_, count);
        return left_ == 0;
    }
    void note(Load& load, const LoadPlan& plan, std::vector<double>& times) {
        const bool good =
            !broken_ && head_.size() > 12 && std::atoi(head_.c_str() + 9) == plan.status;
        ++(good ? load.answers : load.wrong);
        load.bytes = size_;
        times.push_back(
            std::chrono::duration<double, std::micro>(SteadyClock::now() - begun_).count());
        if (plan.keep_alive && !broken_) return;
        const linger at_once{1, 0};  // no TIME_WAIT: ports would run out
        setsockopt(socket_->fd(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        socket_.reset();
        broken_ = false;
    }

  private:
    static constexpr auto unknown = static_cast<std::size_t>(-1);
    std::optional<test::RawSocket> socket_;
    SteadyClock::time_point begun_;
    std::string head_;
    std::size_t left_ = unknown, size_ = 0;
    bool broken_ = false;
};

// `next` returns the next request.
inline Load run_load(const LoadPlan& plan, const std::function<std::string()>& next) {
    std::vector<Asker> askers(static_cast<std::size_t>(plan.connections));
    const int poll_fd = epoll_create1(0);
    Load load;
    std::vector<double> times;
    std::vector<char> room(256 * 1024);
    const auto start = Asker::SteadyClock::now();
    const auto end = start + plan.how_long;
    for (std::uint32_t i = 0; i < askers.size(); ++i) askers[i].ask(plan, poll_fd, i, next());
    while (Asker::SteadyClock::now() < end) {
        epoll_event events[64];
        const int ready = epoll_wait(poll_fd, events, 64, 100);
        for (int i = 0; i < ready; ++i) {
            const auto index = events[i].data.u32;
            if (!askers[index].read(room)) continue;
            askers[index].note(load, plan, times);
            askers[index].ask(plan, poll_fd, index, next());
        }
    }
    const std::chrono::duration<double> took = Asker::SteadyClock::now() - start;
    ::close(poll_fd);
    if (times.empty()) return load;
    load.per_s = static_cast<double>(load.answers) / took.count();
    load.p50_us = percentile(times, 50);
    load.p99_us = percentile(times, 99);
    return load;
}

}  // namespace dibs::bench
