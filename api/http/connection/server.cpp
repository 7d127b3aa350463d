// The listening socket: accepts while there are slots and descriptors, ticks the deadlines of all
// connections, and stops them in order. On the event loop's thread.
#include "api/http/connection/server.hpp"

#include "api/http/connection/response_writer.hpp"
#include "api/http/connection/server_core.hpp"
#include "api/http/connection/tls_listener.hpp"
#include "api/http/problem.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dibs::http {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using Acceptor = asio::basic_socket_acceptor<tcp, asio::io_context::executor_type>;

constexpr std::chrono::milliseconds tick_every{250};
constexpr std::chrono::milliseconds rest_without_descriptors{100};
constexpr int backlog = 1024;
constexpr int accepted_at_once = 64;  // per turn of the loop
constexpr std::chrono::minutes warn_every{1};

// accept4 demands a free descriptor before it checks whether a connection waits.
bool has_waiting_connection(int listening) {
    pollfd entry{listening, POLLIN, 0};
    return ::poll(&entry, 1, 0) > 0;
}

bool is_base_path(const std::string& path) {
    if (path.empty()) return true;
    return path.starts_with('/') && !path.ends_with('/') &&
           std::all_of(path.begin(), path.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_' || c == '.' || c == '/';
           });
}

std::string peer_text(const tcp::endpoint& endpoint) {
    auto address = endpoint.address();
    if (address.is_v6() && address.to_v6().is_v4_mapped()) {
        address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
    }
    return address.to_string();
}

int open_spare() {
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

}  // namespace

struct Server::Impl : std::enable_shared_from_this<Impl> {
    Impl(EventLoop& loop, ServerConfig config, const Router& router, ServerObserver* observer)
        : core(std::make_shared<ServerCore>(loop, std::move(config), router, observer)),
          acceptor(loop.asio().get_executor()) {}
    ~Impl() {
        if (spare_fd >= 0) ::close(spare_fd);
    }

    [[nodiscard]] tl::expected<void, std::string> listen();
    void wait_to_accept();
    void accept_all();
    void rest(int error);
    void welcome(int fd, const tcp::endpoint& peer);
    [[nodiscard]] ConnectionSlotPtr slot_for(const std::string& peer, int fd);
    void report_limit(ConnectionLimiter::LimitReached what, bool refused);
    void turn_away(int fd, ConnectionLimiter::LimitReached what) const;
    void tick();
    void stop();
    void finish_stop();

    std::shared_ptr<ServerCore> core;
    Acceptor acceptor;
    std::unique_ptr<TlsListener> tls;  // none: plain HTTP
    int spare_fd = -1;  // closed to accept and close a connection when descriptors run out
    std::uint16_t port = 0;
    SteadyClock::time_point warn_at{};  // earliest time of the next warning about a limit
    std::vector<std::function<void()>> when_stopped;
    bool stopped = false;
};

tl::expected<void, std::string> Server::Impl::listen() {
    const auto& config = core->config;
    const auto where = config.address + ":" + std::to_string(config.port);
    if (!is_base_path(config.base_path)) {
        return tl::unexpected("base_path \"" + config.base_path +
                              "\": it must be empty or like \"/dibs\", without a slash at the end");
    }
    if (!config.certificate.empty()) {
        auto listener = TlsListener::open({config.certificate, config.certificate_key});
        if (!listener) return tl::unexpected(listener.error());
        tls = *std::move(listener);
    }
    error_code error;
    const auto address = asio::ip::make_address(config.address, error);
    if (error) return tl::unexpected("address \"" + config.address + "\": not an IP address");
    const tcp::endpoint endpoint(address, config.port);
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(asio::socket_base::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(backlog, error);
    if (!error) acceptor.non_blocking(true, error);
    if (error) return tl::unexpected("cannot listen on " + where + ": " + error.message());
    port = acceptor.local_endpoint().port();
    spare_fd = open_spare();
    return {};
}

void Server::Impl::wait_to_accept() {
    acceptor.async_wait(Acceptor::wait_read, [self = shared_from_this()](const error_code& error) {
        if (!error && !self->core->stopping) self->accept_all();
    });
}

void Server::Impl::accept_all() {
    for (int accepted = 0; accepted < accepted_at_once;) {
        tcp::endpoint peer;
        auto size = static_cast<socklen_t>(peer.capacity());
        const int fd =
            ::accept4(acceptor.native_handle(), peer.data(), &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            peer.resize(size);
            welcome(fd, peer);
            ++accepted;
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EAGAIN || errno == EWOULDBLOCK) break;
        const int error = errno;
        const bool no_descriptor = error == EMFILE || error == ENFILE;
        if (no_descriptor && !has_waiting_connection(acceptor.native_handle())) break;
        if (no_descriptor && core->limiter.close_one()) {
            report_limit(ConnectionLimiter::LimitReached::of_all, false);
            continue;
        }
        return rest(error);
    }
    wait_to_accept();
}

// Handles a lack of memory, or of descriptors when no connection can be closed. The spare
// descriptor accepts the first waiting connection and closes it at once, so that its client does
// not hang. Then accepting pauses.
void Server::Impl::rest(int error) {
    spdlog::warn("cannot accept a connection: {}", std::strerror(error));
    if (error == EMFILE || error == ENFILE) {
        ::close(spare_fd);
        const int fd = ::accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC);
        if (fd >= 0) ::close(fd);
        spare_fd = open_spare();
    }
    const std::weak_ptr<Impl> weak = weak_from_this();
    core->loop.after(rest_without_descriptors, [weak] {
        const auto self = weak.lock();
        if (self && !self->core->stopping) self->accept_all();
    });
}

void Server::Impl::welcome(int fd, const tcp::endpoint& peer) {
    const int on = 1;
    ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    try {
        auto address = peer_text(peer);
        auto slot = slot_for(address, fd);
        if (slot) {
            const int given = std::exchange(fd, -1);
            if (tls) {
                tls->accept(core, given, std::move(address), std::move(slot));
            } else {
                start_http_session(core, given, std::move(address), std::move(slot),
                                   Transport::plain);
            }
        }
    } catch (const std::exception& error) {
        spdlog::error("cannot take a connection: {}", error.what());
    }
    if (fd >= 0) ::close(fd);
}

// Null: the connection was turned away. Otherwise another may have been closed for it.
ConnectionSlotPtr Server::Impl::slot_for(const std::string& peer, int fd) {
    const bool counts = !core->config.speaks_for_many(peer);
    auto taken = core->limiter.take(counts ? network_of(peer) : std::string());
    if (taken.limit) report_limit(*taken.limit, !taken.slot);
    if (!taken.slot) turn_away(fd, *taken.limit);
    return std::move(taken.slot);
}

void Server::Impl::report_limit(ConnectionLimiter::LimitReached what, bool refused) {
    const bool of_client = what == ConnectionLimiter::LimitReached::of_client;
    if (core->observer) core->observer->on_scarce(of_client ? "client" : "places", refused);
    const auto now = SteadyClock::now();
    if (now < warn_at) return;
    warn_at = now + warn_every;
    spdlog::warn("{} has all the connections it may have ({} are open): {}",
                 of_client ? "a client" : "Dibs", core->limiter.taken(),
                 refused ? "new ones are refused" : "those that wait longest are closed");
}

// Sends one answer without waiting; it fits any socket buffer.
void Server::Impl::turn_away(int fd, ConnectionLimiter::LimitReached what) const {
    const bool of_client = what == ConnectionLimiter::LimitReached::of_client;
    const int status = of_client ? 429 : 503;
    auto problem = problem_of_status(status,
                                     of_client ? "Too many connections are open from this address."
                                               : "Too many connections are open.",
                                     {});
    problem.retry_after_s = 1;
    const auto response = to_response(problem);
    std::string text;
    append_response_head(text, response, {core->date_line, {}, true, false});
    text += response.body.view();
    static_cast<void>(::send(fd, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
    if (core->observer) core->observer->on_request({}, "refused", status, 0);
}

void Server::Impl::tick() {
    // Scheduled first, so that an exception below (no memory) does not end the ticks.
    const std::weak_ptr<Impl> weak = weak_from_this();
    core->loop.after(tick_every, [weak] {
        if (const auto self = weak.lock()) self->tick();
    });
    if (core->config.wall_clock) core->date_line = make_date_line(core->config.wall_clock());
    const auto now = SteadyClock::now();
    // A copy: a deadline may end a connection, which removes it from the table.
    std::vector<std::shared_ptr<Connection>> all;
    all.reserve(core->connections.size());
    for (const auto& [key, connection] : core->connections) all.push_back(connection);
    for (const auto& connection : all) connection->tick(now);
}

void Server::Impl::stop() {
    if (core->stopping) return finish_stop();
    core->stopping = true;
    error_code ignored;
    acceptor.close(ignored);
    const std::weak_ptr<Impl> weak = weak_from_this();
    core->on_emptier = [weak] {
        if (const auto self = weak.lock()) self->finish_stop();
    };
    for (const auto& stream : core->streams) stream.hub->stop();
    std::vector<std::shared_ptr<Connection>> all;
    for (const auto& [key, connection] : core->connections) all.push_back(connection);
    for (const auto& connection : all) connection->stop();
    core->loop.after(core->config.limits.stop_deadline, [weak] {
        const auto self = weak.lock();
        if (!self || self->stopped) return;
        spdlog::warn("stopping: {} connections did not end in time",
                     self->core->connections.size());
        for (const auto& [key, connection] : self->core->connections) connection->cut();
        self->core->open_streams = 0;
        self->stopped = true;
        self->finish_stop();
    });
    finish_stop();
}

void Server::Impl::finish_stop() {
    if (!stopped && (!core->connections.empty() || core->open_streams > 0)) return;
    stopped = true;
    for (const auto& done : std::exchange(when_stopped, {})) {
        if (done) core->loop.post(done);
    }
}

Server::Server(EventLoop& loop, ServerConfig config, const Router& router, ServerObserver* observer)
    : impl_(std::make_shared<Impl>(loop, std::move(config), router, observer)) {}

Server::~Server() {
    impl_->core->stopping = true;
    impl_->core->on_emptier = nullptr;
    impl_->core->observer = nullptr;
    error_code ignored;
    impl_->acceptor.close(ignored);
    for (const auto& [key, connection] : std::exchange(impl_->core->connections, {})) {
        connection->cut();
    }
}

void Server::add_stream(std::string path, ws::Hub& hub, Authenticate authenticate) {
    impl_->core->streams.push_back({std::move(path), &hub, std::move(authenticate)});
}

tl::expected<void, std::string> Server::start() {
    if (auto listening = impl_->listen(); !listening) return listening;
    impl_->core->loop.post([impl = impl_] {
        auto& core = *impl->core;
        if (core.observer) core.observer->on_most_connections(core.limiter.most());
        impl->tick();
        impl->wait_to_accept();
    });
    return {};
}

std::uint16_t Server::port() const {
    return impl_->port;
}

void Server::set_most_connections(std::size_t most) {
    impl_->core->loop.post([impl = impl_, most] {
        impl->core->limiter.set_most(most);
        if (impl->core->observer) impl->core->observer->on_most_connections(most);
    });
}

void Server::stop(std::function<void()> done) {
    impl_->core->loop.post([impl = impl_, done = std::move(done)]() mutable {
        impl->when_stopped.push_back(std::move(done));
        impl->stop();
    });
}

}  // namespace dibs::http
