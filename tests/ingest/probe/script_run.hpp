// Runs the probe's script as a host would. A shell in a process group of its own gets the script on
// its standard input, which stays open. Frames are read with a deadline. The destructor ends the
// script.
#pragma once

#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/probe/script/script.hpp"
#include "tests/ingest/probe/stand_in.hpp"

#include <array>
#include <chrono>
#include <deque>
#include <filesystem>
#include <optional>
#include <thread>

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::test {

class ScriptRun {
  public:
    explicit ScriptRun(std::chrono::seconds lifetime = std::chrono::seconds{600},
                       const std::string& shell = "/bin/sh") {
        auto pattern = (std::filesystem::temp_directory_path() / "dibs-probe-XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        ::prctl(PR_SET_CHILD_SUBREAPER, 1);  // adopts orphans of the script, to count them
        lifetime_ = lifetime;
        shell_ = shell;
    }
    ~ScriptRun() {
        close_input();
        close_output();
        if (group_ > 0) {
            ::kill(-group_, SIGKILL);
            while (::waitpid(-group_, nullptr, 0) > 0) {
            }
        }
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ScriptRun(const ScriptRun&) = delete;
    ScriptRun& operator=(const ScriptRun&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }

    // Runs this program instead of the shell, with the shell's arguments.
    void run_by(std::string program) { shell_ = std::move(program); }

    // Replaces the first such text of the script, which must be in it.
    void replace(std::string from, std::string to) {
        replaced_.emplace_back(std::move(from), std::move(to));
    }

    void start() {
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
            return;
        }
        const std::string path = "PATH=" + folder_.string() + ":/usr/bin:/bin";
        const char* const args[] = {shell_.c_str(), "-s", nullptr};
        const char* const environment[] = {path.c_str(), nullptr};
        group_ = ::fork();
        if (group_ == 0) {
            ::setsid();
            ::dup2(in[0], 0);
            ::dup2(out[1], 1);
            ::execve(shell_.c_str(), const_cast<char* const*>(args),
                     const_cast<char* const*>(environment));
            ::_exit(127);
        }
        ::close(in[0]);
        ::close(out[1]);
        input_ = in[1];
        output_ = out[0];
        auto script = probe::probe_script(lifetime_);
        for (const auto& [from, to] : replaced_) script.replace(script.find(from), from.size(), to);
        static_cast<void>(!::write(input_, script.data(), script.size()));
    }

    // Returns nothing after 60 s, or after the end of the output.
    std::optional<probe::ProbeFrame> next_frame() {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (frames_.empty() && std::chrono::steady_clock::now() < deadline) {
            pollfd poll{.fd = output_, .events = POLLIN, .revents = 0};
            if (::poll(&poll, 1, 100) <= 0) {
                continue;
            }
            std::array<char, 4096> buffer{};
            const auto count = ::read(output_, buffer.data(), buffer.size());
            if (count <= 0) {
                break;
            }
            std::vector<probe::ProbeFrame> frames;
            parser_.feed({buffer.data(), static_cast<std::size_t>(count)}, frames);
            frames_.insert(frames_.end(), frames.begin(), frames.end());
        }
        if (frames_.empty()) {
            return std::nullopt;
        }
        auto frame = frames_.front();
        frames_.pop_front();
        return frame;
    }

    // The first frame within 60 s for which this holds.
    template <class Condition>
    std::optional<probe::ProbeFrame> next_frame_where(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (std::chrono::steady_clock::now() < deadline) {
            auto frame = next_frame();
            if (!frame || condition(*frame)) {
                return frame;
            }
        }
        return std::nullopt;
    }

    // Kills the script's processes that run this program of its folder.
    void end_all_of(const std::string& program) const {
        for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
            const auto pid = std::atoi(entry.path().filename().c_str());
            if (pid <= 0 || ::getpgid(pid) != group_) continue;
            std::ifstream file(entry.path() / "cmdline");
            const std::string words{std::istreambuf_iterator<char>(file), {}};
            if (words.find((folder_ / program).string()) != std::string::npos) {
                ::kill(pid, SIGKILL);
            }
        }
    }

    void close_input() { close_one(input_); }
    void close_output() { close_one(output_); }

    // Returns true if every process of the script ends within 60 s.
    bool all_ended() {
        for (int round = 0; round < 6000; ++round) {
            while (::waitpid(-group_, nullptr, WNOHANG) > 0) {
            }
            if (::kill(-group_, 0) != 0) {
                group_ = -1;
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }

    [[nodiscard]] const probe::ParserStats& stats() const { return parser_.stats(); }

  private:
    static void close_one(int& fd) {
        if (fd >= 0) {
            ::close(fd);
            fd = -1;
        }
    }

    std::filesystem::path folder_;
    std::chrono::seconds lifetime_{};
    std::string shell_;
    int group_{-1};
    int input_{-1};
    int output_{-1};
    probe::FrameParser parser_;
    std::deque<probe::ProbeFrame> frames_;
    std::vector<std::pair<std::string, std::string>> replaced_;
};

inline std::optional<std::int32_t> of_host(const probe::ProbeFrame& frame,
                                           std::string_view metric) {
    return frame.host.values[find_column(Subject::host, metric).value()];
}

// Installs the stand-in nvidia-smi and its answers.
inline void equip(const ScriptRun& run, const std::string& gpus, const std::string& apps) {
    write_text(run.folder() / "gpus.csv", gpus);
    write_text(run.folder() / "apps.csv", apps);
    write_program(run.folder() / "nvidia-smi", stand_in_nvidia_smi);
}

}  // namespace dibs::test
