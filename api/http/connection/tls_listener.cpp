// Per connection: waits for the first byte, does the handshake, starts the session on one end of a
// socket pair, and relays bytes both ways until one side ends. Every wait has a deadline except the
// wait for bytes of an open connection. There the session's own deadline applies: when the session
// ends, the relay ends.
#include "api/http/connection/tls_listener.hpp"

#include "api/http/connection/response_writer.hpp"
#include "api/http/problem.hpp"
#include "api/loop/coroutine.hpp"

#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <spdlog/spdlog.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs::http {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using Tls = asio::ssl::stream<Socket>;
using Context = std::shared_ptr<asio::ssl::context>;

constexpr std::chrono::milliseconds handshake_deadline{10'000};
constexpr std::chrono::milliseconds farewell_deadline{2'000};
constexpr std::chrono::seconds look_again_every{10};
constexpr std::size_t carried_at_once = 32 * 1024;

// Selects HTTP/1.1, the only protocol of this server, if the client offers protocols (ALPN).
int choose_protocol(SSL*, const unsigned char** out, unsigned char* out_size,
                    const unsigned char* in, unsigned int in_size, void*) {
    static constexpr std::array<unsigned char, 9> ours{8, 'h', 't', 't', 'p', '/', '1', '.', '1'};
    unsigned char* chosen = nullptr;
    const int verdict =
        SSL_select_next_proto(&chosen, out_size, ours.data(), ours.size(), in, in_size);
    *out = chosen;
    return verdict == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

tl::expected<void, std::string> check_key_file(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) {
        return tl::unexpected(file.string() + ": " + std::strerror(errno));
    }
    if ((status.st_mode & S_IRWXO) != 0) {
        return tl::unexpected(file.string() + ": everybody may read this key; chmod o= it");
    }
    return {};
}

tl::expected<Context, std::string> read_context(const TlsFiles& files) {
    if (auto fine = check_key_file(files.key); !fine) return tl::unexpected(fine.error());
    auto context = std::make_shared<asio::ssl::context>(asio::ssl::context::tls_server);
    SSL_CTX* native = context->native_handle();
    SSL_CTX_set_min_proto_version(native, TLS1_2_VERSION);
    SSL_CTX_set_options(
        native, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_cipher_list(native, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_alpn_select_cb(native, choose_protocol, nullptr);
    SSL_CTX_set_mode(native, SSL_MODE_RELEASE_BUFFERS);
    error_code error;
    context->use_certificate_chain_file(files.certificate.string(), error);
    if (error) {
        return tl::unexpected(files.certificate.string() +
                              ": no certificate in PEM: " + error.message());
    }
    context->use_private_key_file(files.key.string(), asio::ssl::context::pem, error);
    if (error) {
        return tl::unexpected(files.key.string() +
                              ": no key in PEM of this certificate: " + error.message());
    }
    if (SSL_CTX_check_private_key(native) != 1) {
        return tl::unexpected(files.key.string() + ": not the key of the certificate");
    }
    return context;
}

using Times = std::array<std::filesystem::file_time_type, 2>;
Times times_of(const TlsFiles& files) {
    std::error_code ignored;
    return {std::filesystem::last_write_time(files.certificate, ignored),
            std::filesystem::last_write_time(files.key, ignored)};
}

class Relay : public Connection, public std::enable_shared_from_this<Relay> {
  public:
    Relay(std::shared_ptr<ServerCore> core, Context context, int fd, std::string peer,
          ConnectionSlotPtr slot)
        : core_(std::move(core)),
          context_(std::move(context)),
          tls_(Socket(core_->loop.asio().get_executor(), asio::ip::tcp::v4(), fd), *context_),
          inside_(core_->loop.asio().get_executor()),
          peer_(std::move(peer)),
          slot_(std::move(slot)) {
        error_code ignored;
        outside().non_blocking(true, ignored);
    }

    Awaitable<void> run() {
        set_deadline(handshake_deadline);
        if (!co_await speaks_tls()) co_return;
        const auto [error] = co_await tls_.async_handshake(Tls::server, use_tuple);
        if (error || core_->stopping || !begin_session()) co_return;
        clear_deadline();
        asio::co_spawn(core_->loop.asio(), inwards(shared_from_this()), asio::detached);
        co_await outwards();
    }

    void tick(SteadyClock::time_point now) override {
        if (now >= deadline_) cut();
    }
    void stop() override {
        if (!inside_.is_open()) cut();  // otherwise the session behind it ends by itself
    }
    void cut() override {
        error_code ignored;
        outside().close(ignored);
        inside_.close(ignored);
    }

  private:
    Socket& outside() { return tls_.next_layer(); }
    void set_deadline(std::chrono::milliseconds time) { deadline_ = SteadyClock::now() + time; }
    void clear_deadline() { deadline_ = SteadyClock::time_point::max(); }

    // Plain HTTP on this port gets an HTTP answer instead of a TLS alert.
    Awaitable<bool> speaks_tls() {
        const auto [error] = co_await outside().async_wait(Socket::wait_read, use_tuple);
        char first = 0;
        if (error || ::recv(outside().native_handle(), &first, 1, MSG_PEEK) != 1) co_return false;
        if (first == 0x16) co_return true;
        if (first < 'A' || first > 'Z') co_return false;
        const auto response = to_response(
            problem_of_status(400, "This port speaks HTTPS: write https:// in the address.", {}));
        std::string text;
        append_response_head(text, response, {core_->date_line, {}, true, false});
        text += response.body.view();
        static_cast<void>(::send(outside().native_handle(), text.data(), text.size(),
                                 MSG_DONTWAIT | MSG_NOSIGNAL));
        error_code ignored;
        outside().shutdown(Socket::shutdown_send, ignored);
        std::array<char, 4096> rest{};  // unread bytes would discard the answer on its way
        static_cast<void>(co_await outside().async_read_some(asio::buffer(rest), use_tuple));
        co_return false;
    }

    bool begin_session() {
        std::array<int, 2> pair{-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair.data()) !=
            0) {
            spdlog::warn("a connection over TLS ends: {}", std::strerror(errno));
            return false;
        }
        error_code error;
        inside_.assign(asio::ip::tcp::v4(), pair[0], error);
        inside_.non_blocking(true, error);
        start_http_session(core_, pair[1], peer_, std::move(slot_), Transport::tls);
        return true;
    }

    // Relays the client's bytes. Their end is the session's end of input.
    static Awaitable<void> inwards(std::shared_ptr<Relay> self) {
        std::array<char, carried_at_once> bytes;
        for (;;) {
            const auto [error, count] =
                co_await self->tls_.async_read_some(asio::buffer(bytes), use_tuple);
            if (error) break;
            const auto [broken, written] =
                co_await asio::async_write(self->inside_, asio::buffer(bytes, count), use_tuple);
            if (broken) break;
        }
        error_code ignored;
        self->inside_.shutdown(Socket::shutdown_send, ignored);
    }

    // Relays the session's bytes. Their end closes the connection.
    Awaitable<void> outwards() {
        std::array<char, carried_at_once> bytes;
        for (;;) {
            const auto [error, count] =
                co_await inside_.async_read_some(asio::buffer(bytes), use_tuple);
            if (error) break;
            set_deadline(core_->config.limits.write_deadline);
            const auto [broken, written] =
                co_await asio::async_write(tls_, asio::buffer(bytes, count), use_tuple);
            if (broken) co_return;
            clear_deadline();
        }
        set_deadline(farewell_deadline);
        co_await tls_.async_shutdown(use_tuple);
    }

    std::shared_ptr<ServerCore> core_;
    Context context_;
    Tls tls_;
    Socket inside_;
    std::string peer_;
    ConnectionSlotPtr slot_;  // moved to the session at its start
    SteadyClock::time_point deadline_ = SteadyClock::time_point::max();
};

Awaitable<void> carry(std::shared_ptr<Relay> relay, std::shared_ptr<ServerCore> core) {
    try {
        co_await relay->run();
    } catch (const std::exception& error) {
        spdlog::error("connection over TLS: {}", error.what());
    }
    relay->cut();
    core->remove(*relay);
}

class RelayingListener : public TlsListener {
  public:
    RelayingListener(TlsFiles files, Context context)
        : files_(std::move(files)), times_(times_of(files_)), context_(std::move(context)) {}

    void accept(const std::shared_ptr<ServerCore>& core, int fd, std::string peer,
                ConnectionSlotPtr slot) override {
        std::shared_ptr<Relay> relay;
        try {
            look_again();
            relay = std::make_shared<Relay>(core, context_, fd, std::move(peer), slot);
        } catch (...) {
            ::close(fd);
            throw;
        }
        slot->on_close([weak = std::weak_ptr(relay)] {
            if (const auto self = weak.lock()) self->cut();
        });
        core->add(relay);
        asio::co_spawn(core->loop.asio(), carry(relay, core), asio::detached);
    }

  private:
    void look_again() {
        const auto now = SteadyClock::now();
        if (now < next_look_) return;
        next_look_ = now + look_again_every;
        const auto times = times_of(files_);
        if (times == times_) return;
        auto context = read_context(files_);
        if (!context) {  // one of the two files may not be written yet
            spdlog::warn("the new certificate is not used: {}", context.error());
            return;
        }
        times_ = times;
        context_ = *std::move(context);
        spdlog::info("the certificate was renewed: {}", files_.certificate.string());
    }

    const TlsFiles files_;
    Times times_;
    Context context_;
    SteadyClock::time_point next_look_{};
};

}  // namespace

tl::expected<std::unique_ptr<TlsListener>, std::string> TlsListener::open(TlsFiles files) {
    auto context = read_context(files);
    if (!context) return tl::unexpected(context.error());
    return std::make_unique<RelayingListener>(std::move(files), *std::move(context));
}

}  // namespace dibs::http
