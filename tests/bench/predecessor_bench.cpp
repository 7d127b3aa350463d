// The four requests for which the predecessor (TensorHive 1.1.0) was measured on this kind of
// machine, sent to a real dibsd. 100 GPUs, 10,000 bookings stored, a booking answered after it is
// on disk. 1 and 16 connections, kept alive, or new for each request as the predecessor's clients
// do. Prints the predecessor's figures beside ours, and the CPU of dibsd per request. Goals at 16
// connections: booking 100x, one GPU's week 500x, the whole calendar 50x, in at most 60 MB.
//   predecessor_bench [milliseconds a figure] [rounds] [part of a figure's name]
#include "domain/codec/json_writer.hpp"
#include "tests/bench/http_load.hpp"
#include "tests/bench/seeded_node.hpp"

namespace {

using namespace dibs;
using bench::Load;

constexpr int gpu_count = 100, booking_count = 10'000;

struct Figure {
    const char* name;
    double theirs_1, theirs_16;  // requests per second
    double goal;                 // factor
    int status;
    std::function<std::string()> next;
};

std::string query_of(const std::vector<GpuId>& gpus, Instant from, Instant until) {
    std::string target = "GET /api/v1/calendar?from=" + to_text(from) + "&until=" + to_text(until);
    for (std::size_t i = 0; i < gpus.size(); ++i)
        target += (i == 0 ? "&gpu=" : ",") + to_text(gpus[i]);
    return target;
}

// Each booking takes the next free half hour of the next GPU.
class Booker {
  public:
    explicit Booker(const bench::Seeded& seeded) : seeded_(seeded) {}
    std::string next() {
        const auto gpu = n_ % gpu_count;
        const auto slot = static_cast<int>(n_++ / gpu_count);
        const Instant from = seeded_.free_after + slot * std::chrono::minutes{30};
        const auto body = R"({"gpus":[")" + to_text(seeded_.gpus[gpu]) + R"("],"from":")" +
                          to_text(from) + R"(","until":")" +
                          to_text(from + std::chrono::minutes{30}) + R"(","title":"a run"})";
        return seeded_.request("POST /api/v1/reservations", body);
    }
    [[nodiscard]] std::size_t made() const { return n_; }

  private:
    const bench::Seeded& seeded_;
    std::size_t n_ = 0;
};

void measure(const Figure& figure, const bench::Node& node, std::chrono::milliseconds each,
             int rounds) {
    for (const int connections : {1, 16}) {
        const double theirs = connections == 1 ? figure.theirs_1 : figure.theirs_16;
        for (const bool keep_alive : {false, true}) {
            std::vector<double> rates, p50, p99, cpu;
            Load load;
            for (int i = 0; i < rounds; ++i) {
                const double before = bench::process_seconds(node.pid());
                load = bench::run_load({node.port(), connections, keep_alive, each, figure.status},
                                       figure.next);
                const double spent = bench::process_seconds(node.pid()) - before;
                cpu.push_back(spent / static_cast<double>(load.answers) * 1e6);
                rates.push_back(load.per_s);
                p50.push_back(load.p50_us / 1e3);
                p99.push_back(load.p99_us / 1e3);
            }
            const auto rate = bench::spread_of(rates);
            std::printf(
                "%-20s %2d conn %-5s %7.0f/s (%.0f-%.0f)  p50 %7.2f p99 %7.2f ms  CPU %5.0f us"
                "  %7lu B  theirs %5.1f/s  %.0fx%s%s\n",
                figure.name, connections, keep_alive ? "keep" : "new", rate.median, rate.least,
                rate.most, bench::spread_of(p50).median, bench::spread_of(p99).median,
                bench::spread_of(cpu).median, static_cast<unsigned long>(load.bytes), theirs,
                rate.median / theirs,
                connections == 16 && figure.goal > 0
                    ? ("  goal " + std::to_string(static_cast<int>(figure.goal)) + "x").c_str()
                    : "",
                load.wrong > 0 ? "  WRONG ANSWERS" : "");
            std::fflush(stdout);
        }
    }
}

// Of dibsd alone: this program is another process. Bookings are in the future, so dibsd must know
// all of them to decide. Mapped pages of the files of tables and logs count in PSS; the kernel can
// reclaim them.
struct Memory {
    explicit Memory(const bench::Node& node)
        : pss_mb(node.memory_kb("Pss") / 1e3), own_mb(node.memory_kb("Anonymous") / 1e3) {}
    double pss_mb, own_mb;
};

void print_memory(const Memory& start, const Memory& booked, const Memory& end, std::size_t made) {
    std::printf("memory of dibsd, of it its own (anonymous): at start %.1f MB PSS, %.1f own;",
                start.pss_mb, start.own_mb);
    std::printf(
        " %zu bookings later %.1f PSS, %.1f own, %.0f B a booking;", made, booked.pss_mb,
        booked.own_mb,
        (booked.own_mb - start.own_mb) * 1e6 / static_cast<double>(std::max(made, std::size_t{1})));
    std::printf(" at the end %.1f PSS, %.1f own  theirs 153  goal <= 60 own\n", end.pss_mb,
                end.own_mb);
}

}  // namespace

int main(int argc, char** argv) {
    const std::chrono::milliseconds each(argc > 1 ? std::atoi(argv[1]) : 2000);
    const int rounds = argc > 2 ? std::atoi(argv[2]) : 3;
    const std::string only = argc > 3 ? argv[3] : "";
    const auto folder = bench::fresh_folder("predecessor");
    const auto seeded =
        bench::Seeder(folder / "data", gpu_count, booking_count, std::chrono::minutes{100})
            .seeded();
    {
        bench::Node node(folder);
        const Memory start(node);
        const auto week = [&](std::size_t count) {
            const std::vector<GpuId> gpus(seeded.gpus.begin(),
                                          seeded.gpus.begin() + static_cast<long>(count));
            return seeded.request(query_of(count == gpu_count ? std::vector<GpuId>{} : gpus,
                                           seeded.from, seeded.from + std::chrono::days{7}));
        };
        Booker booker(seeded);
        const std::vector<Figure> figures = {
            {"book one GPU", 71, 70, 100, 201, [&] { return booker.next(); }},
            {"1 GPU x 7 days", 54, 58, 500, 200, [text = week(1)] { return text; }},
            {"8 GPUs x 7 days", 16.5, 17, 0, 200, [text = week(8)] { return text; }},
            {"100 GPUs x 7 days", 1.4, 1.4, 50, 200, [text = week(100)] { return text; }},
            {"live, 100 GPUs", 46, 52, 0, 200,
             [text = seeded.request("GET /api/v1/gpus?limit=100")] { return text; }}};
        const auto wanted = [&](const auto& figure) {
            return std::string(figure.name).find(only) != std::string::npos;
        };
        if (wanted(figures.front())) measure(figures.front(), node, each, rounds);
        const Memory booked(node);
        for (std::size_t i = 1; i < figures.size(); ++i) {
            if (wanted(figures[i])) measure(figures[i], node, each, rounds);
        }
        print_memory(start, booked, Memory(node), booker.made());
    }
    bench::fs::remove_all(folder);
}
