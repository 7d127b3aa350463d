// Keeps the last frames of a topic within three limits (number, bytes, age). Also keeps the newest
// forgotten position: a subscriber from before it cannot resume.
#include "api/ws/topic.hpp"

#include <algorithm>

namespace dibs::ws {

void Topic::remember(Sequence position, Frame frame, Time now, const HubConfig& config) {
    bytes_ += frame->size();
    recent_.push_back({position, std::move(frame), now});
    while (recent_.size() > config.remembered_frames || bytes_ > config.remembered_bytes) {
        forget_first();
    }
}

void Topic::forget_old(Time now, const HubConfig& config) {
    while (!recent_.empty() && now - recent_.front().at > config.remembered_for) forget_first();
}

void Topic::forget_first() {
    forgotten_ = std::max(forgotten_, recent_.front().position);
    bytes_ -= recent_.front().frame->size();
    recent_.pop_front();
}

}  // namespace dibs::ws
