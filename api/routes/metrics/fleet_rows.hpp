// GPUs and hosts from the tables, as their series need them. Cached between scrapes: after new
// facts only their hosts, GPUs, bookings and violations are read again. One thread at a time.
#pragma once

#include "api/routes/metrics/booked_times.hpp"
#include "domain/violation/violation_fields.hpp"
#include "projections/questions/fleet.hpp"

#include <array>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace dibs::routes {

class FleetRows {
  public:
    struct Labels {
        std::string host_name;
        std::string index;
        std::optional<std::string> model{};
        std::string place;  // {host="gpu03",gpu="2"}
        std::string info;   // … with uuid and model
        std::string dcgm;   // the labels of dcgm-exporter; empty: a slice
    };
    struct Gpu {
        const Labels* labels = nullptr;
        bool available = false;
        bool unhealthy = false;
        bool reserved = false;
        std::optional<std::int64_t> memory_total_mib{};
        std::optional<GpuId> card{};  // of a slice: its GPU
        std::vector<ProcessId> processes{};
    };
    struct Host {
        std::string place{};  // {host="gpu03"
        fleet::DriverState driver{};
        bool reached = false;
        std::int64_t clashes = 0;
        std::optional<Instant> booted_at{};
        // Open ones by kind, in the order of Names<violation::Kind>.
        std::array<std::int64_t, Names<violation::Kind>::list.size()> violations{};
        std::size_t first_gpu = 0, gpu_count = 0;
    };
    // Counts of things that are seen now (a GPU of theirs is available), and of the rest.
    struct BySight {
        std::size_t seen = 0;
        std::size_t unknown = 0;
    };

    // Updates the rows to these tables.
    void look(const Snapshot& tables);

    // Hosts sorted by name, the GPUs of each by index; ids and places in the same order.
    [[nodiscard]] const std::vector<Gpu>& gpus() const { return gpus_; }
    [[nodiscard]] const std::vector<SubjectId>& gpu_ids() const { return gpu_ids_; }
    [[nodiscard]] const std::vector<std::string>& gpu_places() const { return gpu_places_; }
    [[nodiscard]] const std::vector<Host>& hosts() const { return hosts_; }
    [[nodiscard]] const std::vector<SubjectId>& host_ids() const { return host_ids_; }
    [[nodiscard]] const std::vector<std::string>& host_places() const { return host_places_; }
    [[nodiscard]] std::size_t running() const { return counts_.running; }  // bookings
    [[nodiscard]] std::size_t upcoming() const { return counts_.upcoming; }
    [[nodiscard]] const BySight& processes() const { return processes_; }
    [[nodiscard]] const BySight& violations() const { return violations_; }

  private:
    struct Touched {  // indices in the lists
        std::set<std::size_t> hosts, gpus;
    };
    void look_at_all(const Snapshot& tables);
    // False: the hosts or GPUs are not those in the lists, so everything must be read.
    bool look_at(const Snapshot& tables, const std::vector<Ref>& about);
    [[nodiscard]] std::optional<Touched> touched_by(const std::vector<Ref>& about) const;
    bool look_at_host(const Snapshot& tables, std::size_t host);
    void take_host(const views::Host& view, std::size_t host);
    void take_gpu(const views::CalendarGpu& view, const Snapshot& tables, std::size_t gpu);
    void note_slices(const std::vector<views::CalendarGpu>& all);
    const Labels& labels_of(const views::CalendarGpu& gpu, const Snapshot& tables);
    void count_bookings(Instant now);
    void count_processes();
    void count_violations();

    std::optional<Position> position_{};
    Instant looked_at_{};
    std::map<GpuId, Labels> labels_;
    std::vector<Gpu> gpus_;
    std::vector<SubjectId> gpu_ids_, host_ids_;
    std::vector<std::string> gpu_places_, host_places_;
    std::vector<Host> hosts_;
    std::map<GpuId, std::size_t> gpu_at_;
    std::map<HostId, std::size_t> host_at_;
    std::vector<std::size_t> host_of_;        // per GPU
    std::multimap<GpuId, GpuId> shares_;      // a GPU and its slices, in both directions
    bool has_lost_slice_ = false;             // a lost slice is shown as long as it is booked
    std::vector<violation::Violation> open_;  // open violations
    BookedTimes booked_;
    BookedTimes::Counts counts_;
    BySight processes_, violations_;
};

}  // namespace dibs::routes
