// The baseline of the HTTP goals: a Beast coroutine server with concrete executors. It reads a
// request and answers with a fixed body, on its own thread, on CPU 0.
#pragma once

#include "tests/bench/http_load.hpp"

#include <string>
#include <thread>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

namespace dibs::bench {

class BareHttp {
  public:
    explicit BareHttp(std::string body)
        : body_(std::move(body)),
          acceptor_(io_.get_executor(), {boost::asio::ip::make_address("127.0.0.1"), 0}) {
        boost::asio::co_spawn(io_, accept(), boost::asio::detached);
        thread_ = std::thread([this] {
            pin(0);
            io_.run();
        });
    }
    ~BareHttp() {
        io_.stop();
        thread_.join();
    }
    BareHttp(const BareHttp&) = delete;
    BareHttp& operator=(const BareHttp&) = delete;

    [[nodiscard]] std::uint16_t port() const { return acceptor_.local_endpoint().port(); }
    [[nodiscard]] pthread_t thread() { return thread_.native_handle(); }

  private:
    using Tcp = boost::asio::ip::tcp;
    using Executor = boost::asio::io_context::executor_type;
    using Socket = boost::asio::basic_stream_socket<Tcp, Executor>;
    using Done = boost::asio::awaitable<void, Executor>;
    static constexpr auto use_tuple =
        boost::asio::as_tuple(boost::asio::use_awaitable_t<Executor>{});

    Done session(Socket socket) {
        namespace http = boost::beast::http;
        boost::beast::basic_stream<Tcp, Executor> stream(std::move(socket));
        boost::beast::flat_buffer buffer;
        for (;;) {
            http::request<http::string_body> request;
            const auto [error, size] =
                co_await http::async_read(stream, buffer, request, use_tuple);
            if (error) co_return;
            http::response<http::string_body> response(http::status::ok, 11);
            response.set(http::field::content_type, "application/json");
            response.set(http::field::server, "x");
            response.body() = body_;
            response.prepare_payload();
            const auto [failed, sent] = co_await http::async_write(stream, response, use_tuple);
            if (failed) co_return;
        }
    }
    Done accept() {
        for (;;) {
            auto [error, accepted] = co_await acceptor_.async_accept(use_tuple);
            if (error) co_return;
            Socket socket(std::move(accepted));
            socket.set_option(Tcp::no_delay(true));
            boost::asio::co_spawn(acceptor_.get_executor(), session(std::move(socket)),
                                  boost::asio::detached);
        }
    }

    const std::string body_;
    boost::asio::io_context io_;
    boost::asio::basic_socket_acceptor<Tcp, Executor> acceptor_;
    std::thread thread_;
};

}  // namespace dibs::bench
