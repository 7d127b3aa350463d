// A slot reports its start and its end through deferred tasks.
#include "ingest/ssh/work_queue.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace dibs::ssh {

void WorkQueue::add(const HostTarget& target, std::unique_ptr<Stream> stream, Time deadline) {
    const Host host{target.address, target.port, target.jumps};
    auto& waiting = loads_[host].waiting;
    if (waiting.size() >= limits_.waiting) {
        stream->finish(
            {.kind = RemoteErrorKind::ended, .text = "the host takes no more commands at once"});
        return;
    }
    waiting.push_back({target, std::move(stream), deadline});
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

std::unique_ptr<Stream> WorkQueue::take_late(Time now) {
    for (auto& [host, load] : loads_) {
        const auto late = std::ranges::find_if(
            load.waiting, [now](const Waiting& one) { return one.deadline <= now; });
        if (late == load.waiting.end()) continue;
        auto stream = std::move(late->stream);
        load.waiting.erase(late);
        return stream;
    }
    return nullptr;
}

// One at a time: the observer may close others.
void WorkQueue::expire(Time now) {
    while (const auto stream = take_late(now)) {
        stream->finish({.kind = RemoteErrorKind::timeout,
                        .text = "no answer in time while waiting for other commands on the host"});
    }
}

}  // namespace dibs::ssh
