// A server on 127.0.0.1 and a free port, with its loop on its own thread, for one test.
#pragma once

#include "api/http/connection/server.hpp"
#include "api/http/router.hpp"
#include "api/loop/event_loop.hpp"
#include "api/ws/hub.hpp"
#include "tests/support/eventually.hpp"
#include "tests/support/raw_ws.hpp"

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace dibs::http {

using test::eventually;

struct Seen {
    std::string route;
    int status;
};

class SeenObserver : public ServerObserver {
  public:
    void on_request(std::string_view, std::string_view route, int status, std::uint64_t) override {
        const std::scoped_lock lock(mutex_);
        seen_.push_back({std::string(route), status});
    }
    void on_ws_open() override { ++ws_open; }
    void on_ws_close(int code) override {
        ++ws_closed;
        ws_code = code;
    }
    void on_connections(std::size_t now_open) override { connections = now_open; }
    void on_most_connections(std::size_t most) override { most_connections = most; }
    void on_scarce(std::string_view, bool was_refused) override {
        ++(was_refused ? refused : made_room);
    }
    std::vector<Seen> seen() {
        const std::scoped_lock lock(mutex_);
        return seen_;
    }
    std::atomic<int> ws_open{0}, ws_closed{0}, ws_code{0};
    std::atomic<int> refused{0}, made_room{0};
    std::atomic<std::size_t> connections{0}, most_connections{0};

  private:
    std::mutex mutex_;
    std::vector<Seen> seen_;
};

// GET /hello, POST /echo (the body), GET /items/{id}, GET /never (no answer), GET /later (answered
// from another thread), GET /big (1 MiB), GET /dropped, GET /throws.
inline Router usual_routes() {
    Router router;
    const auto add = [&](Method method, const char* path, Handler handler) {
        router.add({method, path, path, {}, std::move(handler)});
    };
    add(Method::get, "/hello",
        [](const Request&, const Respond& respond) { respond(text_response(200, "hello")); });
    add(Method::post, "/echo", [](const Request& request, const Respond& respond) {
        respond(text_response(200, request.body));
    });
    add(Method::get, "/items/{id}", [](const Request& request, const Respond& respond) {
        respond(text_response(200, request.param("id")));
    });
    auto kept = std::make_shared<std::vector<Respond>>();
    add(Method::get, "/never",
        [kept](const Request&, const Respond& respond) { kept->push_back(respond); });
    add(Method::get, "/later", [](const Request& request, const Respond& respond) {
        std::thread([respond, path = request.path] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            respond(text_response(200, "later"));
        }).detach();
    });
    auto big = std::make_shared<const std::string>(1024 * 1024, 'b');
    add(Method::get, "/big",
        [big](const Request&, const Respond& respond) { respond(text_response(200, Body(big))); });
    add(Method::get, "/dropped", [](const Request&, const Respond&) {});
    add(Method::get, "/throws",
        [](const Request&, const Respond&) { throw std::runtime_error("secret inside"); });
    return router;
}

class RunningServer {
  public:
    explicit RunningServer(ServerConfig config = {}, Router router = usual_routes(),
                           ws::HubConfig hub_config = {}, ws::HubCallbacks callbacks = {})
        : router_(std::move(router)),
          hub(loop, hub_config, std::move(callbacks)),
          server(std::make_unique<Server>(loop, std::move(config), router_, &observer)) {
        server->add_stream(
            "/stream", hub,
            [this](const Request& request, const std::function<void(Admission)>& answer) {
                admit(request, answer);
            });
        const auto started = server->start();
        if (!started) throw std::runtime_error(started.error());
        thread_ = std::thread([this] { loop.run(); });
    }
    ~RunningServer() {
        loop.stop();
        thread_.join();
        server.reset();
    }
    std::uint16_t port() const { return server->port(); }
    test::RawSocket connect() const { return test::RawSocket(port()); }
    test::RawResponse get(const std::string& path, const std::string& more = {}) const {
        return connect().ask("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + more + "\r\n");
    }
    // Runs on the loop and waits for it.
    template <class Call>
    auto on_loop(Call call) {
        std::promise<decltype(call())> done;
        loop.post([&] { done.set_value(call()); });
        return done.get_future().get();
    }

    EventLoop loop;
    SeenObserver observer;

  private:
    void admit(const Request& request, const std::function<void(Admission)>& answer) {
        Admission admission;
        if (request.header("authorization") == "Bearer wrong") {
            admission.refusal = text_response(401, "no");
        } else {
            admission.viewer = std::string("ann");
        }
        answer(std::move(admission));
    }
    Router router_;
    std::thread thread_;

  public:
    ws::Hub hub;
    std::unique_ptr<Server> server;
};

}  // namespace dibs::http
