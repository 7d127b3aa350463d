// What one client has asked and not been answered yet: one question is in work, and of those that
// come meanwhile the newest waits. So clients take turns, and one that asks a hundred thousand
// times is worked for as often as one that asks twice. On the loop, but for `unwanted`, which the
// thread that reads snapshots looks at.
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
    const bool lost;  // the client's own question or, if it lost frames, ours for it
    std::atomic<bool> unwanted{false};  // a newer one was asked, or the client is gone
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

    // To be worked on now; null: after the one in work, whose answer nobody wants any more.
    [[nodiscard]] QuestionPtr ask(StreamRequest request, bool lost) {
        auto question = std::make_shared<Question>(std::move(request), lost);
        if (!in_work_) return in_work_ = std::move(question);
        in_work_->unwanted = true;
        next_ = std::move(question);
        return nullptr;
    }
    // The one in work was answered or thrown away: the next, if there is one.
    [[nodiscard]] QuestionPtr done() { return in_work_ = std::exchange(next_, nullptr); }

  private:
    QuestionPtr in_work_, next_;
};

}  // namespace dibs::routes
