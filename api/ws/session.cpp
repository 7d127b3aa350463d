// One WebSocket: Beast does handshake and framing, outbox.hpp the limits. Reads in a coroutine,
// writes by completion handler, because a coroutine per frame would cost more than the frame. On
// the event loop. Ended by the peer, by end(), by a deadline in tick(), or by Beast's idle timeout.
#include "api/ws/session.hpp"

#include "api/loop/coroutine.hpp"
#include "api/ws/hub_impl.hpp"
#include "api/ws/outbox.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <spdlog/spdlog.h>

namespace dibs::ws {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using http::Awaitable;
using http::Executor;
using http::Socket;
using http::use_tuple;
using Handshake = beast::http::request<beast::http::empty_body>;
constexpr std::chrono::milliseconds handshake_deadline{10'000};
constexpr int cut_without_close = 1006;

class Session : public Subscriber, public std::enable_shared_from_this<Session> {
  public:
    Session(std::shared_ptr<Hub::Impl> hub, asio::io_context& io, Upgrade upgrade)
        : hub_(std::move(hub)),
          ws_(io.get_executor(), asio::ip::tcp::v4(), upgrade.fd),
          upgrade_(std::move(upgrade)),
          outbox_(hub_->config.queue_frames, hub_->config.queue_bytes) {}

    Awaitable<void> run();
    void enqueue(const Frame& frame) override;
    void answer(const Frame& frame) override;
    void drop_waiting() override { outbox_.drop_waiting(); }
    void end(CloseCode code, std::string reason, Frame last_frame = nullptr) override;
    void tick(Time time) override;
    [[nodiscard]] int end_code() const;

  private:
    void prepare();
    bool count_message();
    [[nodiscard]] Handshake handshake() const;
    Awaitable<void> read_all();
    void write_next();
    void written(const boost::system::error_code& error);
    void say_close();

    std::shared_ptr<Hub::Impl> hub_;
    websocket::stream<Socket, false> ws_;  // false: no permessage-deflate
    Upgrade upgrade_;
    Outbox outbox_;
    Frame in_flight_;
    bool open_ = false;
    std::optional<CloseCode> ending_;
    std::string why_;
    // Messages of the client; each tick subtracts the allowance for its time.
    std::size_t messages_ = 0;
    Time cut_at_ = Time::max();
};

void Session::prepare() {
    const auto& config = hub_->config;
    websocket::stream_base::timeout times{};
    times.handshake_timeout = handshake_deadline;
    times.idle_timeout = config.idle;
    times.keep_alive_pings = true;
    ws_.set_option(times);
    ws_.set_option(websocket::stream_base::decorator(
        [id = upgrade_.request_id](websocket::response_type& response) {
            response.set(beast::http::field::server, "dibs");
            response.set("X-Request-Id", id);
        }));
    ws_.control_callback([this](websocket::frame_type, beast::string_view) { count_message(); });
    ws_.read_message_max(config.max_text_bytes);
    ws_.auto_fragment(false);
    ws_.write_buffer_bytes(8);  // frames are written in place
    ws_.text(true);
    if (config.socket_send_bytes > 0) {
        boost::system::error_code ignored;
        ws_.next_layer().set_option(
            asio::socket_base::send_buffer_size(static_cast<int>(config.socket_send_bytes)),
            ignored);
    }
}

// The request is already checked; this passes Beast the fields that it reads.
Handshake Session::handshake() const {
    Handshake request{beast::http::verb::get, "/", 11};
    request.set(beast::http::field::host, "dibs");
    request.set(beast::http::field::upgrade, "websocket");
    request.set(beast::http::field::connection, "upgrade");
    request.set(beast::http::field::sec_websocket_key, upgrade_.key);
    request.set(beast::http::field::sec_websocket_version, "13");
    return request;
}

Awaitable<void> Session::run() {
    prepare();
    const auto request = handshake();
    const auto [error] = co_await ws_.async_accept(request, use_tuple);
    if (error) co_return;
    open_ = true;
    hub_->join(shared_from_this());
    co_await read_all();
    open_ = false;
}

Awaitable<void> Session::read_all() {
    beast::flat_buffer buffer;
    for (;;) {
        const auto [error, size] = co_await ws_.async_read(buffer, use_tuple);
        if (error) co_return;
        if (!count_message()) {
            // a flooding client is no longer read
        } else if (!ws_.got_text()) {
            end(CloseCode::policy, "Only texts are understood.");
        } else if (!ending_) {
            const auto bytes = buffer.cdata();
            hub_->text(*this, {static_cast<const char*>(bytes.data()), size});
        }
        buffer.consume(size);
    }
}

// False above the client's limit. The close is posted, because Beast is handling a control frame
// here.
bool Session::count_message() {
    const auto& config = hub_->config;
    if (++messages_ <= config.messages_at_once) return true;
    if (messages_ == config.messages_at_once + 1 && !ending_) {
        hub_->loop.post([self = shared_from_this()] {
            if (!self->ending_) ++self->hub_->counters.closed_flooding;
            self->end(CloseCode::policy, "Too many messages: at most " +
                                             std::to_string(self->hub_->config.messages_per_s) +
                                             " a second.");
        });
    }
    return false;
}

void Session::enqueue(const Frame& frame) {
    if (!open_ || ending_) return;
    hub_->counters.frames_dropped += outbox_.put(frame, now());
    write_next();
}

void Session::answer(const Frame& frame) {
    if (!open_ || ending_) return;
    hub_->counters.frames_dropped += outbox_.put_answer(frame, now());
    write_next();
}

void Session::write_next() {
    if (in_flight_) return;
    in_flight_ = outbox_.take();
    if (!in_flight_) return ending_ ? say_close() : void();
    ws_.async_write(asio::buffer(*in_flight_),
                    [self = shared_from_this()](const boost::system::error_code& error,
                                                std::size_t) { self->written(error); });
}

void Session::written(const boost::system::error_code& error) {
    const auto frame = std::exchange(in_flight_, nullptr);
    const bool drained = outbox_.written();
    if (error || !open_) return;
    ++hub_->counters.frames_sent;
    hub_->counters.bytes_sent += frame->size();
    if (drained && !ending_) hub_->resync(*this);
    write_next();
}

void Session::end(CloseCode code, std::string reason, Frame last_frame) {
    if (!open_ || ending_) return;
    ending_ = code;
    why_ = std::move(reason);
    cut_at_ = now() + hub_->config.closing;
    outbox_.drop_waiting();
    if (last_frame) outbox_.put_answer(std::move(last_frame), now());
    write_next();
}

// Sends the close frame after all written frames.
void Session::say_close() {
    if (why_.size() > 120) why_.resize(120);
    const websocket::close_reason close(static_cast<websocket::close_code>(*ending_), why_);
    ws_.async_close(close, [self = shared_from_this()](const boost::system::error_code&) {});
}

void Session::tick(Time time) {
    const auto allowed = hub_->config.messages_per_s * tick_every / std::chrono::seconds{1};
    messages_ -= std::min(messages_, static_cast<std::size_t>(allowed));
    if (time >= cut_at_) {
        boost::system::error_code ignored;
        ws_.next_layer().close(ignored);
    } else if (outbox_.lagging_for(hub_->config.lagging, time)) {
        if (!ending_) ++hub_->counters.closed_lagging;
        end(CloseCode::try_later, "Too slow for this stream; come back later.");
    }
}

int Session::end_code() const {
    if (ending_) return static_cast<int>(*ending_);
    const int told = ws_.reason().code;
    return told == 0 ? cut_without_close : told;
}

Awaitable<void> serve(std::shared_ptr<Session> session, std::shared_ptr<Hub::Impl> hub,
                      std::function<void(int)> on_end) {
    try {
        co_await session->run();
    } catch (const std::exception& error) {
        spdlog::error("stream: {}", error.what());
    }
    hub->leave(*session);
    if (on_end) on_end(session->end_code());
}

}  // namespace

void start_session(Hub& hub, http::EventLoop& loop, Upgrade upgrade) {
    auto on_end = std::move(upgrade.on_end);
    auto viewer = std::move(upgrade.viewer);
    auto peer = upgrade.peer;
    auto request_id = upgrade.request_id;
    auto session = std::make_shared<Session>(hub.impl(), loop.asio(), std::move(upgrade));
    session->client = make_client(hub.impl(), session, std::move(viewer), peer, request_id);
    asio::co_spawn(loop.asio(), serve(session, hub.impl(), std::move(on_end)), asio::detached);
}

}  // namespace dibs::ws
