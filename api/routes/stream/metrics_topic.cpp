// The last values of hosts, GPUs and, of one host, its processes.
#include "api/routes/stream/metrics_topic.hpp"

#include "api/service.hpp"
#include "domain/codec/json_writer.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/usage/usage_views.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::size_t most_processes = 500;  // of a host, whose values are in its frames
constexpr std::string_view whole_fleet = "*";

bool is_host_or_fleet(std::string_view text) {
    if (text == whole_fleet) return true;
    return !text.empty() && text.size() <= 63 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    });
}

// Nothing: there is no such host.
std::optional<views::FrameOf> hosts_and_gpus(const Snapshot& tables, std::string_view host) {
    views::GpuFilter filter;
    if (host != whole_fleet) {
        filter.host = host_called(tables, host);
        if (!filter.host) return std::nullopt;
    }
    views::FrameOf of;
    for (const auto& gpu : plain_gpus(tables, filter)) of.gpus.push_back(gpu.id);
    if (filter.host) {
        of.hosts.push_back(*filter.host);
    } else {
        every_row([&](const PageFrom& page) { return list_hosts(tables, page); },
                  [&](const auto& one) { of.hosts.push_back(one.id); });
    }
    return of;
}

std::string metrics_frame(const Service& service, const Topic& topic, views::FrameOf of) {
    if (topic.parameter() != whole_fleet) {
        of.processes = processes_on(service.model.snapshot(service.clock()), of.gpus);
        of.processes.resize(std::min(of.processes.size(), most_processes));
    }
    const auto values = service.model.usage().frame(of);
    if (values.at == Instant{}) return {};  // no sample yet
    std::string frame = "{\"type\":\"metrics\",\"topic\":";
    write_json(frame, topic.name());
    frame += ",\"metrics\":";
    write_json(frame, values);
    return frame + '}';
}

// Reads hosts and GPUs from the tables once, and again after one has changed.
class MetricsFrames {
  public:
    MetricsFrames(const Service& service, const Topic& topic) : service_(service), topic_(topic) {}

    std::string operator()(std::uint64_t changes) {
        if (changes_ != changes) {
            of_ = hosts_and_gpus(service_.model.snapshot(service_.clock()), topic_.parameter());
            changes_ = changes;
        }
        return of_ ? metrics_frame(service_, topic_, *of_) : std::string();
    }

  private:
    const Service& service_;
    Topic topic_;
    std::uint64_t changes_ = 0;  // when `of_` was read
    std::optional<views::FrameOf> of_;
};

PeriodicFrames::Next start_metrics(const Service& service, const Topic& topic) {
    return MetricsFrames(service, topic);
}

}  // namespace

TopicKind metrics_topic() {
    return {.name = "metrics",
            .parameter = TopicParameter{{"*", "<host>"}, is_host_or_fleet},
            .periodic = PeriodicFrames{start_metrics, {"host.", "gpu."}}};
}

}  // namespace dibs::routes
