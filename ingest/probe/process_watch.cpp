// Compares each frame with the known processes. Counts the consecutive frames with or without a
// process, and reports a change at the limit.
#include "ingest/probe/process_watch.hpp"

#include <algorithm>
#include <utility>

namespace dibs::probe {
namespace {

// An unknown start time (the host hides its processes) decides nothing.
bool same_process(const ProcessReading& before, const ProcessReading& now) {
    return !before.owner || !now.owner || same_start(before.owner->started, now.owner->started);
}

// Takes the newest reading. Keeps the owner if ps was late once. Keeps the first start time and
// origin, so that the identity does not change.
void refresh(ProcessReading& known, const ProcessReading& now) {
    known.values = now.values;
    if (!now.owner) {
        return;
    }
    const auto started = known.owner ? known.owner->started : now.owner->started;
    known.owner = now.owner;
    known.owner->started = started;
    if (!known.origin) known.origin = now.origin;  // parents end before their children do
}

}  // namespace

ProcessChanges ProcessWatch::observe(const ProbeFrame& frame) {
    ProcessChanges changes;
    if (!frame.host.boot_id.empty() && frame.host.boot_id != boot_id_) {
        if (!boot_id_.empty()) {
            end_all(changes);
        }
        boot_id_ = frame.host.boot_id;
    }
    if (!frame.processes_known) {
        return changes;
    }
    for (const auto& reading : frame.processes) {
        const bool sliced = reading.slice_unknown || !reading.card_uuid.empty();
        see(sliced ? on_its_slice(reading, changes) : reading, changes);
    }
    count_missing(changes);
    settled_ = settled_ || settles();
    return changes;
}

// A process with a known slice keeps it while the slice cannot be read. A process that appeared on
// an unknown slice moves to its slice in one step, once that is known.
ProcessReading ProcessWatch::on_its_slice(ProcessReading reading, ProcessChanges& changes) {
    for (auto at = entries_.lower_bound({reading.pid, {}});
         at != entries_.end() && at->first.first == reading.pid; ++at) {
        const auto& known = at->second.reading;
        if (!at->second.appeared || !same_process(known, reading)) continue;
        if (reading.slice_unknown && known.card_uuid == reading.gpu_uuid) {
            reading.gpu_uuid = known.gpu_uuid;
            reading.card_uuid = known.card_uuid;
            reading.slice_unknown = false;
            break;
        }
        if (!reading.slice_unknown && known.slice_unknown && known.gpu_uuid == reading.card_uuid) {
            auto entry = std::move(at->second);
            entries_.erase(at);
            changes.gone.push_back(entry.reading);
            entry.reading.gpu_uuid = reading.gpu_uuid;
            entry.reading.card_uuid = reading.card_uuid;
            entry.reading.slice_unknown = false;
            changes.appeared.push_back(entry.reading);
            entries_.insert_or_assign(Key{reading.pid, reading.gpu_uuid}, std::move(entry));
            break;
        }
    }
    return reading;
}

void ProcessWatch::see(const ProcessReading& reading, ProcessChanges& changes) {
    auto& entry = entries_[Key{reading.pid, reading.gpu_uuid}];
    const bool is_new = entry.seen == 0;
    if (!is_new && !same_process(entry.reading, reading)) {  // the pid was reused
        if (entry.appeared) {
            changes.gone.push_back(std::move(entry.reading));
        }
        entry = {};
    }
    const bool owned = entry.appeared && !entry.reading.owner && reading.owner;
    if (entry.seen == 0) {
        entry.reading = reading;
    } else {
        refresh(entry.reading, reading);
    }
    if (owned) {
        changes.owned.push_back(entry.reading);
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

// After a restart of the host its pids are reused.
void ProcessWatch::end_all(ProcessChanges& changes) {
    for (auto& [key, entry] : entries_) {
        if (entry.appeared) {
            changes.gone.push_back(std::move(entry.reading));
        }
    }
    entries_.clear();
}

bool ProcessWatch::settles() {
    ++frames_;
    if (frames_ == most_frames_to_be_sure) return true;
    return frames_ >= frames_to_be_sure &&
           std::all_of(entries_.begin(), entries_.end(),
                       [](const auto& entry) { return entry.second.appeared; });
}

std::optional<bool> ProcessWatch::owners_known() const {
    std::optional<bool> known;
    for (const auto& [key, entry] : entries_) {
        if (entry.appeared) {
            known = known.value_or(true) && entry.reading.owner.has_value();
        }
    }
    return known;
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
