// Uses fork, exec and two pipes. Reads lines with poll and a deadline; sees stops and ends with
// waitpid.
#include "tests/fence/two_writers/child.hpp"

#include <array>
#include <csignal>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::two_writers {

using std::chrono::steady_clock;

Child::Child(const std::vector<std::string>& command) {
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) {
        throw std::runtime_error("no pipe");
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::vector<char*> words;
    for (const auto& word : command) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    const int failed = posix_spawn(&pid_, words[0], &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    ::close(in[0]);
    ::close(out[1]);
    in_ = in[1];
    out_ = out[0];
    if (failed != 0) throw std::runtime_error("cannot start " + command[0]);
}

Child::~Child() {
    kill();
    finish();
    ::close(out_);
}

void Child::say(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const auto count = ::write(in_, text.data() + at, text.size() - at);
        if (count <= 0) throw std::runtime_error("a writer no longer listens");
        at += static_cast<std::size_t>(count);
    }
}

void Child::end_input() {
    if (in_ >= 0) ::close(in_);
    in_ = -1;
}

bool Child::read_more(int patience_ms) {
    pollfd out{out_, POLLIN, 0};
    if (poll(&out, 1, patience_ms) <= 0) return false;
    std::array<char, 4096> piece{};
    const auto count = ::read(out_, piece.data(), piece.size());
    if (count <= 0) return false;
    rest_.append(piece.data(), static_cast<std::size_t>(count));
    for (auto end = rest_.find('\n'); end != std::string::npos; end = rest_.find('\n')) {
        lines_.push_back(rest_.substr(0, end));
        rest_.erase(0, end + 1);
    }
    return true;
}

bool Child::wait_for(const std::string& line, std::chrono::milliseconds patience) {
    const auto deadline = steady_clock::now() + patience;
    while (true) {
        while (seen_ < lines_.size()) {
            if (lines_[seen_++] == line) return true;
        }
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(deadline - steady_clock::now());
        if (left.count() <= 0 || !read_more(static_cast<int>(left.count()))) return false;
    }
}

bool Child::wait_until_stopped(std::chrono::milliseconds patience) {
    const auto deadline = steady_clock::now() + patience;
    while (steady_clock::now() < deadline) {
        int status = 0;
        if (waitpid(pid_, &status, WUNTRACED | WNOHANG) == pid_) {
            if (WIFSTOPPED(status)) return true;
            pid_ = 0;  // the process ended
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return false;
}

void Child::wake() {
    if (pid_ > 0) ::kill(pid_, SIGCONT);
}

void Child::kill() {
    if (pid_ > 0) ::kill(pid_, SIGKILL);
}

int Child::finish() {
    end_input();
    while (read_more(10'000)) {
    }
    if (pid_ <= 0) return -1;
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace dibs::two_writers
