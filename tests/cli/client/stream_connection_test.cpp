// The command line's WebSocket against a scripted server with one connection on a loopback port:
// messages, refusals, and ends by a broken server.
#include "api/cli/client/stream_connection.hpp"

#include "api/cli/lib/failure.hpp"

#include <functional>
#include <thread>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <gtest/gtest.h>

namespace dibs::cli {
namespace {

namespace beast = boost::beast;
namespace net = boost::asio;
using net::ip::tcp;
using Stream = beast::websocket::stream<tcp::socket>;
using Request = beast::http::request<beast::http::string_body>;

// Accepts one connection, reads the request and passes both to the script, on its own thread.
class OneConnection {
  public:
    explicit OneConnection(std::function<void(tcp::socket, Request)> script)
        : thread_([this, script = std::move(script)] {
              try {
                  auto socket = acceptor_.accept();
                  beast::flat_buffer buffer;
                  Request request;
                  beast::http::read(socket, buffer, request);
                  script(std::move(socket), std::move(request));
              } catch (const boost::system::system_error&) {  // the client is gone
              }
          }) {}
    ~OneConnection() { thread_.join(); }
    OneConnection(const OneConnection&) = delete;
    OneConnection& operator=(const OneConnection&) = delete;

    [[nodiscard]] std::string url() const {
        return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
    }

  private:
    net::io_context context_;
    tcp::acceptor acceptor_{context_, {net::ip::address_v4::loopback(), 0}};
    std::thread thread_;
};

std::function<void(tcp::socket, Request)> upgraded(std::function<void(Stream&)> script) {
    return [script = std::move(script)](tcp::socket socket, const Request& request) {
        Stream stream(std::move(socket));
        stream.accept(request);
        script(stream);
    };
}

std::function<void(tcp::socket, Request)> answering(std::string bytes) {
    return [bytes = std::move(bytes)](tcp::socket socket, const Request&) {
        net::write(socket, net::buffer(bytes));
    };
}

// The exit code of a failed first connection.
Exit exit_of_connecting(const std::string& url) {
    try {
        StreamConnection stream(url, "dibs_secret");
    } catch (const Failure& failure) {
        EXPECT_FALSE(std::string(failure.what()).empty());
        EXPECT_FALSE(failure.next_step.empty());
        return failure.exit;
    }
    return Exit::ok;
}

// The reason of the end, if the server sends these bytes after the upgrade.
std::string why_after(const std::string& bytes) {
    OneConnection server(upgraded([&](Stream& stream) {
        net::write(stream.next_layer(), net::buffer(bytes));
        beast::flat_buffer rest;
        beast::error_code ignored;
        stream.read(rest, ignored);
    }));
    StreamConnection stream(server.url(), "");
    EXPECT_EQ(stream.next(), std::nullopt);
    return stream.why();
}

TEST(StreamConnection, handshake_sends_prefix_host_and_token) {
    std::string target, host, authorization;
    {
        OneConnection server([&](tcp::socket, const Request& request) {
            target = request.target();
            host = request[beast::http::field::host];
            authorization = request[beast::http::field::authorization];
        });
        EXPECT_EQ(exit_of_connecting(server.url() + "/dibs"), Exit::unreachable);
        EXPECT_EQ("http://" + host, server.url());
    }
    EXPECT_EQ(target, "/dibs/api/v1/stream");
    EXPECT_EQ(authorization, "Bearer dibs_secret");
}

TEST(StreamConnection, texts_arrive_whole_and_pings_are_answered) {
    bool ponged = false;
    std::string heard;
    {
        OneConnection server(upgraded([&](Stream& stream) {
            stream.control_callback([&](beast::websocket::frame_type kind, beast::string_view) {
                ponged = ponged || kind == beast::websocket::frame_type::pong;
            });
            beast::flat_buffer hello;
            stream.read(hello);
            heard = beast::buffers_to_string(hello.data());
            stream.write_some(false, net::buffer(std::string("Hel")));
            stream.ping({});
            stream.write_some(true, net::buffer(std::string("lo")));
            stream.write(net::buffer(std::string(300'000, 'y')));
            beast::flat_buffer rest;
            stream.read(rest);  // a text after the pong
            stream.close(beast::websocket::close_code::going_away);
        }));
        StreamConnection stream(server.url(), "");
        stream.send(R"({"subscribe":["events"]})");
        EXPECT_EQ(stream.next(), "Hello");
        EXPECT_EQ(stream.next(), std::string(300'000, 'y'));
        stream.send("thanks");
        EXPECT_EQ(stream.next(), std::nullopt);
        EXPECT_EQ(stream.why(), "the server closed the stream");
        EXPECT_EQ(stream.next(), std::nullopt);
    }
    EXPECT_EQ(heard, R"({"subscribe":["events"]})");
    EXPECT_TRUE(ponged);
}

TEST(StreamConnection, refusal_keeps_its_exit_code) {
    OneConnection server(
        answering("HTTP/1.1 401 Unauthorized\r\nContent-Length: 53\r\n\r\n"
                  R"({"type":"/problems/not-signed-in","detail":"Sign in"})"));
    EXPECT_EQ(exit_of_connecting(server.url()), Exit::not_signed_in);
}

TEST(StreamConnection, server_without_websocket_is_a_failure) {
    OneConnection page(answering("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"));
    EXPECT_EQ(exit_of_connecting(page.url()), Exit::failure);
    OneConnection unproven(
        answering("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                  "Connection: Upgrade\r\nSec-WebSocket-Accept: bm90IHRoZSBwcm9vZg==\r\n\r\n"));
    EXPECT_EQ(exit_of_connecting(unproven.url()), Exit::failure);
}

TEST(StreamConnection, closed_port_is_unreachable) {
    std::string url;
    {
        OneConnection server([](tcp::socket, const Request&) {});
        url = server.url();
        EXPECT_EQ(exit_of_connecting(url), Exit::unreachable);
    }
    EXPECT_EQ(exit_of_connecting(url), Exit::unreachable);
}

TEST(StreamConnection, invalid_frame_ends_the_connection) {
    using namespace std::string_literals;
    const std::vector<std::string> broken{
        "\x81\x82\x01\x02\x03\x04\x50\x50"s,          // masked
        "\xc1\x01x"s,                                 // a reserved bit
        "\x83\x01x"s,                                 // an unknown kind
        "\x80\x01x"s,                                 // a continuation without a start
        "\x01\x01x\x81\x01x"s,                        // a new message before the end
        "\x09\x01x"s,                                 // a fragmented ping
        "\x81\x01\xff"s,                              // not UTF-8
        "\x81\x7f\x00\x00\x00\x01\x00\x00\x00\x00"s,  // announces 4 GiB
    };
    for (const auto& bytes : broken) {
        EXPECT_TRUE(why_after(bytes).starts_with("the server broke the protocol")) << bytes;
    }
    EXPECT_EQ(why_after("\x82\x01x"s), "the server sent a binary message");
}

}  // namespace
}  // namespace dibs::cli
