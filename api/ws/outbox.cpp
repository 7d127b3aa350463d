// See outbox.hpp.
#include "api/ws/outbox.hpp"

namespace dibs::ws {

std::size_t Outbox::put(Frame frame, Time now) {
    if (lagging_) return 1;
    const bool fits = queue_.size() < max_frames_ && bytes_ + frame->size() <= max_bytes_;
    if (fits || queue_.empty()) {
        bytes_ += frame->size();
        queue_.push_back(std::move(frame));
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
    auto frame = std::move(queue_.front());
    queue_.pop_front();
    bytes_ -= frame->size();
    in_flight_ = true;
    return frame;
}

bool Outbox::written() {
    in_flight_ = false;
    return std::exchange(lagging_, false);
}

}  // namespace dibs::ws
