// Goal 4: hello through our strict head parser, router, gate, access log and counters. The baseline
// is a bare Beast coroutine that answers the same 100 bytes. Server pinned to CPU 0, clients to CPU
// 1, 64 keep-alive connections, no pipelining. Measures requests per second, and CPU of the
// server's thread.
#include "api/http/connection/server.hpp"
#include "tests/bench/pairs.hpp"
#include "tests/support/raw_http.hpp"

#include <atomic>
#include <ctime>
#include <thread>
#include <unordered_map>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <sys/epoll.h>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
constexpr auto use_tuple = asio::as_tuple(asio::use_awaitable_t<Executor>{});
const std::string body(100, 'b');

void pin(unsigned cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
}

asio::awaitable<void, Executor> bare_session(Socket socket) {
    beast::basic_stream<asio::ip::tcp, Executor> stream(std::move(socket));
    beast::flat_buffer buffer;
    for (;;) {
        beast::http::request<beast::http::string_body> request;
        const auto [error, size] =
            co_await beast::http::async_read(stream, buffer, request, use_tuple);
        if (error) co_return;
        beast::http::response<beast::http::string_body> response(beast::http::status::ok, 11);
        response.set(beast::http::field::content_type, "application/json");
        response.set(beast::http::field::server, "x");
        response.body() = body;
        response.prepare_payload();
        const auto [failed, sent] = co_await beast::http::async_write(stream, response, use_tuple);
        if (failed) co_return;
    }
}

asio::awaitable<void, Executor> bare_accept(
    asio::basic_socket_acceptor<asio::ip::tcp, Executor>& acceptor) {
    for (;;) {
        auto [error, accepted] = co_await acceptor.async_accept(use_tuple);
        if (error) co_return;
        Socket socket(std::move(accepted));
        socket.set_option(asio::ip::tcp::no_delay(true));
        asio::co_spawn(acceptor.get_executor(), bare_session(std::move(socket)), asio::detached);
    }
}

struct Load {
    double requests_per_s;
    double cpu_us;  // of the server's thread, per request
};

double thread_seconds(pthread_t thread) {
    clockid_t clock{};
    timespec time{};
    pthread_getcpuclockid(thread, &clock);
    clock_gettime(clock, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

// 64 connections send requests in a loop; answers are counted by their last body byte.
Load load(std::uint16_t port, pthread_t server, std::chrono::milliseconds how_long) {
    const std::string request =
        "GET /api/v1/hello HTTP/1.1\r\nHost: localhost\r\nUser-Agent: bench/1.0\r\n"
        "Accept: */*\r\nCookie: dibs_session=0123456789abcdef0123456789abcdef\r\n\r\n";
    std::vector<dibs::test::RawSocket> sockets;
    const int poll_fd = epoll_create1(0);
    for (std::uint32_t i = 0; i < 64; ++i) {
        sockets.emplace_back(port);
        const int on = 1;
        setsockopt(sockets.back().fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        epoll_event event{EPOLLIN, {.u32 = i}};
        epoll_ctl(poll_fd, EPOLL_CTL_ADD, sockets.back().fd(), &event);
        sockets.back().send(request);
    }
    const auto start = std::chrono::steady_clock::now();
    const double cpu_before = thread_seconds(server);
    std::uint64_t answers = 0;
    char bytes[4096];
    while (std::chrono::steady_clock::now() - start < how_long) {
        epoll_event events[64];
        const int ready = epoll_wait(poll_fd, events, 64, 100);
        for (int i = 0; i < ready; ++i) {
            auto& socket = sockets[events[i].data.u32];
            const auto got = recv(socket.fd(), bytes, sizeof bytes, 0);
            if (got <= 0 || bytes[got - 1] != 'b') continue;
            ++answers;
            socket.send(request);
        }
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    const double cpu = thread_seconds(server) - cpu_before;
    ::close(poll_fd);
    const auto count = static_cast<double>(answers);
    return {count / took.count(), cpu / count * 1e6};
}

class Counters : public dibs::http::ServerObserver {
  public:
    void on_request(std::string_view, std::string_view route, int status,
                    std::uint64_t us) override {
        auto& row = rows_[route.data()];
        ++row.by_class[static_cast<std::size_t>(status / 100)];
        row.us += us;
    }

  private:
    struct Row {
        std::uint64_t by_class[6]{};
        std::uint64_t us = 0;
    };
    std::unordered_map<const char*, Row> rows_;
};

// As many routes as the API has, and a gate that looks up the session's cookie.
dibs::http::Router make_router() {
    using namespace dibs::http;
    Router router;
    const auto shared = std::make_shared<const std::string>(body);
    const Handler hello = [shared](const Request&, const Respond& respond) {
        respond(json_response(200, Body(shared)));
    };
    router.add({Method::get, "/api/v1/hello", "hello", "read", hello});
    for (int i = 0; i < 40; ++i) {
        const auto path = "/api/v1/things" + std::to_string(i);
        router.add({Method::get, path, path, "read", hello});
        router.add({Method::get, path + "/{id}", path, "read", hello});
    }
    std::unordered_map<std::string, std::string> sessions;
    for (int i = 0; i < 1000; ++i) sessions["session" + std::to_string(i)] = "someone";
    sessions["0123456789abcdef0123456789abcdef"] = "ann";
    router.set_gate([sessions](const Route& route, Request request, const Respond& respond) {
        const auto cookie = request.cookie("dibs_session");
        const auto found = sessions.find(std::string(cookie.value_or("")));
        if (found == sessions.end()) return respond(empty_response(401));
        request.viewer = &found->second;
        route.handler(std::move(request), respond);
    });
    return router;
}

}  // namespace

int main(int argc, char** argv) {
    const int pairs = argc > 1 ? std::atoi(argv[1]) : 5;
    const std::chrono::milliseconds each(argc > 2 ? std::atoi(argv[2]) : 2000);

    asio::io_context bare_io(1);
    asio::basic_socket_acceptor<asio::ip::tcp, Executor> acceptor(
        bare_io.get_executor(), {asio::ip::make_address("127.0.0.1"), 0});
    asio::co_spawn(bare_io, bare_accept(acceptor), asio::detached);
    std::thread bare_thread([&] {
        pin(0);
        bare_io.run();
    });

    dibs::http::EventLoop loop;
    const auto router = make_router();
    Counters counters;
    dibs::http::ServerConfig config;
    config.access_log = std::make_shared<spdlog::logger>(
        "access", std::make_shared<spdlog::sinks::basic_file_sink_mt>("/dev/null"));
    dibs::http::Server server(loop, config, router, &counters);
    if (const auto started = server.start(); !started) {
        std::fprintf(stderr, "%s\n", started.error().c_str());
        return 1;
    }
    std::thread our_thread([&] {
        pin(0);
        loop.run();
    });

    pin(1);
    const auto bare_port = acceptor.local_endpoint().port();
    Load bare{};
    Load ours{};
    std::vector<double> cpu_ratios;
    load(bare_port, bare_thread.native_handle(), each / 4);
    load(server.port(), our_thread.native_handle(), each / 4);
    dibs::bench::compare(
        "http hello, 64 connections", "req/s", pairs,
        [&] {
            bare = load(bare_port, bare_thread.native_handle(), each);
            return bare.requests_per_s;
        },
        [&] {
            ours = load(server.port(), our_thread.native_handle(), each);
            cpu_ratios.push_back(bare.cpu_us / ours.cpu_us);
            return ours.requests_per_s;
        },
        "goal >= 0.80");
    const auto cpu = dibs::bench::spread_of(cpu_ratios);
    std::printf("%-44s bare %.2f us  ours %.2f us  bare/ours %.2f (%.2f-%.2f)  goal >= 0.80\n",
                "  server CPU a request", bare.cpu_us, ours.cpu_us, cpu.median, cpu.least,
                cpu.most);
    bare_io.stop();
    loop.stop();
    bare_thread.join();
    our_thread.join();
}
