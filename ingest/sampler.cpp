// Turns frames into samples and appends them on a thread of its own, so a disk write delays no
// probe.
#include "ingest/sampler.hpp"

#include "domain/fleet/fleet.hpp"

namespace dibs {
namespace {

// Empty if the account of the process is unknown.
std::string_view account_of(const probe::ProcessReading& process) {
    const bool known =
        process.owner && !fleet::starter_unknown(process.origin, process.owner->user);
    return known ? std::string_view(process.owner->user) : "";
}

// By GPU and then by account: the share of its kernels, if the driver gives it.
using Shares = std::map<std::string_view, std::optional<std::int32_t>>;
std::map<std::string_view, Shares> shares_of(const probe::ProbeFrame& frame) {
    std::map<std::string_view, Shares> cards;
    for (const auto& process : frame.processes) {
        auto& share = cards[process.gpu_uuid][account_of(process)];
        if (process.sm_percent) share = share.value_or(0) + *process.sm_percent;
    }
    return cards;
}

Occupancy occupancy_of(const probe::ProbeFrame& frame, const probe::GpuReading& card,
                       const Shares& shares) {
    // On a GPU in MIG mode the processes run on its slices.
    if (!frame.processes_known || card.mig_enabled.value_or(false)) return {};
    std::vector<Occupant> all;
    for (const auto& [account, share] : shares) {
        all.push_back({std::string(account), shares.size() > 1 ? share : std::nullopt});
    }
    return Occupancy(std::move(all));
}

// Samples that arrive within this time are appended together.
constexpr std::chrono::milliseconds gather{100};

}  // namespace

Sampler::Sampler(SampleLog& log, std::function<void(const std::string&)> complain)
    : log_(log), complain_(std::move(complain)) {}

Sampler::~Sampler() {
    stop();
}

void Sampler::set_gpus(std::map<std::string, GpuOnHost> by_uuid) {
    const std::lock_guard lock(mutex_);
    gpus_ = std::move(by_uuid);
}

void Sampler::process_appeared(ProcessId id, GpuId gpu, std::int64_t pid) {
    const std::lock_guard lock(mutex_);
    processes_[{gpu, pid}] = id;
}

void Sampler::process_gone(ProcessId id) {
    const std::lock_guard lock(mutex_);
    std::erase_if(processes_, [&](const auto& one) { return one.second == id; });
}

// Skips GPUs and processes that are not on record yet: their report leaves in this same second.
void Sampler::take(HostId host, Instant at, const probe::ProbeFrame& frame) {
    // Rounded down to the second: the probe's jitter costs more bytes than it is worth.
    const auto second = std::chrono::floor<std::chrono::seconds>(at);
    {
        const std::lock_guard lock(mutex_);
        add(host, second, frame.host.values);
        add_gpus(host, second, frame);
        add_slices(host, second, frame);
        add_processes(host, second, frame);
    }
    woken_.notify_one();
}

std::optional<GpuId> Sampler::gpu_of(HostId host, const std::string& uuid) const {
    const auto found = gpus_.find(uuid);
    if (found == gpus_.end() || found->second.host != host) return std::nullopt;
    return found->second.id;
}

void Sampler::add_gpus(HostId host, Instant at, const probe::ProbeFrame& frame) {
    auto shares = shares_of(frame);
    for (const auto& reading : frame.gpus) {
        const auto gpu = gpu_of(host, reading.uuid);
        if (!gpu) continue;
        auto& occupancy = occupancies_[*gpu];
        auto now = occupancy_of(frame, reading, shares[reading.uuid]);
        if (now != occupancy) occupancy = std::move(now);
        add(*gpu, at, reading.values, occupancy);
    }
}

// Adds the driver's values of a slice, without the accounts that use it.
void Sampler::add_slices(HostId host, Instant at, const probe::ProbeFrame& frame) {
    for (const auto& reading : frame.slices) {
        if (const auto gpu = gpu_of(host, reading.uuid)) add(*gpu, at, reading.values);
    }
}

// A frame has one entry for each process and GPU.
void Sampler::add_processes(HostId host, Instant at, const probe::ProbeFrame& frame) {
    for (const auto& reading : frame.processes) {
        const auto gpu = gpu_of(host, reading.gpu_uuid);
        if (!gpu) continue;
        const auto process = processes_.find({*gpu, reading.pid});
        if (process != processes_.end()) add({process->second, *gpu}, at, reading.values);
    }
}

void Sampler::add(const SubjectId& subject, Instant at, const Readings& values,
                  Occupancy occupancy) {
    if (!values.empty()) pending_.push_back({subject, at, values, std::move(occupancy)});
}

void Sampler::start() {
    thread_ = std::thread([this] { run(); });
}

void Sampler::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_all();
    if (thread_.joinable()) thread_.join();
}

void Sampler::run() {
    bool last = false;
    while (!last) {
        std::vector<Sample> samples;
        {
            std::unique_lock lock(mutex_);
            woken_.wait(lock, [&] { return stopping_ || !pending_.empty(); });
            woken_.wait_for(lock, gather, [&] { return stopping_; });
            last = stopping_;
            samples.swap(pending_);
        }
        if (!samples.empty()) store(samples);
    }
    if (auto flushed = log_.flush(); !flushed) complain_(flushed.error().text);
}

void Sampler::store(const std::vector<Sample>& samples) {
    const auto appended = log_.append(samples);
    const std::string problem = appended ? std::string{} : appended.error().text;
    if (problem != last_complaint_ && !problem.empty()) complain_(problem);
    last_complaint_ = problem;
}

}  // namespace dibs
