// A slot reports its start and its end through deferred tasks.
#include "ingest/ssh/work_queue.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace dibs::ssh {

void WorkQueue::add(const HostTarget& target, std::unique_ptr<Stream> stream, Time deadline) {
    const Host host{target.address, target.port, target.jumps};
    loads_[host].waiting.push_back({target, std::move(stream), deadline});
    place_next(host);
}

void WorkQueue::place_next(const Host& host) {
    auto& load = loads_[host];
    while (!load.waiting.empty() && load.running < limits_.running &&
           load.starting < limits_.starting) {
        auto next = std::move(load.waiting.front());
        load.waiting.pop_front();
        next.stream->occupy(take_slot(host));
        place_(next.target, std::move(next.stream));
    }
    if (load.running == 0 && load.waiting.empty()) loads_.erase(host);
}

std::unique_ptr<WorkSlot> WorkQueue::take_slot(const Host& host) {
    auto& load = loads_[host];
    ++load.running;
    ++load.starting;
    const auto started = std::make_shared<bool>(false);
    return std::make_unique<WorkSlot>(
        [this, host, started] {
            if (!std::exchange(*started, true)) defer_([this, host] { note_start(host); });
        },
        [this, host, started] { defer_([this, host, started] { free_slot(host, *started); }); });
}

void WorkQueue::note_start(const Host& host) {
    --loads_[host].starting;
    place_next(host);
}

void WorkQueue::free_slot(const Host& host, bool started) {
    auto& load = loads_[host];
    --load.running;
    if (!started) --load.starting;
    place_next(host);
}

Stream* WorkQueue::find(StreamId id) {
    for (auto& [host, load] : loads_) {
        for (auto& one : load.waiting) {
            if (one.stream->id() == id) return one.stream.get();
        }
    }
    return nullptr;
}

void WorkQueue::remove(StreamId id) {
    for (auto& [host, load] : loads_) {
        std::erase_if(load.waiting, [id](const auto& one) { return one.stream->id() == id; });
    }
}

void WorkQueue::expire(Time now) {
    std::vector<std::unique_ptr<Stream>> late;
    for (auto& [host, load] : loads_) {
        for (auto& one : load.waiting) {
            if (one.deadline <= now) late.push_back(std::move(one.stream));
        }
        std::erase_if(load.waiting, [](const auto& one) { return one.stream == nullptr; });
    }
    for (const auto& stream : late) {
        stream->finish({.kind = RemoteErrorKind::timeout,
                        .text = "no answer in time while waiting for other commands on the host"});
    }
}

}  // namespace dibs::ssh
