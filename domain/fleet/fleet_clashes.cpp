// Decides which host has a GPU that several hosts report. Only a driver reports the UUID, and a
// copied or lying host reports another host's UUID. So a GPU moves only if its own host has given
// it up and exactly one host reports it, or if an admin says so.
#include "domain/fleet/fleet_rules.hpp"
#include "domain/world/world.hpp"

#include <algorithm>
#include <set>

namespace dibs::fleet {
namespace {

// The GPU, or the card of a slice.
const Gpu& card_of(const State& state, const Gpu& gpu) {
    const auto* parent = gpu.parent ? find(state, *gpu.parent) : nullptr;
    return parent ? *parent : gpu;
}

const Gpu* known(const State& state, const std::string& uuid) {
    const auto found = state.gpu_by_uuid.find(uuid);
    return found == state.gpu_by_uuid.end() ? nullptr : &state.gpus.at(found->second);
}

const Clash* clash_with(const Gpu& card, HostId claimant) {
    const auto found = std::find_if(card.clashes.begin(), card.clashes.end(),
                                    [&](const Clash& one) { return one.claimant == claimant; });
    return found == card.clashes.end() ? nullptr : &*found;
}

// True if its host reported without it, or was removed. If the driver there still has words for the
// card, the card is broken, not given up.
bool was_given_up(const State& state, const Gpu& card) {
    return !state.hosts.contains(card.host) || (card.lost && !card.lost_words);
}

// With two claimants, only a person can decide which of them is right.
bool may_take(const State& state, const Gpu& card, HostId host) {
    return was_given_up(state, card) &&
           std::all_of(card.clashes.begin(), card.clashes.end(),
                       [&](const Clash& one) { return one.claimant == host; });
}

// The card of a GPU that this host reports and another host has. Null if the GPU is new or belongs
// to this host.
const Gpu* foreign_card(const State& state, HostId host, const std::string& uuid) {
    const auto* gpu = known(state, uuid);
    if (gpu == nullptr) return nullptr;
    const Gpu& card = card_of(state, *gpu);
    return card.host == host || may_take(state, card, host) ? nullptr : &card;
}

GpuClashEnded ended(const Gpu& card, HostId claimant) {
    return {card.id, card.host, claimant, card.uuid};
}

std::map<GpuId, std::int64_t> claimed_in(const State& state, const ReportGpus& c) {
    std::map<GpuId, std::int64_t> indices;  // of cards, at the claimant
    for (const auto& seen : c.gpus) {
        const auto* card = foreign_card(state, c.host, seen.uuid);
        if (card == nullptr) continue;
        const auto [at, is_new] = indices.try_emplace(card->id, seen.index);
        if (!is_new && seen.uuid == card->uuid) at->second = seen.index;
    }
    return indices;
}

// Processes on other hosts continue without the moved GPUs. The old host reports its processes
// again next time.
void add_process_changes(std::vector<Event>& events, const State& state,
                         const std::set<GpuId>& moved, HostId to) {
    for (const auto& [id, process] : state.processes) {
        if (process.host == to) continue;
        std::vector<GpuId> left;
        for (const GpuId gpu : process.gpus) {
            if (!moved.contains(gpu)) left.push_back(gpu);
        }
        if (left.size() == process.gpus.size()) continue;
        if (left.empty()) {
            events.emplace_back(gone(process));
        } else {
            auto unknown = process.unknown_slice_gpus;
            std::erase_if(unknown, [&](GpuId gpu) { return moved.contains(gpu); });
            events.emplace_back(ProcessGpusChanged{id, process.host, std::move(left), process.pid,
                                                   process.unix_name, process.person,
                                                   std::move(unknown)});
        }
    }
}

GpuChanged at_host(const Gpu& gpu, HostId host, std::int64_t index) {
    return {gpu.id,
            host,
            index,
            gpu.model,
            gpu.memory_total_mib,
            gpu.parent,
            gpu.host,
            gpu.hides_processes,
            {}};
}

}  // namespace

std::vector<Event> clash_events(const State& state, const ReportGpus& c, Instant now) {
    const auto claimed = claimed_in(state, c);
    std::vector<Event> events;
    std::size_t open = 0;
    std::set<std::string_view> reported;
    for (const auto& seen : c.gpus) reported.insert(seen.uuid);
    for (const auto& [id, card] : state.gpus) {
        const auto* clash = clash_with(card, c.host);
        if (clash == nullptr) continue;
        const bool taken = reported.contains(card.uuid) && !claimed.contains(id);
        const bool over = !claimed.contains(id) && now >= clash->since + shortest_clash;
        if (taken || over) {
            events.emplace_back(ended(card, c.host));
        } else {
            ++open;
        }
    }
    for (const auto& [id, index] : claimed) {
        const Gpu& card = state.gpus.at(id);
        if (clash_with(card, c.host) != nullptr || open >= most_clashes) continue;
        ++open;
        events.emplace_back(GpuClashBegan{id, card.host, c.host, card.uuid, index, now});
    }
    return events;
}

// A new slice of a card on another host does not belong to this host either.
ReportGpus without_foreign(const State& state, ReportGpus c) {
    std::erase_if(c.gpus, [&](const SeenGpu& seen) {
        return foreign_card(state, c.host, seen.uuid) != nullptr ||
               (seen.parent_uuid && foreign_card(state, c.host, *seen.parent_uuid) != nullptr);
    });
    return c;
}

std::vector<Event> clashes_ended_with(const State& state, HostId claimant) {
    std::vector<Event> events;
    for (const auto& [id, card] : state.gpus) {
        if (clash_with(card, claimant) != nullptr) events.emplace_back(ended(card, claimant));
    }
    return events;
}

Events decide_on(const World& world, const MoveGpu& c, const Context& context) {
    const State& state = world.fleet;
    if (!people::is_admin(world.people, context)) {
        return refuse(Code::not_allowed, "", "Only an admin says on which host a GPU is.");
    }
    const auto* gpu = find(state, c.gpu);
    if (gpu == nullptr) return refuse(Code::not_found, "id", "There is no such GPU.");
    const auto host = state.hosts.find(c.host);
    if (host == state.hosts.end()) {
        return refuse(Code::unknown_host, "host_id", "There is no such host.");
    }
    const Gpu& card = card_of(state, *gpu);
    if (card.host == c.host) return std::vector<Event>{};
    const auto* clash = clash_with(card, c.host);
    if (clash == nullptr) {
        return refuse(Code::not_ready, "host_id",
                      host->second.enrolled.name + " does not report this GPU.");
    }
    std::vector<Event> events{ended(card, c.host)};
    std::set<GpuId> moved{card.id};
    const auto slices = state.slices.find(card.id);
    if (slices != state.slices.end()) moved.insert(slices->second.begin(), slices->second.end());
    add_process_changes(events, state, moved, c.host);
    events.emplace_back(at_host(card, c.host, clash->index));
    moved.erase(card.id);
    for (const GpuId id : moved) {
        const Gpu& slice = state.gpus.at(id);
        if (!slice.lost) events.emplace_back(at_host(slice, c.host, slice.index));
    }
    return events;
}

}  // namespace dibs::fleet
