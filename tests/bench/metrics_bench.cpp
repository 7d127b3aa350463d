// Goal 8: the per-GPU part of /metrics with 10,000 series (1,428 GPUs, seven series each), from the
// tables and live values. The baselines: a hand-written writer with prepared labels and values, and
// prometheus-cpp (Collect and TextSerializer) with as many gauges of three labels.
//   metrics_bench [pairs]
#include "api/routes/metrics/fleet_series.hpp"
#include "ingest/log/facts/memory_log.hpp"
#include "projections/projector.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/projections/store/log_of.hpp"

#include <cstdlib>
#include <filesystem>

#include <fmt/compile.h>
#include <fmt/format.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

namespace {

using namespace dibs;

constexpr int gpu_count = 1428, per_host = 8, families = 7;
const Instant start = from_unix_ms(1'800'000'000'000);

template <class AnyId>
AnyId nth(unsigned n) {
    AnyId id;
    id.uuid[14] = static_cast<std::uint8_t>(n >> 8U);
    id.uuid[15] = static_cast<std::uint8_t>(n & 255U);
    return id;
}

std::string host_name(int gpu) {
    return "gpu" + std::to_string(gpu / per_host);
}

class Ours {
  public:
    explicit Ours(const std::filesystem::path& folder)
        : model_(ReadModel::open({.directory = folder}).value()) {
        std::vector<Sample> samples;
        for (int g = 0; g < gpu_count; ++g) {
            const auto host = nth<HostId>(static_cast<unsigned>(g / per_host));
            const auto gpu = nth<GpuId>(static_cast<unsigned>(g));
            if (g % per_host == 0) {
                writer_.command(
                    start, {fleet::Event{fleet::HostEnrolled{host, host_name(g), "10.0.0.1", 22,
                                                             "dibs", "SHA256:k"}}});
            }
            writer_.command(start, {fleet::Event{fleet::GpuDiscovered{gpu,
                                                                      host,
                                                                      "GPU-" + std::to_string(g),
                                                                      g % per_host,
                                                                      "NVIDIA A100-SXM4-40GB",
                                                                      40960,
                                                                      {}}}});
            run(gpu, host);
            auto& sample = samples.emplace_back(Sample{gpu, start, {}});
            sample.values.set(column_of(Subject::gpu, "utilization_percent"), 87);
            sample.values.set(column_of(Subject::gpu, "memory_used_mib"), 20'000 + g);
            sample.values.set(column_of(Subject::gpu, "temperature_c"), 61);
            sample.values.set(column_of(Subject::gpu, "power_w"), 2500 + g);
        }
        catch_up();
        model_->usage().take(samples);
    }
    double ms() {
        return bench::seconds_of([&] {
                   routes::Exposition out;
                   series_.write(out, model_->snapshot(start), model_->usage());
                   bytes = out.text().size();
               }) *
               1e3;
    }
    // Simulates a process without a cache.
    void forget() { series_ = {}; }
    // A process begins on one of the GPUs, and another GPU is booked.
    void happen() {
        const auto gpu = nth<GpuId>(++facts_ % gpu_count);
        run(gpu, nth<HostId>(facts_ % gpu_count / per_host));
        const auto from = start + std::chrono::hours{facts_ / gpu_count};
        const reservation::Booking booking{nth<ReservationId>(facts_),
                                           nth<PersonId>(1),
                                           {nth<GpuId>((facts_ + gpu_count / 2) % gpu_count)},
                                           {from, from + std::chrono::hours{1}},
                                           {"training"}};
        writer_.command(start, {reservation::Event{reservation::Booked{booking, {}}}});
        catch_up();
    }
    std::size_t bytes = 0;

  private:
    void run(GpuId gpu, HostId host) {
        const auto process = nth<ProcessId>(++processes_);
        writer_.command(
            start,
            {fleet::Event{fleet::ProcessAppeared{process, host, {gpu}, processes_, start, "ann"}}});
    }
    void catch_up() {
        while (projector_.step()) {
        }
    }
    MemoryLog log_;
    test::LogOf writer_{log_};
    std::unique_ptr<ReadModel> model_;
    Projector projector_{log_, test::test_keys(), *model_, {.wait = std::chrono::milliseconds{0}}};
    routes::FleetSeries series_;
    unsigned facts_ = 0, processes_ = 0;
};

class HandRolled {
  public:
    HandRolled() {
        for (int g = 0; g < gpu_count; ++g) {
            labels_.push_back("{host=\"" + host_name(g) + "\",gpu=\"" +
                              std::to_string(g % per_host) + "\",uuid=\"GPU-" + std::to_string(g) +
                              "\"} ");
            values_.push_back(0.25 * g);
        }
    }
    double ms() const {
        return bench::seconds_of([&] {
                   std::string out;
                   out.reserve(1U << 20U);
                   for (int f = 0; f < families; ++f) {
                       for (std::size_t g = 0; g < labels_.size(); ++g) {
                           (out += "dibs_gpu_utilization_ratio") += labels_[g];
                           fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), values_[g]);
                           out += '\n';
                       }
                   }
                   if (out.size() < 1000) std::abort();
               }) *
               1e3;
    }

  private:
    std::vector<std::string> labels_;
    std::vector<double> values_;
};

class Library {
  public:
    Library() {
        for (int f = 0; f < families; ++f) {
            auto& family = prometheus::BuildGauge()
                               .Name("dibs_gpu_figure_" + std::to_string(f))
                               .Help("a figure")
                               .Register(registry_);
            for (int g = 0; g < gpu_count; ++g) {
                family
                    .Add({{"host", host_name(g)},
                          {"gpu", std::to_string(g % per_host)},
                          {"uuid", "GPU-" + std::to_string(g)}})
                    .Set(0.25 * g);
            }
        }
    }
    double ms() const {
        return bench::seconds_of([&] {
                   if (prometheus::TextSerializer{}.Serialize(registry_.Collect()).empty()) {
                       std::abort();
                   }
               }) *
               1e3;
    }

  private:
    prometheus::Registry registry_;
};

struct AfterFacts {
    Ours& ours;
    [[nodiscard]] double ms() const {
        ours.happen();
        return ours.ms();
    }
};

struct FromNothing {
    Ours& ours;
    [[nodiscard]] double ms() const {
        ours.forget();
        return ours.ms();
    }
};

template <class Measured>
double median_ms(Measured& measured) {
    std::vector<double> all;
    for (int i = 0; i < 15; ++i) all.push_back(measured.ms());
    return bench::percentile(std::move(all), 50);
}

}  // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 5;
    const auto folder = std::filesystem::current_path() / "bench.metrics";
    std::filesystem::remove_all(folder);
    {
        Ours ours(folder);
        HandRolled by_hand;
        Library library;
        const auto own = [&] { return median_ms(ours); };
        bench::compare(
            "/metrics, 10,000 series, against by hand", "ms", pairs,
            [&] { return median_ms(by_hand); }, own, "goal: <= 3");
        bench::compare(
            "/metrics, 10,000 series, against prometheus", "ms", pairs,
            [&] { return median_ms(library); }, own, "goal 8: <= 0.25");
        bench::compare(
            "… right after facts", "ms", pairs, [&] { return median_ms(by_hand); },
            [&] {
                AfterFacts after{ours};
                return median_ms(after);
            },
            "goal: <= 3");
        bench::compare(
            "… the first time", "ms", pairs, [&] { return median_ms(by_hand); },
            [&] {
                FromNothing first{ours};
                return median_ms(first);
            },
            "");
        std::printf("%zu bytes; runs on a background thread, not on the loop\n", ours.bytes);
    }
    std::filesystem::remove_all(folder);
}
