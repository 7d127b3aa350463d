// Packing the newest seconds when there are enough of them, and unpacking those asked for.
#include "projections/usage/second_ring.hpp"

#include "ingest/log/samples/sample_log_block.hpp"

namespace dibs {

void SecondRing::put(const Sample& sample) {
    const bool late = open_.empty() ? !blocks_.empty() && sample.at <= blocks_.back().last
                                    : sample.at <= open_.back().at;
    if (late) return;
    if (open_.capacity() == 0) open_.reserve(block_samples);
    open_.push_back(sample);
    if (open_.size() < block_samples) return;
    auto bytes = encode_block(open_);
    bytes.shrink_to_fit();
    blocks_.push_back({open_.front().at, open_.back().at, std::move(bytes)});
    open_.clear();
    while (blocks_.front().last <= sample.at - kept_) blocks_.pop_front();
}

void SecondRing::read(const Interval& when, const std::function<void(const Sample&)>& take) const {
    const auto give = [&](const std::vector<Sample>& samples) {
        for (const auto& sample : samples) {
            if (when.contains(sample.at)) take(sample);
        }
    };
    for (const auto& block : blocks_) {
        if (block.last < when.from || block.first >= when.until) continue;
        if (const auto samples = decode_block(of_, block.bytes)) give(*samples);
    }
    give(open_);
}

}  // namespace dibs
