// Counts frames for each GPU separately, so that one unstable GPU holds up no other.
#include "ingest/probe/gpu_watch.hpp"

#include "ingest/probe/parser/text_values.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace dibs::probe {
namespace {

constexpr std::size_t most_entries = 512;  // a host may show new ones without end

auto shape(const GpuReading& gpu) {
    return std::tie(gpu.index, gpu.name, gpu.memory_total_mib, gpu.hides_processes, gpu.card_uuid,
                    gpu.slices_known);
}

bool same(const std::optional<GpuReading>& a, const std::optional<GpuReading>& b) {
    return a.has_value() == b.has_value() && (!a || shape(*a) == shape(*b));
}

// Fills gaps from the last reading: a GPU keeps its name and memory. The last known answer about
// its processes stays valid until the next.
void fill(GpuReading& now, const std::optional<GpuReading>& before, bool processes_known) {
    if (!before) return;
    if (now.name.empty()) now.name = before->name;
    if (!now.memory_total_mib) now.memory_total_mib = before->memory_total_mib;
    if (!processes_known) now.hides_processes = before->hides_processes;
    now.slices_known = now.slices_known || before->slices_known;
}

// Lists the devices of a frame: GPUs and slices together, as CUDA does.
std::map<std::string, GpuReading> present_in(const ProbeFrame& frame) {
    std::map<std::string, GpuReading> present;
    for (const auto& gpu : frame.gpus) present.emplace(gpu.uuid, gpu);
    for (const auto& slice : frame.slices) {
        const auto found = present.find(slice.card_uuid);
        if (found == present.end()) continue;
        const auto& card = found->second;
        GpuReading reading{.uuid = slice.uuid,
                           .card_uuid = slice.card_uuid,
                           .index = slice.index,
                           .memory_total_mib = slice.memory_total_mib,
                           .hides_processes = card.hides_processes};
        if (!card.name.empty()) reading.name = card.name + " MIG " + slice.profile;
        present.emplace(slice.uuid, std::move(reading));
    }
    return present;
}

// Parses "… for GPU3: 0000:C1:00.0: …". Older drivers name the GPU only by its bus address.
std::optional<int> index_in(std::string_view words) {
    constexpr std::string_view name = "GPU";
    const auto at = words.find(name);
    if (at == std::string_view::npos) return std::nullopt;
    auto rest = words.substr(at + name.size());
    const auto digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const auto index = whole_number(rest.substr(0, digits), 0, 999);
    if (!index || digits > 3) return std::nullopt;
    return static_cast<int>(*index);
}

}  // namespace

void GpuWatch::observe(const ProbeFrame& frame) {
    observe_driver(frame.driver);
    if (!frame.gpus_known) return;
    frames_ = std::min(frames_ + 1, frames_to_wait);
    auto present = present_in(frame);
    for (const auto& [uuid, gpu] : present) entries_.try_emplace(uuid);
    for (const auto& lost : frame.lost) {
        if (!lost.uuid.empty()) entries_.try_emplace(lost.uuid);
    }
    for (auto at = entries_.begin(); at != entries_.end();) {
        auto& [uuid, entry] = *at;
        const auto card = present.find(card_of(entry, uuid));
        if (card != present.end() && card->first != uuid && !card->second.slices_known) {
            ++at;  // its slices are not known yet
            continue;
        }
        std::optional<GpuReading> now;
        if (const auto found = present.find(uuid); found != present.end()) {
            now = std::move(found->second);
            fill(*now, entry.settled ? entry.settled : entry.candidate, frame.processes_known);
        } else if (auto words = words_about(uuid, frame); !words.empty()) {
            entry.words = std::move(words);
        }
        observe_gpu(entry, std::move(now));
        const bool absent = !entry.settled && !entry.candidate;
        const bool forgotten = absent && (entry.words.empty() || entries_.size() > most_entries);
        at = forgotten ? entries_.erase(at) : std::next(at);
    }
}

void GpuWatch::observe_driver(const fleet::Driver& now) {
    if (now.state == fleet::DriverState::unknown) return;
    if (now == driver_) {
        driver_seen_ = 0;
        return;
    }
    const bool other_words = now.state == driver_.state;
    const bool again =  // a failing driver may give other words each second
        other_words ? now == driver_candidate_ : now.state == driver_candidate_.state;
    driver_seen_ = again ? driver_seen_ + 1 : 1;
    driver_candidate_ = now;
    if (driver_seen_ >= (other_words ? frames_for_new_words : frames_to_settle)) driver_ = now;
}

void GpuWatch::observe_gpu(Entry& entry, std::optional<GpuReading> now) {
    if (entry.ever && same(now, entry.settled)) {
        entry.seen = 0;
        if (now) entry.words.clear();
        return;
    }
    entry.seen = entry.seen > 0 && same(now, entry.candidate) ? entry.seen + 1 : 1;
    entry.candidate = std::move(now);
    if (entry.seen < frames_to_settle) return;
    entry.settled = entry.candidate;
    entry.seen = 0;
    entry.ever = true;
    if (entry.settled) entry.words.clear();
}

const std::string& GpuWatch::card_of(const Entry& entry, const std::string& uuid) {
    const auto& known = entry.settled ? entry.settled : entry.candidate;
    return known && !known->card_uuid.empty() ? known->card_uuid : uuid;
}

// Returns the words about a GPU, or about the GPU of a slice. If the driver gives no UUID, the last
// known index identifies the GPU.
std::string GpuWatch::words_about(const std::string& uuid, const ProbeFrame& frame) const {
    const auto& whose = card_of(entries_.at(uuid), uuid);
    const auto card = entries_.find(whose);
    const bool known = card != entries_.end() && card->second.settled.has_value();
    const int index = known ? card->second.settled->index : -1;
    for (const auto& lost : frame.lost) {
        if (lost.uuid == whose || (lost.uuid.empty() && lost.index == index)) return lost.words;
    }
    for (const auto& fault : frame.faults) {
        if (fault.text.find("device handle") == std::string::npos) continue;
        const auto named = index_in(fault.text);
        if (!named || *named == index) return fault.text;
    }
    return {};
}

std::optional<SettledGpus> GpuWatch::gpus() const {
    SettledGpus all;
    for (const auto& [uuid, entry] : entries_) {
        if (!entry.ever && frames_ < frames_to_wait) return std::nullopt;
        if (entry.settled) {
            all.present.push_back(*entry.settled);
        } else if (entry.ever && !entry.words.empty()) {
            all.lost.push_back({uuid, entry.words});
        }
    }
    if (frames_ < frames_to_settle) return std::nullopt;
    std::sort(all.present.begin(), all.present.end(), [](const auto& a, const auto& b) {
        return std::tie(a.card_uuid, a.index) < std::tie(b.card_uuid, b.index);
    });
    return all;
}

}  // namespace dibs::probe
