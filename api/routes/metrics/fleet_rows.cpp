// See fleet_rows.hpp. The history names the subjects of each fact. An unknown subject, or too many
// facts, cause everything to be read again.
#include "api/routes/metrics/fleet_rows.hpp"

#include "api/routes/metrics/count_distinct.hpp"
#include "api/routes/metrics/exposition.hpp"
#include "projections/questions/history.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::size_t most_facts = 1000;  // above this, reading everything is as cheap

constexpr std::size_t place_of(violation::Kind kind) {
    constexpr const auto& kinds = Names<violation::Kind>::list;
    std::size_t place = 0;
    while (kinds.at(place).first != kind) ++place;
    return place;
}

// The state of an unhealthy slice does not say whether it is lost.
bool is_lost_slice(const views::CalendarGpu& gpu) {
    const bool may_be_lost = gpu.state == GpuState::lost || gpu.state == GpuState::unhealthy;
    return gpu.parent && !gpu.seen && may_be_lost;
}

}  // namespace

void FleetRows::look(const Snapshot& tables) {
    const auto now = tables.now();
    const bool in_time = position_ && looked_at_ <= now;
    if (in_time && tables.position() == *position_ && now < counts_.until) return;
    const auto about = in_time ? subjects_after(tables, *position_, most_facts) : std::nullopt;
    if (!about || has_lost_slice_ || !look_at(tables, *about)) look_at_all(tables);
    if (!booked_.reaches(now)) booked_.read_all(tables, gpu_ids_);
    count_bookings(now);
    count_processes();
    count_violations();
    position_ = tables.position();
    looked_at_ = now;
}

void FleetRows::look_at_all(const Snapshot& tables) {
    auto labels = std::move(labels_);
    *this = {};
    labels_ = std::move(labels);
    every_row([&](const PageFrom& page) { return list_hosts(tables, page); },
              [&](const views::Host& host) {
                  host_at_[host.id] = hosts_.size();
                  host_ids_.emplace_back(host.id);
                  hosts_.emplace_back();
                  host_places_.emplace_back();
                  take_host(host, hosts_.size() - 1);
              });
    const auto all = plain_gpus(tables, {});
    gpus_.resize(all.size());
    gpu_places_.resize(all.size());
    for (const auto& gpu : all) {
        const auto at = gpu_ids_.size();
        const auto host = host_at_.at(gpu.host_id);
        if (hosts_[host].gpu_count++ == 0) hosts_[host].first_gpu = at;
        host_of_.push_back(host);
        gpu_at_[gpu.id] = at;
        gpu_ids_.emplace_back(gpu.id);
        take_gpu(gpu, tables, at);
    }
    note_slices(all);
    open_ = open_violations(tables);
    booked_.read_all(tables, gpu_ids_);
}

void FleetRows::note_slices(const std::vector<views::CalendarGpu>& all) {
    for (const auto& gpu : all) {
        has_lost_slice_ = has_lost_slice_ || is_lost_slice(gpu);
        if (!gpu.parent || !gpu_at_.contains(*gpu.parent)) continue;
        shares_.emplace(*gpu.parent, gpu.id);
        shares_.emplace(gpu.id, *gpu.parent);
    }
}

bool FleetRows::look_at(const Snapshot& tables, const std::vector<Ref>& about) {
    const auto touched = touched_by(about);
    if (!touched) return false;
    for (const auto host : touched->hosts) {
        if (!look_at_host(tables, host)) return false;
    }
    for (const auto gpu : touched->gpus) booked_.read(tables, gpu);
    const auto is_violation = [](const Ref& ref) { return ref.is<ViolationId>(); };
    if (std::any_of(about.begin(), about.end(), is_violation)) open_ = open_violations(tables);
    return true;
}

// None: a subject is not in the lists.
std::optional<FleetRows::Touched> FleetRows::touched_by(const std::vector<Ref>& about) const {
    Touched touched;
    const auto add_gpu = [&](GpuId id) {
        const auto at = gpu_at_.find(id);
        if (at == gpu_at_.end()) return false;
        touched.gpus.insert(at->second);
        touched.hosts.insert(host_of_[at->second]);
        return true;
    };
    for (const auto& ref : about) {
        if (const auto id = ref.as<ReservationId>()) booked_.add_gpus_of(*id, touched.gpus);
        if (const auto id = ref.as<HostId>()) {
            const auto at = host_at_.find(*id);
            if (at == host_at_.end()) return std::nullopt;
            touched.hosts.insert(at->second);
        }
        if (const auto id = ref.as<GpuId>()) {
            if (!add_gpu(*id)) return std::nullopt;
            const auto [first, last] = shares_.equal_range(*id);
            for (auto with = first; with != last; ++with) add_gpu(with->second);
        }
    }
    return touched;
}

bool FleetRows::look_at_host(const Snapshot& tables, std::size_t host) {
    const HostId id{host_ids_[host].uuid};
    const auto view = find_host(tables, id);
    const auto gpus = plain_gpus(tables, {.host = id});
    const auto& kept = hosts_[host];
    if (!view || gpus.size() != kept.gpu_count) return false;
    for (std::size_t i = 0; i < gpus.size(); ++i) {
        const auto at = kept.first_gpu + i;
        const bool same = gpu_ids_[at] == SubjectId{gpus[i].id} && gpus_[at].card == gpus[i].parent;
        if (!same || is_lost_slice(gpus[i])) return false;
        take_gpu(gpus[i], tables, at);
    }
    take_host(*view, host);
    return true;
}

void FleetRows::take_host(const views::Host& view, std::size_t host) {
    auto& kept = hosts_[host];
    append_label(kept.place = "{", "host", view.name);
    host_places_[host] = kept.place + '}';
    kept.driver = view.driver.state;
    kept.reached = views::is_reached(view.state);
    kept.clashes = static_cast<std::int64_t>(view.clashes.size());
    kept.booted_at = view.booted_at;
}

void FleetRows::take_gpu(const views::CalendarGpu& view, const Snapshot& tables, std::size_t gpu) {
    auto& kept = gpus_[gpu];
    kept.labels = &labels_of(view, tables);
    gpu_places_[gpu] = kept.labels->place;
    kept.available = view.seen;
    kept.unhealthy = view.state == GpuState::unhealthy;
    kept.memory_total_mib = view.memory_total_mib;
    kept.card = view.parent;
    kept.processes.clear();
    for (const auto& one : processes_on(tables, {view.id})) kept.processes.push_back(one.id);
}

// A slice's own index is below its GPU's: "1.0".
const FleetRows::Labels& FleetRows::labels_of(const views::CalendarGpu& gpu,
                                              const Snapshot& tables) {
    auto& labels = labels_[gpu.id];
    const auto index = to_text(gpu.place());
    const bool same = labels.host_name == gpu.host_name && labels.index == index &&
                      labels.model == gpu.model && !labels.place.empty();
    if (same) return labels;
    const auto whole = find_gpu(tables, gpu.id);
    std::string place = "{";
    append_label(place, "host", gpu.host_name);
    append_label(place += ',', "gpu", index);
    std::string info = place;
    append_label(info += ',', "uuid", whole ? whole->uuid : "");
    append_label(info += ',', "model", gpu.model.value_or(""));
    std::string dcgm;
    if (!gpu.parent) {
        append_label(dcgm = "{", "gpu", index);
        append_label(dcgm += ',', "UUID", whole ? whole->uuid : "");
        append_label(dcgm += ',', "device", "nvidia" + index);
        append_label(dcgm += ',', "modelName", gpu.model.value_or(""));
        append_label(dcgm += ',', "Hostname", gpu.host_name);
        dcgm += '}';
    }
    labels = {gpu.host_name, index, gpu.model, place + '}', info + '}', dcgm};
    return labels;
}

void FleetRows::count_bookings(Instant now) {
    counts_ = booked_.count(now);
    for (std::size_t i = 0; i < gpus_.size(); ++i) gpus_[i].reserved = counts_.reserved[i];
    for (const auto& [gpu, part] : shares_) {
        if (counts_.reserved[gpu_at_.at(gpu)]) gpus_[gpu_at_.at(part)].reserved = true;
    }
}

void FleetRows::count_processes() {
    std::vector<ProcessId> all, seen;
    for (const auto& gpu : gpus_) {
        all.insert(all.end(), gpu.processes.begin(), gpu.processes.end());
        if (!gpu.available) continue;
        seen.insert(seen.end(), gpu.processes.begin(), gpu.processes.end());
    }
    processes_.seen = count_distinct(std::move(seen));
    processes_.unknown = count_distinct(std::move(all)) - processes_.seen;
}

void FleetRows::count_violations() {
    violations_ = {};
    for (auto& host : hosts_) host.violations = {};
    for (const auto& open : open_) {
        const bool seen = std::any_of(open.gpus.begin(), open.gpus.end(), [&](GpuId gpu) {
            const auto at = gpu_at_.find(gpu);
            return at != gpu_at_.end() && gpus_[at->second].available;
        });
        ++(seen ? violations_.seen : violations_.unknown);
        const auto host = host_at_.find(open.host);
        if (host == host_at_.end()) continue;
        ++hosts_[host->second].violations.at(place_of(open.kind));
    }
}

}  // namespace dibs::routes
