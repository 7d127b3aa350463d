// The series of each GPU. Their label text is made once and kept until the GPU changes its place;
// no label names a person. One thread at a time.
#pragma once

#include "api/routes/metrics/exposition.hpp"
#include "projections/read_model.hpp"

#include <map>
#include <string>
#include <vector>

namespace dibs::routes {

class GpuSeries {
  public:
    void write(Exposition& out, const Snapshot& tables, const Usage& usage);

  private:
    struct Labels {
        std::string host_name;
        std::int64_t index = 0;
        std::string model;
        std::string place;  // {host="gpu03",gpu="2"}
        std::string info;   // … with uuid and model
    };
    struct Row {
        const Labels* labels;
        const views::CalendarGpu* gpu;
        std::optional<views::GpuLive> live{};
        bool reserved = false;
    };
    const Labels& labels_of(const views::CalendarGpu& gpu, const Snapshot& tables);
    void write_places(Exposition& out) const;
    void write_live(Exposition& out) const;

    std::map<GpuId, Labels> labels_;
    std::vector<Row> rows_;
};

}  // namespace dibs::routes
