// Compares each frame with the processes known: counts in how many frames in a row one was seen or
// missing, and reports it when that number is reached.
#include "ingest/probe/process_watch.hpp"

#include <algorithm>
#include <utility>

namespace dibs::probe {
namespace {

// An unknown start time (the host hides its processes) speaks for neither.
bool same_process(const ProcessReading& before, const ProcessReading& now) {
    if (!before.started || !now.started) {
        return true;
    }
    const auto apart = *before.started - *now.started;
    return (apart < Duration::zero() ? -apart : apart) <= start_time_slack;
}

// The newest reading, but what is known of the owner stays when ps was late once; the first start
// time stays too, so that the identity does not wander.
void refresh(ProcessReading& known, const ProcessReading& now) {
    known.values = now.values;
    if (!now.user.empty()) {
        known.user = now.user;
    }
    if (!now.command.empty()) {
        known.command = now.command;
    }
    if (!known.started) {
        known.started = now.started;
    }
}

}  // namespace

void ProcessWatch::adopt(ProcessReading process) {
    const Key key{process.gpu_uuid, process.pid};
    entries_.insert_or_assign(
        key, Entry{.reading = std::move(process), .seen = frames_to_appear, .appeared = true});
}

ProcessChanges ProcessWatch::observe(const ProbeFrame& frame) {
    ProcessChanges changes;
    if (!frame.processes_known) {
        return changes;
    }
    for (const auto& reading : frame.processes) {
        see(reading, changes);
    }
    count_missing(changes);
    return changes;
}

void ProcessWatch::see(const ProcessReading& reading, ProcessChanges& changes) {
    auto& entry = entries_[Key{reading.gpu_uuid, reading.pid}];
    const bool is_new = entry.seen == 0;
    if (!is_new && !same_process(entry.reading, reading)) {  // the pid was given out again
        if (entry.appeared) {
            changes.gone.push_back(std::move(entry.reading));
        }
        entry = {};
    }
    if (entry.seen == 0) {
        entry.reading = reading;
    } else {
        refresh(entry.reading, reading);
    }
    entry.in_frame = true;
    entry.missing = 0;
    entry.seen = std::min(entry.seen + 1, frames_to_appear);
    if (!entry.appeared && entry.seen == frames_to_appear) {
        entry.appeared = true;
        changes.appeared.push_back(entry.reading);
    }
}

void ProcessWatch::count_missing(ProcessChanges& changes) {
    for (auto at = entries_.begin(); at != entries_.end();) {
        auto& entry = at->second;
        if (std::exchange(entry.in_frame, false)) {
            ++at;
            continue;
        }
        ++entry.missing;
        if (entry.appeared && entry.missing < frames_to_go) {
            ++at;
            continue;
        }
        if (entry.appeared) {
            changes.gone.push_back(std::move(entry.reading));
        }
        at = entries_.erase(at);
    }
}

std::vector<ProcessReading> ProcessWatch::present() const {
    std::vector<ProcessReading> all;
    for (const auto& [key, entry] : entries_) {
        if (entry.appeared) {
            all.push_back(entry.reading);
        }
    }
    return all;
}

}  // namespace dibs::probe
