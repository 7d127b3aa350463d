// What probes measured -> samples -> their log:
//
//   probes' thread: take() --pending--> own thread, several times a second: SampleLog::append
//
// Knows which of our GPUs and processes the driver's words mean: told by whoever follows the facts.
// Whoever wants the samples follows their log.
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

// What another host says of it is about another device, whatever its UUID.
struct GpuOnHost {
    GpuId id;
    HostId host;
};

class Sampler {
  public:
    // `complain` gets a sentence when the log takes no samples; on our thread.
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
    std::string told_;  // the last complaint; our thread's

    std::mutex mutex_;
    std::condition_variable woken_;
    std::map<std::string, GpuOnHost> gpus_;
    std::map<std::pair<GpuId, std::int64_t>, ProcessId> processes_;
    std::map<GpuId, Occupancy> occupancies_;  // the last ones
    std::vector<Sample> pending_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace dibs
