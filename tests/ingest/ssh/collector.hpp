// An observer that records a stream's events, on which the test's thread waits.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>

namespace dibs::test {

class Collector final : public ssh::StreamObserver {
  public:
    void opened() override {
        note([this] { opened_ = true; });
    }
    void bytes(std::string_view output) override {
        note([&] { output_.append(output); });
    }
    void error_bytes(std::string_view output) override {
        note([&] { errors_.append(output); });
    }
    void input_taken(std::size_t waiting) override {
        note([&] { input_waiting_ = waiting; });
    }
    void closed(const ssh::RemoteError& why) override {
        note([&] { end_ = why; });
    }

    // Returns false if it did not happen within 60 s.
    [[nodiscard]] bool wait_for_output(const std::string& text) {
        return wait([&] { return output_.find(text) != std::string::npos; });
    }
    [[nodiscard]] bool wait_for_bytes(std::size_t count) {
        return wait([&] { return output_.size() >= count; });
    }
    [[nodiscard]] std::optional<ssh::RemoteError> wait_for_end() {
        static_cast<void>(wait([&] { return end_.has_value(); }));
        const std::lock_guard lock(mutex_);
        return end_;
    }
    [[nodiscard]] bool has_ended() {
        const std::lock_guard lock(mutex_);
        return end_.has_value();
    }
    [[nodiscard]] bool was_opened() {
        const std::lock_guard lock(mutex_);
        return opened_;
    }
    // What was written and not taken: as last reported, and what was written since.
    [[nodiscard]] std::size_t input_waiting() {
        const std::lock_guard lock(mutex_);
        return input_waiting_;
    }
    void expect_input(std::size_t bytes) {
        const std::lock_guard lock(mutex_);
        input_waiting_ += bytes;
    }
    [[nodiscard]] std::string output() {
        const std::lock_guard lock(mutex_);
        return output_;
    }
    [[nodiscard]] std::string errors() {
        const std::lock_guard lock(mutex_);
        return errors_;
    }

  private:
    template <class Change>
    void note(Change change) {
        const std::lock_guard lock(mutex_);
        change();
        changed_.notify_all();
    }
    template <class Condition>
    bool wait(Condition condition) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(60), condition);
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::string output_;
    std::string errors_;
    std::size_t input_waiting_{0};
    bool opened_{false};
    std::optional<ssh::RemoteError> end_;
};

}  // namespace dibs::test
