// Goal 6: one change to many WebSocket clients through hub and outbox. The baseline sends the same
// frame, built once, to as many plain sockets from one thread. Measures the time until the last
// client has it, server CPU per message, and resident memory of an idle connection. Both servers on
// CPU 0; the clients are a second process on CPU 1 with all sockets in one epoll.
//   fanout_bench [clients] [pairs]
#include "api/http/connection/server.hpp"
#include "api/ws/hub.hpp"
#include "tests/bench/http_load.hpp"
#include "tests/support/raw_ws.hpp"

#include <atomic>
#include <fstream>
#include <future>
#include <thread>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

namespace {

using namespace dibs;
constexpr int bursts = 100, warm_up = 5;
const std::string payload(200, 'e');

double now_s() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}
double resident_bytes() {
    std::ifstream file("/proc/self/statm");
    double size = 0, pages = 0;
    file >> size >> pages;
    return pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

// Shared between the processes.
struct Board {
    std::atomic<int> connected, burst, received;
    std::atomic<bool> quit;
    std::atomic<double> last_at;
    double delays_p50, delays_p99;  // of the burst, in s from its start
    std::atomic<double> started;
};

// The client process: connects, then reads; a message is a frame of 204 bytes.
[[noreturn]] void be_clients(Board& board, int count, std::uint16_t port, bool websocket) {
    bench::pin(1);
    std::vector<test::RawSocket> sockets;
    const int poll_fd = epoll_create1(0);
    for (int i = 0; i < count; ++i) {
        sockets.emplace_back(port);
        if (websocket) {
            sockets.back().send(test::upgrade_request("/stream"));
            if (sockets.back().read_response(false).status != 101) _exit(1);
        }
        epoll_event event{EPOLLIN, {.u32 = static_cast<std::uint32_t>(i)}};
        epoll_ctl(poll_fd, EPOLL_CTL_ADD, sockets.back().fd(), &event);
        ++board.connected;
    }
    std::vector<std::size_t> got(sockets.size());
    std::vector<double> delays;
    char bytes[65536];
    while (!board.quit) {
        epoll_event events[256];
        const int ready = epoll_wait(poll_fd, events, 256, 50);
        for (int i = 0; i < ready; ++i) {
            auto& held = got[events[i].data.u32];
            const auto size = recv(sockets[events[i].data.u32].fd(), bytes, sizeof bytes, 0);
            if (size <= 0) _exit(1);
            held += static_cast<std::size_t>(size);
            if (held < payload.size() + 4) continue;
            held -= payload.size() + 4;
            delays.push_back(now_s() - board.started);
            if (static_cast<int>(delays.size()) < count) continue;
            board.delays_p50 = bench::percentile(delays, 50);
            board.delays_p99 = bench::percentile(delays, 99);
            delays.clear();
            board.last_at = now_s();
            ++board.burst;
        }
    }
    _exit(0);
}

struct Figures {
    double ms = 0, p50_ms = 0, p99_ms = 0, per_s = 0, cpu_us = 0, idle_bytes = 0;
};

class Clients {
  public:
    Clients(int count, std::uint16_t port, bool websocket) : count_(count) {
        board_ = new (mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Board{};
        const double before = resident_bytes();
        pid_ = fork();
        if (pid_ == 0) be_clients(*board_, count, port, websocket);
        wait([&] { return board_->connected == count; });
        idle_bytes_ = (resident_bytes() - before) / count;
    }
    ~Clients() {
        board_->quit = true;
        waitpid(pid_, nullptr, 0);
        munmap(board_, sizeof(Board));
    }
    Clients(const Clients&) = delete;
    Clients& operator=(const Clients&) = delete;

    // `send` starts one message to all clients.
    Figures measure(const std::function<void()>& send, pthread_t server) {
        std::vector<double> all, p50, p99;
        double cpu = 0;
        for (int i = 0; i < warm_up + bursts; ++i) {
            if (i == warm_up) cpu = bench::thread_seconds(server);
            const int before = board_->burst;
            const double start = now_s();
            board_->started = start;
            send();
            wait([&] { return board_->burst > before; });
            if (i < warm_up) continue;
            all.push_back((board_->last_at - start) * 1e3);
            p50.push_back(board_->delays_p50 * 1e3);
            p99.push_back(board_->delays_p99 * 1e3);
        }
        cpu = bench::thread_seconds(server) - cpu;
        const double ms = bench::percentile(all, 50);
        return {ms,
                bench::percentile(p50, 50),
                bench::percentile(p99, 50),
                count_ / ms * 1e3,
                cpu / bursts / count_ * 1e6,
                idle_bytes_};
    }

  private:
    void wait(const std::function<bool()>& done) const {
        while (!done()) {
            if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
                std::fprintf(stderr, "the clients ended: too many for the open-files limit?\n");
                std::exit(1);
            }
            std::this_thread::sleep_for(std::chrono::microseconds{200});
        }
    }
    int count_;
    Board* board_;
    int pid_ = -1;
    double idle_bytes_ = 0;
};

// The baseline: sends the frame to each socket unchanged.
class Floor {
  public:
    explicit Floor(int count) {
        listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        if (bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0) std::exit(1);
        listen(listener_, 4096);
        getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
        port_ = ntohs(address.sin_port);
        frame_ = std::string("\x81\x7e\x00\xc8", 4) + payload;
        thread_ = std::thread([this, count] { run(count); });
    }
    ~Floor() {
        turn_ = -1;
        turn_.notify_one();
        thread_.join();
        for (const int fd : sockets_) ::close(fd);
        ::close(listener_);
    }
    [[nodiscard]] std::uint16_t port() const { return port_; }
    pthread_t thread() { return thread_.native_handle(); }
    void send() {
        ++turn_;
        turn_.notify_one();
    }

  private:
    void run(int count) {
        bench::pin(0);
        const int on = 1;
        for (int i = 0; i < count; ++i) {
            sockets_.push_back(accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
            setsockopt(sockets_.back(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        }
        for (int seen = 0;;) {
            turn_.wait(seen);
            seen = turn_;
            if (seen < 0) return;
            for (const int fd : sockets_) {
                if (::send(fd, frame_.data(), frame_.size(), MSG_NOSIGNAL) < 0) std::abort();
            }
        }
    }
    int listener_;
    std::uint16_t port_ = 0;
    std::string frame_;
    std::vector<int> sockets_;
    std::atomic<int> turn_{0};
    std::thread thread_;
};

Figures floor_of(int clients) {
    Floor floor(clients);
    Clients all(clients, floor.port(), false);
    return all.measure([&] { floor.send(); }, floor.thread());
}

Figures hub_of(int clients) {
    http::EventLoop loop;
    ws::HubConfig hub_config;
    hub_config.max_clients = static_cast<std::size_t>(clients) + 10;
    std::atomic<int> subscribed{0};
    ws::Hub hub(loop, hub_config, {.on_open = [&](const ws::ClientPtr& client) {
                    client->subscribe("t");
                    ++subscribed;
                }});
    http::Router router;
    http::ServerConfig config;
    config.limits.connections = static_cast<std::size_t>(clients) + 200;
    http::Server server(loop, config, router);
    server.add_stream("/stream", hub, [](const http::Request&, const auto& admit) { admit({}); });
    if (!server.start()) std::exit(1);
    std::thread thread([&] {
        bench::pin(0);
        loop.run();
    });
    Figures figures;
    {
        Clients all(clients, server.port(), true);
        while (subscribed < clients) std::this_thread::sleep_for(std::chrono::microseconds{200});
        const auto frame = std::make_shared<const std::string>(payload);
        figures = all.measure([&] { hub.publish("t", frame); }, thread.native_handle());
    }
    std::promise<void> quiet;
    server.stop([&] { quiet.set_value(); });
    quiet.get_future().wait();
    loop.stop();
    thread.join();
    return figures;
}

}  // namespace

int main(int argc, char** argv) {
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    const int clients = argc > 1 ? std::atoi(argv[1]) : 1000;
    const int pairs = argc > 2 ? std::atoi(argv[2]) : 5;
    std::printf("one change of %zu bytes to %d clients, %d times\n", payload.size(), clients,
                bursts);
    std::fflush(stdout);
    Figures floor, ours;
    double idle_bytes = 0;  // of the first server: later ones reuse its freed memory
    std::vector<double> p99, memory, cpu;
    bench::compare(
        "messages delivered", "/s", pairs, [&] { return (floor = floor_of(clients)).per_s; },
        [&] {
            ours = hub_of(clients);
            idle_bytes = std::max(idle_bytes, ours.idle_bytes);
            p99.push_back(ours.p99_ms / floor.p99_ms);
            memory.push_back(ours.idle_bytes / floor.idle_bytes);
            cpu.push_back(ours.cpu_us / floor.cpu_us);
            return ours.per_s;
        },
        "goal 6: >= 0.75");
    const auto line = [](const char* name, const char* unit, double raw, double own,
                         const std::vector<double>& ratios, const char* goal) {
        const auto q = bench::spread_of(ratios);
        std::printf("%-44s raw %.4g  ours %.4g %s  ratio %.2f (%.2f-%.2f)  %s\n", name, raw, own,
                    unit, q.median, q.least, q.most, goal);
    };
    line("  until 99 of 100 have it", "ms", floor.p99_ms, ours.p99_ms, p99, "goal 6: <= 1.4");
    line("  server CPU a message", "us", floor.cpu_us, ours.cpu_us, cpu, "");
    std::printf("%-44s ours %.0f B  goal 6: <= 10 kB (2x of a framed server's 5 kB)\n",
                "  server RSS of an idle connection", idle_bytes);
    std::printf("  to all %.2f ms, p50 %.2f ms, floor %.2f and %.2f ms\n", ours.ms, ours.p50_ms,
                floor.ms, floor.p50_ms);
}
