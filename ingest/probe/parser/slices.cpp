// See slices.hpp. Lines come in any order, so they are read one by one and joined at the end of the
// frame.
#include "ingest/probe/parser/slices.hpp"

#include "ingest/probe/parser/frame_parser.hpp"
#include "ingest/probe/parser/text_values.hpp"

#include <algorithm>
#include <limits>

namespace dibs::probe {
namespace {

constexpr std::string_view slice_mark = "MIG-";
constexpr std::int64_t max_slice_mib = 1'000'000'000;

bool is_slice_uuid(std::string_view text) {
    return text.starts_with(slice_mark) && is_device_uuid(text);
}

bool is_profile(std::string_view text) {
    constexpr std::string_view allowed = "0123456789abcdefghijklmnopqrstuvwxyz.+-";
    constexpr std::size_t longest = 32;
    return !text.empty() && text.size() <= longest &&
           text.find_first_not_of(allowed) == std::string_view::npos;
}

const GpuReading* card_called(const ProbeFrame& frame, std::string_view uuid) {
    const auto found = std::find_if(frame.gpus.begin(), frame.gpus.end(),
                                    [&](const auto& gpu) { return gpu.uuid == uuid; });
    return found == frame.gpus.end() ? nullptr : &*found;
}

bool is_cut(const GpuReading& card) {
    return card.mig_enabled.value_or(false);
}

// Old drivers list slices without giving the MIG mode of their GPU. A missing mode is not "no".
bool may_be_cut(const ProbeFrame& frame, const GpuReading& card) {
    return is_cut(card) || std::any_of(frame.slices.begin(), frame.slices.end(),
                                       [&](const auto& one) { return one.card_uuid == card.uuid; });
}

// "MIG-GPU-…/7/0" names its GPU; "MIG-…" may be on any GPU in MIG mode.
std::vector<std::string> cards_of_slice(const ProbeFrame& frame, std::string_view uuid) {
    const auto named = uuid.substr(slice_mark.size(), uuid.find('/') - slice_mark.size());
    if (const auto* card = card_called(frame, named)) return {card->uuid};
    std::vector<std::string> all;
    for (const auto& gpu : frame.gpus) {
        if (may_be_cut(frame, gpu)) all.push_back(gpu.uuid);
    }
    return all;
}

using CardOfSlice = std::map<std::string_view, std::string_view>;

// The known slices of the process: it is named after one, or was looked up.
std::vector<std::string> devices_of(const ProcessReading& process, const CardOfSlice& slices,
                                    const std::set<std::string>* places) {
    if (slices.contains(process.gpu_uuid)) return {process.gpu_uuid};
    std::vector<std::string> devices;
    if (!places) return devices;
    std::copy_if(places->begin(), places->end(), std::back_inserter(devices),
                 [&](const auto& uuid) { return slices.contains(uuid); });
    return devices;
}

}  // namespace

void SliceTable::clear() {
    answered_ = false;
    known_.clear();
    slices_.clear();
    values_.clear();
    places_.clear();
}

bool SliceTable::known_line(std::string_view rest) {
    answered_ = true;
    if (rest == "-") return true;
    if (!is_device_uuid(rest) || known_.size() >= max_gpus) return false;
    known_.emplace(rest);
    return true;
}

bool SliceTable::slice_line(std::string_view rest) {
    SliceReading slice;
    slice.card_uuid = cut_word(rest);
    const auto index = whole_number(cut_word(rest), 0, 999);
    slice.uuid = cut_word(rest);
    slice.profile = cut_word(rest);
    slice.memory_total_mib = whole_number(rest, 1, max_slice_mib);
    if (!index || !is_device_uuid(slice.card_uuid) || !is_slice_uuid(slice.uuid) ||
        !is_profile(slice.profile) || slices_.size() >= max_slices) {
        return false;
    }
    slice.index = static_cast<int>(*index);
    slices_.push_back(std::move(slice));
    return true;
}

bool SliceTable::value_line(std::string_view rest) {
    const auto uuid = cut_word(rest);
    if (!is_slice_uuid(uuid) || values_.size() >= max_slices) return false;
    Readings values;
    for (const Column column :
         {column_of(Subject::gpu, "memory_used_mib"),
          column_of(Subject::gpu, "memory_reserved_mib"), column_of(Subject::gpu, "ecc_errors")}) {
        const auto steps = whole_number(cut_word(rest), 0, max_slice_mib);
        if (steps) values.set(column, static_cast<std::int32_t>(*steps));
    }
    values_.insert_or_assign(std::string(uuid), values);
    return true;
}

bool SliceTable::place_line(std::string_view rest) {
    const auto card = cut_word(rest);
    const auto pid = whole_number(cut_word(rest), 1, std::numeric_limits<std::int64_t>::max());
    if (!pid || !is_device_uuid(card) || !is_slice_uuid(rest) || places_.size() >= max_processes) {
        return false;
    }
    places_[{std::string(card), *pid}].emplace(rest);
    return true;
}

void SliceTable::join(ProbeFrame& frame) const {
    join_slices(frame);
    const bool waits = !answered_ && std::any_of(frame.gpus.begin(), frame.gpus.end(), is_cut);
    if (waits) {
        frame.processes_known = false;
    } else {
        join_processes(frame);
    }
}

void SliceTable::join_slices(ProbeFrame& frame) const {
    for (auto& gpu : frame.gpus) gpu.slices_known = !is_cut(gpu) || known_.contains(gpu.uuid);
    std::set<std::string_view> seen;
    for (const auto& slice : slices_) {
        const auto* card = card_called(frame, slice.card_uuid);
        const bool there = card != nullptr && card->mig_enabled.value_or(true);
        if (!there || !seen.insert(slice.uuid).second) continue;
        frame.slices.push_back(slice);
        const auto values = values_.find(slice.uuid);
        if (values != values_.end()) frame.slices.back().values = values->second;
    }
}

// Lists each process once for each of its devices. Values that cover several devices cannot be
// split, so they are dropped.
void SliceTable::join_processes(ProbeFrame& frame) const {
    CardOfSlice slices;
    for (const auto& slice : frame.slices) slices.emplace(slice.uuid, slice.card_uuid);
    std::vector<ProcessReading> placed;
    std::set<std::pair<std::string, std::int64_t>> seen;
    for (auto& process : frame.processes) {
        const auto of = places_.find({process.gpu_uuid, process.pid});
        auto devices = devices_of(process, slices, of == places_.end() ? nullptr : &of->second);
        const auto* card = card_called(frame, process.gpu_uuid);
        process.slice_unknown =
            devices.empty() &&
            (card ? may_be_cut(frame, *card) : process.gpu_uuid.starts_with(slice_mark));
        if (process.slice_unknown && !card) devices = cards_of_slice(frame, process.gpu_uuid);
        if (devices.empty()) devices = {process.gpu_uuid};
        if (devices.size() > 1) process.values = {};
        for (auto& uuid : devices) {
            if (placed.size() >= max_processes || !seen.emplace(uuid, process.pid).second) continue;
            placed.push_back(process);
            if (const auto slice = slices.find(uuid); slice != slices.end()) {
                placed.back().card_uuid = slice->second;
            }
            placed.back().gpu_uuid = std::move(uuid);
        }
    }
    frame.processes = std::move(placed);
}

}  // namespace dibs::probe
