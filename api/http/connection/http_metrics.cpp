// The series behind the counters: requests and durations by method and route, open connections,
// closed streams by code. A histogram is created at its first use. Loop thread only.
#include "api/http/connection/http_metrics.hpp"

#include <map>

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace dibs::http {
namespace {

const prometheus::Histogram::BucketBoundaries durations_s{
    0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10};

}  // namespace

struct HttpMetrics::Series {
    struct OfRoute {
        prometheus::Histogram* duration = nullptr;
        std::map<int, prometheus::Counter*> by_status;
    };

    prometheus::Registry registry;
    prometheus::Family<prometheus::Counter>& requests =
        prometheus::BuildCounter()
            .Name("dibs_http_requests_total")
            .Help("Requests answered, by method, route and status.")
            .Register(registry);
    prometheus::Family<prometheus::Histogram>& duration =
        prometheus::BuildHistogram()
            .Name("dibs_http_request_duration_seconds")
            .Help("From the end of a request's head to its answer.")
            .Register(registry);
    prometheus::Gauge& connections = prometheus::BuildGauge()
                                         .Name("dibs_http_connections")
                                         .Help("Connections open now.")
                                         .Register(registry)
                                         .Add({});
    prometheus::Gauge& most_connections = prometheus::BuildGauge()
                                              .Name("dibs_http_connections_most")
                                              .Help("Connections there is room for, with streams.")
                                              .Register(registry)
                                              .Add({});
    prometheus::Family<prometheus::Counter>& refused =
        prometheus::BuildCounter()
            .Name("dibs_http_connections_refused_total")
            .Help("Connections refused: none waited that could be closed for them.")
            .Register(registry);
    prometheus::Family<prometheus::Counter>& made_room =
        prometheus::BuildCounter()
            .Name("dibs_http_connections_made_room_total")
            .Help("Connections closed for a new one, the one that had waited longest.")
            .Register(registry);
    prometheus::Gauge& streams = prometheus::BuildGauge()
                                     .Name("dibs_websocket_clients")
                                     .Help("Streams open now.")
                                     .Register(registry)
                                     .Add({});
    prometheus::Family<prometheus::Counter>& closed =
        prometheus::BuildCounter()
            .Name("dibs_websocket_closed_total")
            .Help("Streams that ended, by close code.")
            .Register(registry);
    using OfMethod = std::map<std::string, OfRoute, std::less<>>;
    std::map<std::string, OfMethod, std::less<>> routes;  // loop thread only

    OfRoute& of(std::string_view method, std::string_view route) {
        auto by_route = routes.find(route);
        if (by_route == routes.end()) by_route = routes.try_emplace(std::string(route)).first;
        auto& methods = by_route->second;
        const auto found = methods.find(method);
        if (found != methods.end()) return found->second;
        auto& made = methods[std::string(method)];
        made.duration = &duration.Add(labels(method, route), durations_s);
        return made;
    }
    static prometheus::Labels labels(std::string_view method, std::string_view route) {
        return {{"method", std::string(method)}, {"route", std::string(route)}};
    }
};

// Creates counters of rare events at the start, so that the first event shows as an increase.
HttpMetrics::HttpMetrics() : series_(std::make_unique<Series>()) {
    for (const char* scarce : {"places", "client"}) {
        series_->refused.Add({{"scarce", scarce}});
        series_->made_room.Add({{"scarce", scarce}});
    }
}
HttpMetrics::~HttpMetrics() = default;

void HttpMetrics::on_request(std::string_view method, std::string_view route, int status,
                             std::uint64_t microseconds) {
    if (method.empty()) method = "unknown";
    auto& of_route = series_->of(method, route);
    of_route.duration->Observe(static_cast<double>(microseconds) / 1e6);
    auto& counter = of_route.by_status[status];
    if (!counter) {
        auto labels = Series::labels(method, route);
        labels.emplace("status", std::to_string(status));
        counter = &series_->requests.Add(labels);
    }
    counter->Increment();
}

void HttpMetrics::on_ws_open() {
    series_->streams.Increment();
}

void HttpMetrics::on_ws_close(int code) {
    series_->streams.Decrement();
    series_->closed.Add({{"code", std::to_string(code)}}).Increment();
}

void HttpMetrics::on_connections(std::size_t now_open) {
    series_->connections.Set(static_cast<double>(now_open));
}

void HttpMetrics::on_most_connections(std::size_t most) {
    series_->most_connections.Set(static_cast<double>(most));
}

void HttpMetrics::on_scarce(std::string_view what, bool refused) {
    auto& family = refused ? series_->refused : series_->made_room;
    family.Add({{"scarce", std::string(what)}}).Increment();
}

std::string HttpMetrics::text() const {
    return prometheus::TextSerializer().Serialize(series_->registry.Collect());
}

}  // namespace dibs::http
