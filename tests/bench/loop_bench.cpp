// Whether large answers delay other requests: p99 of /livez on its own connection while others
// request large answers from a real dibsd. They ask for the calendar of three months, lists of
// 1,000 and the stream's snapshots. The baseline is the same without load. 200 GPUs, 20,000
// bookings. The server may use any CPU; the clients with large answers are on CPU 1.
//   loop_bench [pairs]
#include "tests/bench/http_load.hpp"
#include "tests/bench/seeded_node.hpp"
#include "tests/support/raw_ws.hpp"

#include <atomic>

namespace {

using namespace dibs;

constexpr std::chrono::milliseconds each{3000};
constexpr std::chrono::milliseconds between{2};
constexpr int gpu_count = 200, bookings = 20'000;

using Stop = std::atomic<bool>;
using Asking = std::function<void(const Stop&)>;

// Sends the request repeatedly on one connection.
Asking asks(const bench::Seeded& seeded, std::uint16_t port, std::string target) {
    return [&seeded, port, target = std::move(target)](const Stop& stop) {
        const auto request = seeded.request("GET " + target);
        test::RawSocket socket(port);
        while (!stop) {
            const auto answer = socket.ask(request);
            if (answer.status == 200 && answer.body.size() > 100'000) continue;
            std::fprintf(stderr, "%s: %d, %zu bytes\n", target.c_str(), answer.status,
                         answer.body.size());
            std::exit(1);
        }
    };
}

Asking subscribes(const bench::Seeded& seeded, std::uint16_t port) {
    return [&seeded, port](const Stop& stop) {
        while (!stop) {
            test::RawWs stream(port, "/api/v1/stream",
                               "Authorization: Bearer " + seeded.token + "\r\n");
            stream.send_text(R"({"subscribe":["reservations","fleet","events"]})");
            for (std::string text = "-"; !text.empty() && !stop;) {
                text = stream.read_text();
                if (text.find("caught_up") != std::string::npos) break;
            }
        }
    };
}

// Waits of this thread for a CPU are not the server's: it gets a higher priority, where that is
// allowed.
class GoesFirst {
  public:
    GoesFirst() { set(SCHED_FIFO, 1); }
    ~GoesFirst() { set(SCHED_OTHER, 0); }

  private:
    static void set(int policy, int priority) {
        const sched_param param{priority};
        (void)pthread_setschedparam(pthread_self(), policy, &param);
    }
};

double livez_p99_us(std::uint16_t port) {
    using Steady = std::chrono::steady_clock;
    test::RawSocket socket(port);
    std::vector<double> times;
    const GoesFirst goes_first;
    const auto end = Steady::now() + each;
    while (Steady::now() < end) {
        const auto begun = Steady::now();
        (void)socket.ask("GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n");
        times.push_back(std::chrono::duration<double, std::micro>(Steady::now() - begun).count());
        std::this_thread::sleep_for(between);
    }
    return bench::percentile(times, 99);
}

void while_others(const std::string& what, const bench::Node& node, int pairs,
                  const std::vector<Asking>& others) {
    bench::compare(
        "p99 of /livez, " + what, "us", pairs, [&] { return livez_p99_us(node.port()); },
        [&] {
            Stop stop = false;
            std::vector<std::thread> threads;
            for (const auto& other : others) {
                threads.emplace_back([&] {
                    bench::pin(1);
                    other(stop);
                });
            }
            const auto p99 = livez_p99_us(node.port());
            stop = true;
            for (auto& thread : threads) thread.join();
            return p99;
        },
        "goal: <= 3");
}

}  // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 5;
    const auto folder = bench::fresh_folder("loop");
    const auto seeded =
        bench::Seeder(folder / "data", gpu_count, bookings, std::chrono::hours{12}).seeded();
    {
        const bench::Node node(folder, 0);
        const auto months = asks(seeded, node.port(),
                                 "/api/v1/calendar?from=" + to_text(seeded.from) +
                                     "&until=" + to_text(seeded.from + std::chrono::days{93}));
        const auto list = asks(seeded, node.port(), "/api/v1/reservations?limit=1000");
        const auto history = asks(seeded, node.port(), "/api/v1/events?limit=1000");
        const auto stream = subscribes(seeded, node.port());
        while_others("one asks for three months", node, pairs, {months});
        while_others("one asks for lists of 1,000", node, pairs, {list});
        while_others("one opens streams", node, pairs, {stream});
        while_others("all at once", node, pairs, {months, list, history, stream});
    }
    bench::fs::remove_all(folder);
}
