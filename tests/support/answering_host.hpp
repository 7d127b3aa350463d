// A fake host for tests of commands that Dibs sends to hosts. It keeps the commands and gives
// canned answers. tests/system has real hosts.
#pragma once

#include "ingest/ssh/remote.hpp"
#include "ops/react/host_programs/programs.hpp"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace dibs::test {

// Answers each command at once, as scripted. Any thread.
class AnsweringHost final : public ssh::Remote {
  public:
    ssh::StreamId open(const ssh::HostTarget& target, ssh::RemoteCommand command,
                       std::shared_ptr<ssh::StreamObserver> observer) override {
        const std::lock_guard one_at_a_time(mutex_);
        asked.push_back({target, std::move(command)});
        for (const auto& [content, answer] : by_content) {
            if (asked.back().command.input.find(content) == std::string::npos) continue;
            answers = {answer};
        }
        if (answers.empty()) {
            observer->closed({ssh::RemoteErrorKind::refused, "nobody listens", {}, {}});
            return {};
        }
        observer->opened();
        observer->bytes("a message of the day\n" + std::string(host::answer_sentinel) + '\n' +
                        answers.front() + '\n');
        if (answers.size() > 1) answers.pop_front();
        observer->closed({ssh::RemoteErrorKind::ended, "over", {}, 0});
        return {};
    }
    void close(ssh::StreamId) override {}
    void write(ssh::StreamId, std::string) override {}
    void end_input(ssh::StreamId) override {}
    void resize(ssh::StreamId, ssh::TerminalSize) override {}
    void pause(ssh::StreamId, bool) override {}
    void schedule(Duration, std::function<void()>) override {}
    tl::expected<ssh::HostKey, ssh::RemoteError> fingerprint_of(const ssh::HostTarget&) override {
        return ssh::HostKey{};
    }

    struct Asked {
        ssh::HostTarget target;
        ssh::RemoteCommand command;
    };
    std::vector<Asked> asked;
    std::deque<std::string> answers;                // the last one is repeated
    std::map<std::string, std::string> by_content;  // answers for commands that contain this text

  private:
    std::mutex mutex_;  // stops query several processes at once
};

}  // namespace dibs::test
