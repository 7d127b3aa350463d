// Each frame repeats the log, so a line may come before its GPU's address.
#include "ingest/probe/xid_watch.hpp"

#include <algorithm>

namespace dibs::probe {
namespace {

constexpr std::size_t most_numbers = 16;

// Returns the time of the error by our clock: now, minus the uptime since the error.
Instant moment_of(const XidReading& xid, const ProbeFrame& frame, Instant now) {
    const auto uptime_s = frame.host.values[column_of(Subject::host, "uptime_s")];
    if (!uptime_s) return now;
    const auto ago = std::chrono::seconds{*uptime_s} - std::chrono::milliseconds{xid.at_ms};
    return std::chrono::floor<std::chrono::seconds>(now - std::max<Duration>(ago, Duration{0}));
}

}  // namespace

void XidWatch::take(Card& card, const XidReading& xid, const ProbeFrame& frame, Instant now) {
    const auto known = card.last.find(xid.number);
    if (known != card.last.end()) {
        if (xid.at_ms > known->second.at_ms)
            known->second = {xid.at_ms, moment_of(xid, frame, now)};
        return;
    }
    if (card.last.size() >= most_numbers) {
        const auto oldest = std::min_element(
            card.last.begin(), card.last.end(),
            [](const auto& a, const auto& b) { return a.second.at_ms < b.second.at_ms; });
        if (oldest->second.at_ms >= xid.at_ms) return;
        card.last.erase(oldest);
    }
    card.last.emplace(xid.number, Occurrence{xid.at_ms, moment_of(xid, frame, now)});
}

void XidWatch::observe(const ProbeFrame& frame, Instant now) {
    if (frame.host.boot_id != boot_id_) {
        cards_.clear();
        boot_id_ = frame.host.boot_id;
    }
    for (const auto& gpu : frame.gpus) {
        if (gpu.pci_address.empty()) continue;
        if (cards_.size() >= max_cards_per_host && !cards_.contains(gpu.uuid)) continue;
        cards_[gpu.uuid].address = gpu.pci_address;
    }
    readable_ = frame.kernel_log.has_value();
    whole_ = readable_ && frame.kernel_log->whole;
    if (!readable_) return;
    for (const auto& xid : frame.kernel_log->xids) {
        for (auto& [uuid, card] : cards_) {
            if (card.address == xid.address) take(card, xid, frame, now);
        }
    }
}

std::vector<health::Reading> XidWatch::readings_of(const std::string& uuid) const {
    std::vector<health::Reading> readings;
    const auto card = cards_.find(uuid);
    if (!readable_ || card == cards_.end()) return readings;
    if (whole_) readings.push_back({health::Symptom::xid_errors, 0, {}});
    for (const auto& [number, came] : card->second.last) {
        readings.push_back({health::Symptom::xid_errors, number, came.at});
    }
    return readings;
}

std::vector<std::string> XidWatch::cards_with_any() const {
    std::vector<std::string> uuids;
    if (!readable_) return uuids;
    for (const auto& [uuid, card] : cards_) {
        if (!card.last.empty()) uuids.push_back(uuid);
    }
    return uuids;
}

}  // namespace dibs::probe
