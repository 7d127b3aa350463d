// One HTTP connection: reads a head and its body, calls exchange.cpp, writes the answer, and
// repeats. One request in work at a time, so pipelined requests are answered in order. All on the
// event loop. Only the four coroutines wait, each with an absolute deadline.
#include "api/http/connection/exchange.hpp"
#include "api/http/connection/response_writer.hpp"
#include "api/http/message/read_buffer.hpp"
#include "api/http/problem.hpp"
#include "api/loop/coroutine.hpp"
#include "api/ws/session.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

namespace dibs::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Timer = asio::basic_waitable_timer<SteadyClock, asio::wait_traits<SteadyClock>, Executor>;

constexpr std::chrono::milliseconds drain_deadline{2'000};
constexpr std::size_t drain_bytes = 4 * 1024 * 1024;
// Per write, so that other connections get their turn.
constexpr std::size_t write_bytes = 64 * 1024;
// For a request that is still being received.
constexpr std::chrono::milliseconds stop_grace{1'000};

class HttpSession : public Connection, public std::enable_shared_from_this<HttpSession> {
  public:
    HttpSession(std::shared_ptr<ServerCore> core, int fd, std::string peer, ConnectionSlotPtr slot,
                Transport transport);

    Awaitable<void> run();
    void tick(SteadyClock::time_point now) override;
    void stop() override;
    void cut() override;

  private:
    enum class Phase { idle, head, body, handling, writing, draining };

    Awaitable<bool> read_head();      // false: the connection is finished
    Awaitable<bool> serve_request();  // false: the connection is finished
    Awaitable<bool> read_body();
    [[nodiscard]] std::optional<HeadFault> length_fault(std::string_view bytes,
                                                        std::size_t end) const;
    bool take_body(std::optional<HeadFault>& fault);  // true: the body is complete
    Awaitable<bool> read_more();
    Awaitable<void> wait_for_answer();
    Awaitable<bool> write_answer();
    Awaitable<void> refuse(int status, std::string detail);
    Awaitable<void> drain();

    [[nodiscard]] bool has_left();
    void enter(Phase phase, std::chrono::milliseconds deadline);
    void hand_over();
    void account(int status, std::size_t body_bytes) const;
    // The bytes written without waiting; empty when the connection is broken.
    [[nodiscard]] std::optional<std::size_t> write_now(std::string_view body);

    std::shared_ptr<ServerCore> core_;
    Socket socket_;
    Timer waiter_;  // never expires; cancelled when the answer arrives
    std::string peer_;
    ConnectionSlotPtr slot_;
    const Transport transport_;
    ReadBuffer buffer_;
    Phase phase_ = Phase::idle;
    SteadyClock::time_point deadline_ = SteadyClock::time_point::max();
    bool timed_out_ = false;
    bool first_ = true;
    std::size_t head_size_ = 0;
    Work work_;
    AnswerSlotPtr answer_;
    std::string out_;
};

HttpSession::HttpSession(std::shared_ptr<ServerCore> core, int fd, std::string peer,
                         ConnectionSlotPtr slot, Transport transport)
    : core_(std::move(core)),
      socket_(core_->loop.asio().get_executor(), asio::ip::tcp::v4(), fd),
      waiter_(core_->loop.asio().get_executor()),
      peer_(std::move(peer)),
      slot_(std::move(slot)),
      transport_(transport) {
    error_code ignored;  // already non-blocking; this only updates the socket's own flag
    socket_.non_blocking(true, ignored);
}

void HttpSession::enter(Phase phase, std::chrono::milliseconds deadline) {
    phase_ = phase;
    deadline_ = SteadyClock::now() + deadline;
    if (phase == Phase::handling || phase == Phase::writing) {
        slot_->mark_busy();
    } else {
        slot_->mark_idle();
    }
}

// True if the client has closed its side. Bytes sent before may still be unread.
bool HttpSession::has_left() {
    pollfd state{socket_.native_handle(), POLLRDHUP, 0};
    return ::poll(&state, 1, 0) > 0 && (state.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

void HttpSession::tick(SteadyClock::time_point now) {
    if (phase_ == Phase::handling && has_left()) answer_->client_left = true;
    if (now < deadline_) return;
    deadline_ = SteadyClock::time_point::max();
    const bool asking = phase_ == Phase::head || phase_ == Phase::body;
    if (asking && !core_->stopping) {
        timed_out_ = true;  // the woken coroutine answers 408
        error_code ignored;
        socket_.cancel(ignored);
    } else if (phase_ == Phase::handling) {
        work_.close = true;
        auto response =
            to_response(problem_of_status(503, "This took too long to answer.", work_.request_id));
        answer_->fill(std::move(response.with("Retry-After", "1")));
    } else {
        cut();
    }
}

void HttpSession::stop() {
    error_code ignored;
    const bool more = socket_.available(ignored) > 0;  // a request has just arrived
    if (phase_ == Phase::idle && buffer_.empty() && !more) return cut();
    // A complete request still gets its answer; an incomplete one does not delay the stop.
    if (phase_ == Phase::handling || phase_ == Phase::writing) return;
    deadline_ = std::min(deadline_, SteadyClock::now() + stop_grace);
}

void HttpSession::cut() {
    error_code ignored;
    socket_.close(ignored);
    waiter_.cancel();
}

Awaitable<void> HttpSession::run() {
    for (bool more = true; more;) {
        more = co_await read_head();
        if (!more) break;
        more = co_await serve_request();
    }
}

Awaitable<bool> HttpSession::read_more() {
    const auto room = buffer_.room();
    const auto space = asio::buffer(room.first, room.second);
    const auto [error, count] = co_await socket_.async_read_some(space, use_tuple);
    buffer_.filled(count);
    co_return !error;
}

// `end`: the size of the head; 0 while its end has not arrived.
std::optional<HeadFault> HttpSession::length_fault(std::string_view bytes, std::size_t end) const {
    const auto most = core_->config.limits.header_bytes;
    if (end > most || (end == 0 && bytes.size() > most)) {
        const bool by_target = bytes.find('\n') > most / 2;
        return by_target ? HeadFault{414, "The request line is too long."}
                         : HeadFault{431, "The head is too long."};
    }
    return std::nullopt;
}

Awaitable<bool> HttpSession::read_head() {
    const auto& limits = core_->config.limits;
    enter(Phase::idle, first_ ? limits.header_deadline : limits.idle_deadline);
    first_ = false;
    std::size_t looked_at = 0;
    for (;;) {
        const auto bytes = buffer_.view();
        if (bytes.empty() && core_->stopping) co_return false;
        if (!bytes.empty()) {
            if (phase_ == Phase::idle) enter(Phase::head, limits.header_deadline);
            const auto end = find_head_end(bytes, looked_at);
            const auto fault = end ? length_fault(bytes, *end) : end.error();
            if (fault) {
                std::string rule(fault->rule);
                co_await refuse(fault->status, std::move(rule));
                co_return false;
            }
            head_size_ = *end;
            if (head_size_ > 0) co_return true;
            looked_at = bytes.size();
        }
        const bool more = co_await read_more();
        if (!more && timed_out_) co_await refuse(408, "The head took too long to arrive.");
        if (!more) co_return false;
    }
}

Awaitable<bool> HttpSession::serve_request() {
    answer_ = std::make_shared<AnswerSlot>();
    auto refusal =
        begin_work(work_, buffer_.view(), head_size_, *core_, peer_, transport_ == Transport::tls);
    if (refusal) {
        work_.close = true;
        answer_->fill(std::move(*refusal));
    } else {
        buffer_.consume(head_size_);
        bool whole = work_.body_size == 0 && !work_.chunked;
        if (!whole) whole = co_await read_body();
        if (!whole) co_return false;
        enter(Phase::handling, core_->config.limits.answer_deadline);
        ask(*core_, work_, answer_);
        if (!answer_->filled()) co_await wait_for_answer();
        if (!answer_->filled()) co_return false;
    }
    if (answer_->admitted) {
        hand_over();
        co_return false;
    }
    const bool written = co_await write_answer();
    if (written && work_.close) co_await drain();
    co_return written && !work_.close;
}

Awaitable<bool> HttpSession::read_body() {
    enter(Phase::body, core_->config.limits.body_deadline);
    if (work_.expects_continue && buffer_.empty()) {
        out_ = "HTTP/1.1 100 Continue\r\n\r\n";
        if (write_now({}) != out_.size()) co_return false;
    }
    std::optional<HeadFault> fault;
    while (!take_body(fault)) {
        if (fault) {
            std::string rule(fault->rule);
            co_await refuse(fault->status, std::move(rule));
            co_return false;
        }
        const bool more = co_await read_more();
        if (!more && timed_out_) co_await refuse(408, "The body took too long to arrive.");
        if (!more) co_return false;
    }
    co_return true;
}

bool HttpSession::take_body(std::optional<HeadFault>& fault) {
    std::string& body = work_.request.body;
    if (work_.chunked) {
        buffer_.consume(work_.chunked->take(buffer_.view(), body));
        fault = work_.chunked->fault();
        return work_.chunked->done();
    }
    const auto bytes = buffer_.view().substr(0, work_.body_size - body.size());
    body.append(bytes);
    buffer_.consume(bytes.size());
    return body.size() == work_.body_size;
}

Awaitable<void> HttpSession::wait_for_answer() {
    const std::weak_ptr<HttpSession> weak = weak_from_this();
    answer_->wake = [weak] {
        if (const auto self = weak.lock()) self->waiter_.cancel();
    };
    waiter_.expires_at(SteadyClock::time_point::max());
    co_await waiter_.async_wait(use_tuple);
    answer_->wake = nullptr;
}

std::optional<std::size_t> HttpSession::write_now(std::string_view body) {
    const std::array<asio::const_buffer, 2> parts = {asio::buffer(out_), asio::buffer(body)};
    error_code error;
    const auto count = socket_.write_some(parts, error);
    if (error == asio::error::would_block || error == asio::error::try_again) return 0;
    if (error) return std::nullopt;
    return count;
}

Awaitable<bool> HttpSession::write_answer() {
    enter(Phase::writing, core_->config.limits.write_deadline);
    if (core_->stopping) work_.close = true;
    Response& response = *answer_->response;
    place_problem(response, core_->config.base_path);
    out_.clear();
    append_response_head(out_, response,
                         {core_->date_line, work_.request_id, work_.close, work_.head_only,
                          transport_ == Transport::tls});
    std::string_view body;
    if (has_body(response, work_.head_only)) body = response.body.view();
    // Before the write, so that a client with the answer finds it counted.
    account(response.status, body.size());
    const auto total = out_.size() + body.size();
    auto done = write_now(body.substr(0, write_bytes));
    while (done && *done < total) {
        const auto in_head = std::min(*done, out_.size());
        std::array<asio::const_buffer, 2> rest;
        rest[0] = asio::buffer(out_.data() + in_head, out_.size() - in_head);
        rest[1] = asio::buffer(body.substr(*done - in_head, write_bytes));
        slot_->mark_idle();
        const auto [error, count] = co_await socket_.async_write_some(rest, use_tuple);
        done = error ? std::nullopt : std::optional(*done + count);
    }
    co_return done.has_value();
}

// Answers bytes that are not a valid request, and closes.
Awaitable<void> HttpSession::refuse(int status, std::string detail) {
    if (work_.request_id.empty() || phase_ != Phase::body) {
        work_ = {};
        work_.started = SteadyClock::now();
        work_.request_id = core_->make_request_id();
    }
    work_.close = true;
    answer_ = std::make_shared<AnswerSlot>();
    answer_->fill(to_response(problem_of_status(status, std::move(detail), work_.request_id)));
    const bool written = co_await write_answer();
    if (written) co_await drain();
}

// Shuts down sending and reads the remaining input: a close with unread bytes would discard the
// answer on its way to the client.
Awaitable<void> HttpSession::drain() {
    enter(Phase::draining, drain_deadline);
    error_code error;
    socket_.shutdown(Socket::shutdown_send, error);
    std::array<char, 4096> scratch;
    const auto space = asio::buffer(scratch);
    for (std::size_t taken = 0; !error && taken < drain_bytes;) {
        std::size_t count = 0;
        std::tie(error, count) = co_await socket_.async_read_some(space, use_tuple);
        taken += count;
    }
}

void HttpSession::hand_over() {
    error_code error;
    const int fd = socket_.release(error);
    if (error) return;
    account(101, 0);
    core_->stream_opened();
    ws::Upgrade upgrade;
    upgrade.fd = fd;
    upgrade.key = work_.websocket_key;
    upgrade.viewer = std::move(*answer_->admitted);
    upgrade.peer = work_.client;
    upgrade.request_id = work_.request_id;
    upgrade.on_end = [core = core_, slot = std::move(slot_)](int code) mutable {
        slot.reset();
        core->stream_closed(code);
    };
    ws::start_session(*work_.stream->hub, core_->loop, std::move(upgrade));
}

void HttpSession::account(int status, std::size_t body_bytes) const {
    const auto& client = work_.client.empty() ? peer_ : work_.client;
    core_->finished({work_.method, work_.path, work_.route, client, work_.request_id, status,
                     body_bytes, SteadyClock::now() - work_.started});
}

Awaitable<void> serve(std::shared_ptr<HttpSession> session, std::shared_ptr<ServerCore> core) {
    try {
        co_await session->run();
    } catch (const std::exception& error) {
        spdlog::error("connection: {}", error.what());
    }
    session->cut();
    core->remove(*session);
}

}  // namespace

void start_http_session(const std::shared_ptr<ServerCore>& core, int fd, std::string peer,
                        ConnectionSlotPtr slot, Transport transport) {
    std::shared_ptr<HttpSession> session;
    try {
        session = std::make_shared<HttpSession>(core, fd, std::move(peer), slot, transport);
    } catch (...) {
        ::close(fd);
        throw;
    }
    slot->on_close([weak = std::weak_ptr(session)] {
        if (const auto self = weak.lock()) self->cut();
    });
    core->add(session);
    try {
        asio::co_spawn(core->loop.asio(), serve(session, core), asio::detached);
    } catch (...) {
        core->remove(*session);
        throw;
    }
}

}  // namespace dibs::http
