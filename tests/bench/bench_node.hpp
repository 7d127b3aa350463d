// A real dibsd on its own folder, for benchmarks. The program is from the same build, or
// $DIBS_DIBSD.
#pragma once

#include "domain/kernel/time.hpp"
#include "domain/log/event_log.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace dibs::bench {

namespace fs = std::filesystem;

inline Instant now_ms() {
    return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
}

constexpr unsigned nobody = 65534;

// dibsd refuses to run as root. So root gives the folder to an unprivileged user, which must be
// able to reach it.
inline fs::path fresh_folder(const std::string& name) {
    const fs::path base = geteuid() == 0 ? fs::path("/var/tmp") : fs::current_path();
    const fs::path folder = base / ("dibs-bench." + name);
    fs::remove_all(folder);
    fs::create_directories(folder);
    return folder;
}

template <class T>
T need(tl::expected<T, LogError> made) {
    if (made) return std::move(*made);
    std::fprintf(stderr, "%s\n", made.error().text.c_str());
    std::exit(1);
}

// dibsd on such a folder, until destruction.
class Node {
  public:
    Node(const fs::path& folder, std::optional<unsigned> cpu = {}) : folder_(folder) {
        std::ofstream(folder / "server.toml") << "[limits]\ncommands_per_min = 100000000\n";
        const int program = ::open(path_of_dibsd().c_str(), O_RDONLY | O_CLOEXEC);
        if (geteuid() == 0) give_away(folder);
        fs::remove(folder / "out");  // output of an earlier run
        pid_ = fork();
        if (pid_ == 0) {
            if (cpu) {
                cpu_set_t set;
                CPU_ZERO(&set);
                CPU_SET(*cpu, &set);
                sched_setaffinity(0, sizeof set, &set);
            }
            const int out = ::open((folder / "out").c_str(), O_CREAT | O_WRONLY | O_TRUNC, 0600);
            dup2(out, 1);
            dup2(out, 2);
            const auto data = (folder / "data").string();
            const auto config = (folder / "server.toml").string();
            const char* words[] = {"dibsd",        "--data",   data.c_str(),  "--config",
                                   config.c_str(), "--listen", "127.0.0.1:0", nullptr};
            setenv("DIBS_ALLOW_DEBUGGING", "1", 1);  // so that its memory can be measured
            if (geteuid() == 0 && (setgid(nobody) != 0 || setuid(nobody) != 0)) _exit(126);
            prctl(PR_SET_PDEATHSIG, SIGTERM);  // a killed benchmark leaves no dibsd running
            fexecve(program, const_cast<char* const*>(words), environ);
            _exit(127);
        }
        ::close(program);
        await_ready();
    }
    ~Node() { end(SIGTERM); }
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] int pid() const { return pid_; }
    // "Pss" or "Anonymous", in kB.
    [[nodiscard]] double memory_kb(const std::string& what) const {
        return number_in("smaps_rollup", what);
    }
    // The number in a line "WHAT: NUMBER ..." of that file in /proc/PID.
    [[nodiscard]] double number_in(const char* file, const std::string& what) const {
        std::ifstream in("/proc/" + std::to_string(pid_) + "/" + file);
        for (std::string line; std::getline(in, line);) {
            if (line.starts_with(what + ":")) return std::atof(line.c_str() + what.size() + 1);
        }
        return 0;
    }
    void end(int signal) {
        if (pid_ < 0) return;
        kill(pid_, signal);
        waitpid(std::exchange(pid_, -1), nullptr, 0);
    }

  private:
    static void give_away(const fs::path& folder) {
        const auto give = [](const fs::path& path) {
            struct stat its {};
            const bool theirs = lstat(path.c_str(), &its) == 0 && its.st_uid == nobody;
            if (theirs) return;  // changing the owner would change the file
            if (lchown(path.c_str(), nobody, nobody) != 0) std::perror(path.c_str());
        };
        give(folder);
        for (const auto& entry : fs::recursive_directory_iterator(folder)) give(entry.path());
    }
    static std::string path_of_dibsd() {
        if (const char* given = std::getenv("DIBS_DIBSD")) return given;
        return fs::read_symlink("/proc/self/exe").parent_path().parent_path().parent_path() /
               "dibsd";
    }
    void await_ready() {
        for (int i = 0; i < 60'000; ++i) {  // a long log takes time
            std::ifstream out(folder_ / "out");
            const std::string text(std::istreambuf_iterator<char>(out), {});
            if (const auto at = text.find("Dibs is ready: http://127.0.0.1:");
                at != std::string::npos) {
                port_ = static_cast<std::uint16_t>(std::atoi(text.c_str() + at + 32));
                return;
            }
            if (waitpid(pid_, nullptr, WNOHANG) == pid_) break;
            std::this_thread::sleep_for(std::chrono::milliseconds{10});
        }
        std::fprintf(stderr, "dibsd did not start; see %s\n", (folder_ / "out").c_str());
        std::exit(1);
    }
    fs::path folder_;
    int pid_ = -1;
    std::uint16_t port_ = 0;
};

}  // namespace dibs::bench
