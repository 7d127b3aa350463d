// A node that writes when it can, in single steps, for the simulation: the writer's protocol
// (read, claim, decide, append, await, answer) with the real tail, fence and decider, but with no
// thread and no clock of its own. What it appends goes through the world's network, not straight
// into the log.
#pragma once

#include "domain/log/fact.hpp"
#include "domain/log/tail.hpp"
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

    // Everything in memory is gone, and with it every question that was not answered.
    void restart() {
        tail_ = std::make_unique<Tail>(log_, Checkpoint{});
        accepted_ = std::make_unique<Decider>(reservation::Policy{});
        step_down();
    }

    // Reads a few records; answers what they accepted; notices that it was deposed.
    void read(std::size_t most) {
        const auto batch = tail_->next(most, std::chrono::milliseconds{0});
        if (!batch) return;
        for (const auto& record : *batch) {
            const auto view = record.view();
            if (view.is_claim()) {
                const bool mine = record.bytes == claim_;
                step_down();
                if (mine) begin();
            } else if (is_fact(view)) {
                accepted_->fold(read_fact(parser_, view, record.position).value());
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
            {tail_->fence().epoch + 1, 0, false, tail_->fence().chain}, now, claimed_type, {},
            R"({"nonce":")" + std::to_string(nonce) + R"(","node":")" + name_ + R"("})");
        send_(claim_);
    }

    void handle(const Envelope& envelope, Instant now) {
        if (!writing_) return;
        const auto stamp = std::max(now, mind_->world().now);
        auto decided = mind_->decide(envelope, true, stamp);
        for (auto& record : decided.records) send_(std::move(record));
        waiting_.push_back({envelope, std::move(decided.reply), mind_->fence().seq - 1});
    }

    // True if it waits for something that seems not to come.
    bool impatient() {
        age_ += !claim_.empty() || !waiting_.empty() ? 1 : 0;
        return age_ > 25;
    }
    [[nodiscard]] bool writing() const { return writing_; }
    [[nodiscard]] bool claiming() const { return !claim_.empty(); }
    [[nodiscard]] const World& world() const { return accepted_->world(); }

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
        mind_.reset();
        age_ = 0;
    }
    // The claim was accepted: a mind of its own, made of the facts so far.
    void begin() {
        mind_ = std::make_unique<Decider>(reservation::Policy{});
        Tail again(log_, Checkpoint{});
        JsonParser parser;
        while (again.fence() != tail_->fence()) {
            const auto batch = again.next(1, std::chrono::milliseconds{0});
            if (!batch) return;
            for (const auto& record : *batch) {
                if (!is_fact(record.view())) continue;
                mind_->fold(read_fact(parser, record.view(), record.position).value());
            }
        }
        mind_->begin(tail_->fence());
        owner_ = tail_->fence().last_claim;
        writing_ = true;
    }

    EventLog& log_;
    const std::string name_;
    const Send send_;
    const Answer answer_;
    std::unique_ptr<Tail> tail_;
    std::unique_ptr<Decider> accepted_;  // the world of what was accepted
    std::unique_ptr<Decider> mind_;      // and of what was decided on top of it
    std::vector<Waiting> waiting_;
    std::string claim_;
    Hash owner_{};
    JsonParser parser_;
    int age_ = 0;
    bool writing_ = false;
};

}  // namespace dibs::test
