// Frames to samples, and appending them on a thread of its own: a write to disk holds no probe up.
#include "ingest/sampler.hpp"

namespace dibs {
namespace {

// What a process has on several GPUs, together.
void join(Readings& all, const Readings& more) {
    const auto known = metrics_of(Subject::process);
    for (Column i = 0; i < known.size(); ++i) {
        const auto steps = more[i];
        if (steps) all.set(i, known[i].adds ? all[i].value_or(0) + *steps : *steps);
    }
}

// What hosts send within this goes to the log at once.
constexpr std::chrono::milliseconds gather{100};

}  // namespace

Sampler::Sampler(SampleLog& log, std::function<void(const std::string&)> complain)
    : log_(log), complain_(std::move(complain)) {}

Sampler::~Sampler() {
    stop();
}

void Sampler::set_gpus(std::map<std::string, GpuId> by_uuid) {
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

// What is not on record yet is passed over: it is reported in this very second.
void Sampler::take(HostId host, Instant at, const probe::ProbeFrame& frame) {
    // Snapped to the second: the jitter of the probe costs more bytes than it tells.
    const auto second = std::chrono::floor<std::chrono::seconds>(at);
    {
        const std::lock_guard lock(mutex_);
        add(host, second, frame.host.values);
        for (const auto& reading : frame.gpus) {
            const auto gpu = gpus_.find(reading.uuid);
            if (gpu != gpus_.end()) add(gpu->second, second, reading.values);
        }
        std::map<ProcessId, Readings> processes;
        for (const auto& reading : frame.processes) {
            const auto gpu = gpus_.find(reading.gpu_uuid);
            if (gpu == gpus_.end()) continue;
            const auto process = processes_.find({gpu->second, reading.pid});
            if (process != processes_.end()) join(processes[process->second], reading.values);
        }
        for (const auto& [id, values] : processes) add(id, second, values);
    }
    woken_.notify_one();
}

void Sampler::add(const SubjectId& subject, Instant at, const Readings& values) {
    if (!values.empty()) pending_.push_back({subject, at, values});
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
    if (problem != told_ && !problem.empty()) complain_(problem);
    told_ = problem;
}

}  // namespace dibs
