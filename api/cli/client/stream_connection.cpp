// Beast's WebSocket over the bytes of a CurlSocket: handshake, frames, pings, close.
#include "api/cli/client/stream_connection.hpp"

#include "api/cli/client/curl_socket.hpp"
#include "api/cli/lib/failure.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>

namespace dibs::cli {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;
using beast::error_code;

constexpr std::size_t most_message_bytes = 16U << 20U;

// The parts of "http://host:8080/prefix".
struct Address {
    std::string host, prefix;
};
Address address_of(const std::string& server) {
    const auto begin = server.find("://") + 3;
    const auto slash = std::min(server.find('/', begin), server.size());
    return {server.substr(begin, slash - begin), server.substr(slash)};
}

}  // namespace

// A CurlSocket as the lower layer that Beast requires. The io_context runs nothing: Beast asks each
// layer for one.
class CurlLayer {
  public:
    using executor_type = boost::asio::io_context::executor_type;

    explicit CurlLayer(const std::string& server) : socket_(server) {}
    [[nodiscard]] executor_type get_executor() { return context_.get_executor(); }
    [[nodiscard]] const std::string& why() const { return socket_.why(); }

    template <class Buffers>
    std::size_t read_some(const Buffers& buffers, error_code& error) {
        return first_of<boost::asio::mutable_buffer>(buffers, error, [this](auto buffer) {
            return socket_.read(static_cast<char*>(buffer.data()), buffer.size());
        });
    }
    template <class Buffers>
    std::size_t write_some(const Buffers& buffers, error_code& error) {
        return first_of<boost::asio::const_buffer>(buffers, error, [this](auto buffer) {
            return socket_.write(static_cast<const char*>(buffer.data()), buffer.size());
        });
    }
    // The throwing overloads of Beast's stream concept.
    template <class Buffers>
    std::size_t read_some(const Buffers& buffers) {
        return thrown([&](error_code& error) { return read_some(buffers, error); });
    }
    template <class Buffers>
    std::size_t write_some(const Buffers& buffers) {
        return thrown([&](error_code& error) { return write_some(buffers, error); });
    }

  private:
    // Moves bytes of the first non-empty buffer.
    template <class Buffer, class Buffers, class Move>
    static std::size_t first_of(const Buffers& buffers, error_code& error, Move move) {
        error = {};
        for (const Buffer buffer : beast::buffers_range_ref(buffers)) {
            if (buffer.size() == 0) continue;
            const auto moved = move(buffer);
            if (moved == 0) error = boost::asio::error::eof;
            return moved;
        }
        return 0;
    }
    template <class Move>
    static std::size_t thrown(Move move) {
        error_code error;
        const auto moved = move(error);
        if (error) throw beast::system_error(error);
        return moved;
    }

    boost::asio::io_context context_;
    CurlSocket socket_;
};

// Beast calls it after the close. It does nothing: the owner closes the socket.
void teardown(beast::role_type, CurlLayer&, error_code& error) {
    error = {};
}

struct StreamConnection::State {
    explicit State(const std::string& server) : stream(server) {}

    void handshake(const std::string& server, const std::string& token) {
        stream.read_message_max(most_message_bytes);
        stream.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
            request.set(beast::http::field::user_agent, "dibs/" DIBS_VERSION);
            if (!token.empty()) request.set(beast::http::field::authorization, "Bearer " + token);
        }));
        const auto [host, prefix] = address_of(server);
        websocket::response_type response;
        error_code error;
        stream.handshake(response, host, prefix + "/api/v1/stream", error);
        if (!error) return;
        const auto status = static_cast<int>(response.result_int());
        if (error == websocket::error::upgrade_declined) {
            throw failure_of(status, response.body());
        }
        if (!stream.next_layer().why().empty()) {
            throw Failure(Exit::unreachable,
                          "No answer from " + server + ": " + stream.next_layer().why() + '.',
                          "Try again in a moment.");
        }
        throw Failure(Exit::failure, "The server does not speak WebSocket.",
                      "Is a proxy in between? It must pass upgrades on.");
    }

    void take_end(error_code error) {
        if (error == websocket::error::closed) {
            why = "the server closed the stream";
        } else if (!stream.next_layer().why().empty()) {
            why = stream.next_layer().why();
        } else {
            why = "the server broke the protocol: " + error.message();
        }
    }

    websocket::stream<CurlLayer> stream;
    std::string why;
};

StreamConnection::StreamConnection(const std::string& server, const std::string& token)
    : state_(std::make_unique<State>(server)) {
    state_->handshake(server, token);
}

StreamConnection::~StreamConnection() = default;

void StreamConnection::send(const std::string& text) {
    error_code error;
    state_->stream.write(boost::asio::buffer(text), error);
    if (error) state_->take_end(error);
}

const std::string& StreamConnection::why() const {
    return state_->why;
}

std::optional<std::string> StreamConnection::next() {
    if (!state_->why.empty()) return std::nullopt;
    beast::flat_buffer buffer;
    error_code error;
    state_->stream.read(buffer, error);
    if (error) {
        state_->take_end(error);
        return std::nullopt;
    }
    if (!state_->stream.got_text()) {
        state_->why = "the server sent a binary message";
        return std::nullopt;
    }
    return beast::buffers_to_string(buffer.data());
}

}  // namespace dibs::cli
