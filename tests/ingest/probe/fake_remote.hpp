// A `Remote` without hosts: the test decides the output of each stream and advances the time.
// Everything happens on the test's thread.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <map>
#include <string>
#include <vector>

namespace dibs::test {

class FakeRemote final : public ssh::Remote {
  public:
    struct Open {
        ssh::HostTarget target;
        ssh::RemoteCommand command;
        std::shared_ptr<ssh::StreamObserver> observer;
    };

    ssh::StreamId open(const ssh::HostTarget& target, ssh::RemoteCommand command,
                       std::shared_ptr<ssh::StreamObserver> observer) override {
        streams_.emplace(++last_, Open{target, std::move(command), std::move(observer)});
        ++opened_;
        return ssh::StreamId{last_};
    }
    void close(ssh::StreamId stream) override {
        streams_.erase(static_cast<std::uint64_t>(stream));
    }
    void write(ssh::StreamId, std::string) override {}
    void end_input(ssh::StreamId) override {}
    void resize(ssh::StreamId, ssh::TerminalSize) override {}
    void pause(ssh::StreamId, bool) override {}
    void schedule(Duration delay, std::function<void()> task) override {
        tasks_.emplace(now_ + delay, std::move(task));
    }
    tl::expected<ssh::HostKey, ssh::RemoteError> fingerprint_of(
        const ssh::HostTarget& /*target*/) override {
        return ssh::HostKey{"ssh-ed25519", "SHA256:fake"};
    }

    // Advances the time and runs due tasks.
    void pass(Duration time) {
        const auto until = now_ + time;
        while (!tasks_.empty() && tasks_.begin()->first <= until) {
            now_ = std::max(now_, tasks_.begin()->first);
            const auto task = std::move(tasks_.begin()->second);
            tasks_.erase(tasks_.begin());
            task();
        }
        now_ = until;
    }

    // The open streams of a host, oldest first.
    [[nodiscard]] std::vector<std::uint64_t> streams_of(const std::string& host) const {
        std::vector<std::uint64_t> found;
        for (const auto& [id, stream] : streams_) {
            if (stream.target.name == host) {
                found.push_back(id);
            }
        }
        return found;
    }
    [[nodiscard]] Open& stream(std::uint64_t id) { return streams_.at(id); }
    // Ends a stream in the order of the real pool: removes it, then calls the observer.
    void end(std::uint64_t id, const ssh::RemoteError& why) {
        const auto observer = streams_.at(id).observer;
        streams_.erase(id);
        observer->closed(why);
    }
    [[nodiscard]] int opened() const { return opened_; }
    [[nodiscard]] Duration now() const { return now_; }

  private:
    std::map<std::uint64_t, Open> streams_;
    std::multimap<Duration, std::function<void()>> tasks_;
    Duration now_{0};
    std::uint64_t last_{0};
    int opened_{0};
};

}  // namespace dibs::test
