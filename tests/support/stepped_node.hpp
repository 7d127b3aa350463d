// A node that writes in single steps, for the simulation. It follows the writer's protocol (read,
// claim, decide, append, await, answer) with the real tail, fence and decider, but without threads
// and a clock. Its appends go through the world's network, not directly to the log.
#pragma once

#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
#include "ingest/accepted_world.hpp"
#include "ingest/decider.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dibs::test {

class SteppedNode {
  public:
    using Send = std::function<void(std::string)>;
    using Answer = std::function<void(const Envelope&, const Reply&)>;

    SteppedNode(EventLog& log, std::string name, Send send, Answer answer)
        : log_(log), name_(std::move(name)), send_(std::move(send)), answer_(std::move(answer)) {
        restart();
    }

    // Loses everything in memory, including unanswered requests.
    void restart() {
        tail_ = std::make_unique<Tail>(log_, Checkpoint{});
        accepted_ = std::make_unique<AcceptedWorld>();
        answered_ =
            std::make_unique<AnsweredCommands>(log_, test_keys(), nullptr, std::size_t{1} << 20);
        step_down();
    }

    // Reads at most `most` records, answers the commands they accepted, and detects that it was
    // deposed.
    void read(std::size_t most) {
        const auto batch = tail_->next(most, std::chrono::milliseconds{0});
        if (!batch) return;
        for (const auto& record : *batch) {
            const auto view = record.view();
            if (view.is_claim()) {
                claimed(record);
            } else if (is_fact(view)) {
                auto fact = decider_ ? decider_->take_accepted(view.fence) : std::nullopt;
                if (!fact) fact = read_fact(parser_, view, record.position, test_keys()).value();
                answered_->take(*fact, record.offset);
                accepted_->take({std::move(*fact)}, tail_->checkpoint());
            }
        }
        if (writing_ && tail_->fence().last_claim != owner_) step_down();
        while (writing_ && !waiting_.empty() && tail_->fence().seq > waiting_.front().last_seq) {
            answer_(waiting_.front().envelope, waiting_.front().reply);
            waiting_.erase(waiting_.begin());
            age_ = 0;
        }
    }

    void claim(Instant now, std::uint64_t nonce) {
        if (!tail_->verify()) return;
        step_down();
        claim_ = encode_record(
            {tail_->fence().epoch + 1, 0, false, tail_->fence().chain}, now, claimed_type, {}, "",
            R"({"nonce":")" + std::to_string(nonce) + R"(","node":")" + name_ + R"("})");
        send_(claim_);
    }

    void handle(const Envelope& envelope, Instant now) {
        if (!writing_) return;
        const auto stamp = std::max(now, decider_->world().now);
        auto decided = decider_->decide(envelope, true, stamp);
        for (auto& record : decided.records) send_(std::move(record));
        waiting_.push_back({envelope, std::move(decided.reply), decider_->fence().seq - 1});
    }

    // True if it has waited too long.
    bool impatient() {
        age_ += !claim_.empty() || !waiting_.empty() ? 1 : 0;
        return age_ > 25;
    }
    [[nodiscard]] bool writing() const { return writing_; }
    [[nodiscard]] bool claiming() const { return !claim_.empty(); }
    [[nodiscard]] World world() { return accepted_->copy(); }

  private:
    struct Waiting {
        Envelope envelope;
        Reply reply;
        std::uint64_t last_seq;
    };

    void step_down() {
        writing_ = false;
        claim_.clear();
        waiting_.clear();
        decider_.reset();
        age_ = 0;
    }
    // After its own claim is accepted it decides, from the chain directly after that claim.
    void claimed(const Accepted& claim) {
        const bool mine = claim.bytes == claim_;
        step_down();
        if (!mine) return;
        Fence fence;
        fence.epoch = claim.view().fence.epoch;
        fence.chain = fence.last_claim = Fence::link(claim.view().fence.prev, claim.bytes);
        decider_ = std::make_unique<Decider>([this] { return accepted_->copy(); }, *answered_,
                                             fence, test_keys());
        owner_ = fence.last_claim;
        writing_ = true;
    }

    EventLog& log_;
    const std::string name_;
    const Send send_;
    const Answer answer_;
    std::unique_ptr<Tail> tail_;
    std::unique_ptr<AcceptedWorld> accepted_;
    std::unique_ptr<AnsweredCommands> answered_;
    std::unique_ptr<Decider> decider_;  // while it is the writer
    std::vector<Waiting> waiting_;
    std::string claim_;
    Hash owner_{};
    JsonParser parser_;
    int age_ = 0;
    bool writing_ = false;
};

}  // namespace dibs::test
