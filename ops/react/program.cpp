// Between fork and exec only async-signal-safe calls: other threads may have held locks at the
// fork.
#include "ops/react/program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fcntl.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs {
namespace {

using std::chrono::steady_clock;
constexpr int program_poll_interval_ms = 50;  // to check the deadline and the stop of Dibs
constexpr int cannot_start = 127;

class Descriptor {
  public:
    explicit Descriptor(int fd = -1) : fd_(fd) {}
    Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Descriptor() { close(); }
    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }
    [[nodiscard]] int get() const { return fd_; }

  private:
    int fd_;
};

struct Pipe {
    Descriptor read, write;
};
std::optional<Pipe> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
    return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

[[noreturn]] void become(const char* file, char* const* arguments, char* const* environment, int in,
                         int out, pid_t parent) {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(cannot_start);  // the parent died before prctl took effect
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    signal(SIGPIPE, SIG_DFL);
    if (chdir("/") != 0 || dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0) {
        _exit(cannot_start);
    }
    syscall(SYS_close_range, 3U, ~0U, 0U);
    execve(file, arguments, environment);
    _exit(cannot_start);
}

pid_t start(const std::string& file, const std::vector<std::string>& command, int in, int out) {
    std::vector<char*> arguments;
    for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    std::string path = "PATH=/usr/local/bin:/usr/bin:/bin", language = "LANG=C.UTF-8";
    const std::array<char*, 3> environment{path.data(), language.data(), nullptr};
    const pid_t parent = getpid();
    const pid_t pid = fork();
    if (pid == 0) become(file.c_str(), arguments.data(), environment.data(), in, out, parent);
    return pid;
}

// The process stays a zombie, so its pid is not reused.
bool has_ended(pid_t pid) {
    siginfo_t info{};
    return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           info.si_pid == pid;
}

std::string end_of(int status) {
    if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
    const int code = WEXITSTATUS(status);
    if (code == 0) return {};
    if (code == cannot_start) return "exit status 127: it, or what it calls, cannot be started";
    return "exit status " + std::to_string(code);
}

// Writes the input, reads the output and detects the end of the program, without blocking on one of
// them.
class ProgramIo {
  public:
    ProgramIo(pid_t program, Descriptor to, Descriptor from, std::string_view input)
        : program_(static_cast<int>(syscall(SYS_pidfd_open, program, 0U))),
          to_(std::move(to)),
          from_(std::move(from)),
          left_(input) {
        for (const auto* end : {&to_, &from_}) fcntl(end->get(), F_SETFL, O_NONBLOCK);
    }
    void go_on() {
        std::array<pollfd, 3> all{pollfd{to_.get(), POLLOUT, 0}, pollfd{from_.get(), POLLIN, 0},
                                  pollfd{program_.get(), POLLIN, 0}};
        poll(all.data(), all.size(), program_poll_interval_ms);
        if (all[0].revents != 0) feed();
        if (all[1].revents != 0) hear();
    }
    // Reads the rest of the pipe after the program has ended.
    std::string all_output() {
        while (said_.size() < most_said && hear()) {
        }
        return std::move(said_);
    }

  private:
    void feed() {
        const auto sent = left_.empty() ? 0 : ::write(to_.get(), left_.data(), left_.size());
        if (sent > 0) left_.remove_prefix(static_cast<std::size_t>(sent));
        const bool refused = sent < 0 && errno != EAGAIN;  // it need not read all input
        if (left_.empty() || refused) to_.close();
    }
    bool hear() {
        std::array<char, 4096> piece{};
        const auto count = ::read(from_.get(), piece.data(), piece.size());
        if (count == 0) from_.close();
        if (count <= 0) return false;
        said_.append(piece.data(), std::min(static_cast<std::size_t>(count),
                                            most_said - std::min(most_said, said_.size())));
        return true;
    }
    Descriptor program_, to_, from_;
    std::string_view left_;
    std::string said_;
};

}  // namespace

ProgramEnd run_program(const std::string& file, const std::vector<std::string>& command,
                       const std::string& input, std::chrono::milliseconds deadline,
                       const std::atomic<bool>& stopping) {
    auto in = make_pipe();
    auto out = make_pipe();
    if (!in || !out) return {false, std::string("no pipe: ") + std::strerror(errno)};
    const pid_t pid = start(file, command, in->read.get(), out->write.get());
    if (pid < 0) return {false, std::string("no process: ") + std::strerror(errno)};
    in->read.close();
    out->write.close();
    ProgramIo io(pid, std::move(in->write), std::move(out->read), input);
    const auto end = steady_clock::now() + deadline;
    std::string cut;
    int status = 0;
    while (!has_ended(pid)) {
        if (cut.empty() && (stopping || steady_clock::now() >= end)) {
            cut = stopping ? "killed: Dibs is stopping"
                           : "killed: " + std::to_string(deadline.count()) + " ms were over";
            if (kill(-pid, SIGKILL) != 0) kill(pid, SIGKILL);  // no process group yet
        }
        io.go_on();
    }
    kill(-pid, SIGKILL);  // processes left in its group
    waitpid(pid, &status, 0);
    const auto how = cut.empty() ? end_of(status) : cut;
    return {how.empty(), how, io.all_output()};
}

}  // namespace dibs
