// For tests of the monitor over real SSH servers. Records the events of each host, on which the
// test's thread waits, and makes servers that act as GPU hosts.
#pragma once

#include "ingest/probe/monitor.hpp"
#include "tests/ingest/probe/stand_in.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"

#include <condition_variable>
#include <map>
#include <mutex>

namespace dibs::test {

class Watcher final : public probe::ProbeSink {
  public:
    struct Seen {
        int frames{0};
        int reachable{0};
        std::optional<ssh::RemoteErrorKind> unreachable{};
        std::string offered{};
        std::string by_jump{};
        probe::ProbeFrame last{};
    };
    void on_frame(const std::string& host, const probe::ProbeFrame& frame) override {
        note(host, [&](Seen& seen) {
            ++seen.frames;
            seen.last = frame;
        });
    }
    void on_reachable(const std::string& host) override {
        note(host, [](Seen& seen) { ++seen.reachable; });
    }
    void on_unreachable(const std::string& host, ssh::RemoteErrorKind kind,
                        const std::string& /*text*/) override {
        note(host, [kind](Seen& seen) { seen.unreachable = kind; });
    }
    void on_host_key_changed(const std::string& host, const std::string& offered,
                             const std::string& jump) override {
        note(host, [&](Seen& seen) {
            seen.offered = offered;
            seen.by_jump = jump;
        });
    }
    // Returns false if it did not happen within 60 s.
    template <class Condition>
    bool wait(const std::string& host, Condition condition) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(60),
                                 [&] { return condition(seen_[host]); });
    }
    Seen of(const std::string& host) {
        const std::lock_guard lock(mutex_);
        return seen_[host];
    }

  private:
    template <class Change>
    void note(const std::string& host, Change change) {
        const std::lock_guard lock(mutex_);
        change(seen_[host]);
        changed_.notify_all();
    }
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, Seen> seen_;
};

inline probe::MonitorOptions options() {
    return {.wall_clock = [] {
        return std::chrono::time_point_cast<Duration>(std::chrono::system_clock::now());
    }};
}

inline void equip(LocalSshd& server) {
    server.install("nvidia-smi", stand_in_nvidia_smi);
    write_text(server.folder() / "bin" / "gpus.csv", gpu_csv(0, 2) + gpu_csv(1, 2));
    write_text(server.folder() / "bin" / "apps.csv", app_csv(0, ::getpid()));
}

// One key for both servers, as in a fleet.
inline void share_key(const LocalSshd& of, const LocalSshd& with) {
    std::filesystem::copy_file(of.folder() / "authorized_keys", with.folder() / "authorized_keys",
                               std::filesystem::copy_options::overwrite_existing);
}

}  // namespace dibs::test
