// Turns probe measurements into samples and appends them to the sample log:
//
//   probes' thread: take() --pending--> own thread, several times a second: SampleLog::append
//
// A follower of the facts supplies the mapping from driver names to GPUs and processes. Readers of
// samples follow the sample log.
#pragma once

#include "domain/usage/sample.hpp"
#include "ingest/log/samples/sample_log.hpp"
#include "ingest/probe/parser/frame.hpp"

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace dibs {

// Maps a UUID to a GPU on one host. The same UUID on another host means another device.
struct GpuOnHost {
    GpuId id;
    HostId host;
};

class Sampler {
  public:
    // Calls `complain` with a sentence when the log takes no samples, on the sampler's thread.
    Sampler(SampleLog& log, std::function<void(const std::string&)> complain);
    ~Sampler();

    // Any thread.
    void set_gpus(std::map<std::string, GpuOnHost> by_uuid);
    void process_appeared(ProcessId id, GpuId gpu, std::int64_t pid);
    void process_gone(ProcessId id);
    void take(HostId host, Instant at, const probe::ProbeFrame& frame);

    void start();
    void stop();  // stores what is pending

  private:
    void add(const SubjectId& subject, Instant at, const Readings& values,
             Occupancy occupancy = {});
    [[nodiscard]] std::optional<GpuId> gpu_of(HostId host, const std::string& uuid) const;
    void add_gpus(HostId host, Instant at, const probe::ProbeFrame& frame);
    void add_slices(HostId host, Instant at, const probe::ProbeFrame& frame);
    void add_processes(HostId host, Instant at, const probe::ProbeFrame& frame);
    void run();
    void store(const std::vector<Sample>& samples);

    SampleLog& log_;
    const std::function<void(const std::string&)> complain_;
    std::string last_complaint_;  // used only on the own thread

    std::mutex mutex_;
    std::condition_variable woken_;
    std::map<std::string, GpuOnHost> gpus_;
    std::map<std::pair<GpuId, std::int64_t>, ProcessId> processes_;
    std::map<GpuId, Occupancy> occupancies_;  // the newest of each GPU
    std::vector<Sample> pending_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
