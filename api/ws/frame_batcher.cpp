// One batch per topic, until it is published; its first item starts its timer. A batch is cut at
// 32 KiB.
#include "api/ws/frame_batcher.hpp"

#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace dibs::ws {
namespace {

constexpr std::size_t full_batch_bytes = 32 * 1024;

}  // namespace

struct FrameBatcher::Impl : std::enable_shared_from_this<Impl> {
    struct Batch {
        Sequence position = 0;
        std::vector<std::string> items;
        std::size_t bytes = 0;
        // Lets a late timer recognize that its batch was already published.
        std::uint64_t number = 0;
    };
    using Batches = std::unordered_map<std::string, Batch>;

    Impl(http::EventLoop& its_loop, Hub& its_hub, std::chrono::milliseconds its_interval,
         JoinItems its_join)
        : loop(its_loop), hub(its_hub), interval(its_interval), join(std::move(its_join)) {}

    void add(const std::string& topic, Sequence position, std::string item) {
        const auto [opened, is_new] = batches.try_emplace(topic);
        auto& batch = opened->second;
        if (is_new) start_timer(topic, batch.number = ++last_number);
        batch.position = position;
        batch.bytes += item.size();
        batch.items.push_back(std::move(item));
        if (batch.bytes >= full_batch_bytes) publish(opened);
    }
    void start_timer(const std::string& topic, std::uint64_t number) {
        loop.after(interval, [weak = weak_from_this(), topic, number] {
            const auto self = weak.lock();
            if (!self) return;
            const auto batch = self->batches.find(topic);
            if (batch == self->batches.end() || batch->second.number != number) return;
            self->publish(batch);
        });
    }
    void publish(Batches::iterator opened) {
        const auto [topic, batch] = std::move(*opened);
        batches.erase(opened);
        hub.publish(topic,
                    std::make_shared<const std::string>(join(topic, batch.position, batch.items)));
    }

    http::EventLoop& loop;
    Hub& hub;
    std::chrono::milliseconds interval;
    JoinItems join;
    Batches batches;
    std::uint64_t last_number = 0;
};

FrameBatcher::FrameBatcher(http::EventLoop& loop, Hub& hub, std::chrono::milliseconds interval,
                           JoinItems join)
    : impl_(std::make_shared<Impl>(loop, hub, interval, std::move(join))) {}

FrameBatcher::~FrameBatcher() = default;

void FrameBatcher::add(std::string topic, Sequence position, std::string item) {
    impl_->loop.handle().run([weak = impl_->weak_from_this(), topic = std::move(topic), position,
                              item = std::move(item)]() mutable {
        if (const auto self = weak.lock()) self->add(topic, position, std::move(item));
    });
}

void FrameBatcher::flush() {
    while (!impl_->batches.empty()) impl_->publish(impl_->batches.begin());
}

std::size_t FrameBatcher::waiting() const {
    return impl_->batches.size();
}

}  // namespace dibs::ws
