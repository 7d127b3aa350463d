// The series of each GPU and host. What the tables say of them is kept while they stay as they are;
// each scrape asks for the values alone. No label names a person. One thread at a time.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "domain/violation/violation_fields.hpp"
#include "projections/read_model.hpp"

#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace dibs::routes {

class FleetSeries {
  public:
    void write(Exposition& out, const Snapshot& tables, const Usage& usage);
    // By the names and labels of dcgm-exporter: cards alone.
    void write_dcgm(Exposition& out, const Snapshot& tables, const Usage& usage);

  private:
    struct Labels {
        std::string host_name;
        std::string index;
        std::optional<std::string> model{};
        std::string place;  // {host="gpu03",gpu="2"}
        std::string info;   // … with uuid and model
        std::string dcgm;   // those of dcgm-exporter; empty: a slice
    };
    struct Gpu {
        const Labels* labels;
        bool available = false;
        bool unhealthy = false;
        bool reserved = false;
        std::optional<std::int64_t> memory_total_mib{};
        std::size_t processes = 0;
    };
    struct Host {
        std::string name{};
        std::string place{};
        fleet::DriverState driver{};
        bool reached = false;
        std::int64_t clashes = 0;
        std::optional<Instant> booted_at{};
        // Open, by kind, in the order of Names<violation::Kind>.
        std::array<std::int64_t, Names<violation::Kind>::list.size()> violations{};
    };
    // Whether anybody sees them now: their GPUs are available, or one of them is.
    struct BySight {
        std::size_t seen = 0;
        std::size_t unknown = 0;
    };
    using Values = std::vector<std::optional<Readings>>;

    void look(const Snapshot& tables);
    void look_at_gpus(const Snapshot& tables);
    void look_at_hosts(const Snapshot& tables);
    void look_at_violations(const Snapshot& tables);
    void look_at_bookings(const Snapshot& tables);
    const Labels& labels_of(const views::CalendarGpu& gpu, const Snapshot& tables);
    // Of what is seen now, and young enough to say something about now: else none.
    [[nodiscard]] Values gpu_values(const Snapshot& tables, const Usage& usage) const;
    [[nodiscard]] Values host_values(const Snapshot& tables, const Usage& usage) const;
    void write_places(Exposition& out) const;
    void write_hosts(Exposition& out) const;
    void write_bookings(Exposition& out) const;
    void write_by_sight(Exposition& out) const;

    std::map<GpuId, Labels> labels_;
    // As of this position, and until a booking begins or ends.
    Position position_ = -1;
    Instant look_again_{};
    std::vector<Gpu> gpus_;
    std::vector<SubjectId> gpu_ids_, host_ids_;
    std::vector<std::string> gpu_places_, host_places_;
    std::vector<Host> hosts_;
    std::size_t running_ = 0, upcoming_ = 0;  // bookings
    std::set<GpuId> available_;
    std::multimap<GpuId, GpuId> shares_;  // a card that is cut with its slices, both ways
    BySight processes_, violations_;
};

}  // namespace dibs::routes
