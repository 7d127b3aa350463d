// Counts waiting frames against the limits on number and bytes; an empty queue accepts any frame.
// The first frame that does not fit empties the queue, and nothing is queued until the resync.
#include "api/ws/outbox.hpp"

namespace dibs::ws {

std::size_t Outbox::add(Waiting waiting, Time now) {
    if (lagging_) return 1;
    const auto size = waiting.counts ? waiting.frame->size() : 0;
    const bool fits = queue_.size() < max_frames_ && bytes_ + size <= max_bytes_;
    if (fits || queue_.empty()) {
        bytes_ += size;
        queue_.push_back(std::move(waiting));
        return 0;
    }
    const auto dropped = queue_.size() + 1;
    queue_.clear();
    bytes_ = 0;
    lagging_ = true;
    lagging_since_ = now;
    return dropped;
}

Frame Outbox::take() {
    if (in_flight_ || queue_.empty()) return nullptr;
    auto next = std::move(queue_.front());
    queue_.pop_front();
    if (next.counts) bytes_ -= next.frame->size();
    in_flight_ = true;
    return std::move(next.frame);
}

bool Outbox::written() {
    in_flight_ = false;
    return std::exchange(lagging_, false);
}

}  // namespace dibs::ws
