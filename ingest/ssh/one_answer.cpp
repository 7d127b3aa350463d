// The callbacks' thread fills the answer; the caller's thread waits for it.
#include "ingest/ssh/one_answer.hpp"

#include <condition_variable>
#include <mutex>
#include <optional>

namespace dibs::ssh {
namespace {

using std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_every{50};

class Collecting final : public StreamObserver {
  public:
    explicit Collecting(std::size_t most) : most_(most) {}

    void opened() override {}
    void bytes(std::string_view output) override {
        const std::lock_guard lock(mutex_);
        output_.append(output.substr(0, most_ - output_.size()));
    }
    void closed(const RemoteError& why) override {
        {
            const std::lock_guard lock(mutex_);
            end_ = why;
        }
        ended_.notify_all();
    }

    // Returns false if the command has not ended in time.
    bool wait(const Wait& wait) {
        const auto until = steady_clock::now() + wait.limit;
        std::unique_lock lock(mutex_);
        while (!end_ && !wait.stopping && steady_clock::now() < until) {
            ended_.wait_for(lock, look_every);
        }
        return end_.has_value();
    }
    [[nodiscard]] tl::expected<std::string, RemoteError> result() {
        const std::lock_guard lock(mutex_);
        if (!end_) {
            return tl::unexpected(
                RemoteError{RemoteErrorKind::timeout, "the host did not answer in time", {}, {}});
        }
        if (end_->kind == RemoteErrorKind::ended && end_->exit_status) return std::move(output_);
        return tl::unexpected(*end_);
    }

  private:
    const std::size_t most_;
    std::mutex mutex_;
    std::condition_variable ended_;
    std::string output_;
    std::optional<RemoteError> end_;
};

}  // namespace

tl::expected<std::string, RemoteError> one_answer(Remote& remote, const HostTarget& target,
                                                  RemoteCommand command, const Wait& wait) {
    const auto collecting = std::make_shared<Collecting>(wait.most_output);
    const auto stream = remote.open(target, std::move(command), collecting);
    if (!collecting->wait(wait)) remote.close(stream);
    return collecting->result();
}

}  // namespace dibs::ssh
