// The open requests of one client: one is in work, and only the newest of the others waits. So
// clients take turns, and a client that asks a hundred thousand times costs as much as one that
// asks twice. On the loop, except `unwanted`, which the snapshot thread reads.
#pragma once

#include "api/routes/stream/stream_request.hpp"

#include <atomic>
#include <memory>
#include <utility>

namespace dibs::routes {

struct Question {
    Question(StreamRequest its_request, bool its_lost)
        : request(std::move(its_request)), lost(its_lost) {}

    const StreamRequest request;
    const bool lost;  // false: the client's own request; true: a resync after lost frames
    std::atomic<bool> unwanted{false};  // replaced by a newer request, or the client is gone
};
using QuestionPtr = std::shared_ptr<Question>;

class OneQuestion {
  public:
    OneQuestion() = default;
    ~OneQuestion() {
        if (in_work_) in_work_->unwanted = true;
    }
    OneQuestion(const OneQuestion&) = delete;
    OneQuestion& operator=(const OneQuestion&) = delete;

    // Returns the request to work on now; null: it waits for the one in work, whose answer is no
    // longer wanted.
    [[nodiscard]] QuestionPtr ask(StreamRequest request, bool lost) {
        auto question = std::make_shared<Question>(std::move(request), lost);
        if (!in_work_) return in_work_ = std::move(question);
        in_work_->unwanted = true;
        next_ = std::move(question);
        return nullptr;
    }
    // The request in work was answered or dropped: returns the next, if there is one.
    [[nodiscard]] QuestionPtr done() { return in_work_ = std::exchange(next_, nullptr); }

  private:
    QuestionPtr in_work_, next_;
};

}  // namespace dibs::routes
