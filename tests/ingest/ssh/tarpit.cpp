// See tarpit.hpp. One thread accepts and sends; the connections stay open until the end.
#include "tests/ingest/ssh/tarpit.hpp"

#include <stdexcept>
#include <vector>

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>

namespace dibs::test {
namespace {

sockaddr_in loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    return address;
}

ssh::Fd new_socket() {
    return ssh::Fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
}

[[noreturn]] void fail(const char* what) {
    throw std::runtime_error(std::string("tarpit: ") + what);
}

}  // namespace

Tarpit::Tarpit(std::string says, Then then)
    : says_(std::move(says)), then_(then), listener_(new_socket()) {
    auto address = loopback(0);
    socklen_t length = sizeof address;
    auto* const generic = reinterpret_cast<sockaddr*>(&address);
    if (::bind(listener_.get(), generic, length) != 0 || ::listen(listener_.get(), 128) != 0 ||
        ::getsockname(listener_.get(), generic, &length) != 0) {
        fail("no port");
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { run(); });
}

Tarpit::~Tarpit() {
    stopping_ = true;
    thread_.join();
}

void Tarpit::run() {
    constexpr int look_every_ms = 20;
    std::vector<ssh::Fd> open;
    while (!stopping_) {
        pollfd poll{.fd = listener_.get(), .events = POLLIN, .revents = 0};
        if (::poll(&poll, 1, look_every_ms) <= 0) continue;
        ssh::Fd client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!client) continue;
        static_cast<void>(::send(client.get(), says_.data(), says_.size(), MSG_NOSIGNAL));
        if (then_ == Then::hang) {
            open.push_back(std::move(client));
            continue;
        }
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(client.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
}

ssh::HostTarget Tarpit::target(const std::string& name) const {
    return {.name = name,
            .address = "127.0.0.1",
            .port = port_,
            .account = name,
            .pinned_host_key = "SHA256:none"};
}

std::string first_words_of(const LocalSshd& server) {
    const auto socket = new_socket();
    const auto address = loopback(server.port());
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
    constexpr std::string_view greeting = "SSH-2.0-tarpit\r\n";
    if (::connect(socket.get(), generic, sizeof address) != 0 ||
        ::send(socket.get(), greeting.data(), greeting.size(), MSG_NOSIGNAL) < 0) {
        fail("no server to learn from");
    }
    std::string said;
    for (;;) {
        const auto end = said.find('\n');
        constexpr std::size_t length_bytes = 4;
        if (end != std::string::npos && said.size() >= end + 1 + length_bytes) {
            std::size_t packet = 0;
            for (std::size_t i = 1; i <= length_bytes; ++i) {
                packet = packet << 8U | static_cast<unsigned char>(said[end + i]);
            }
            if (said.size() >= end + 1 + length_bytes + packet) return said;
        }
        std::string part(4096, '\0');
        const auto got = ::recv(socket.get(), part.data(), part.size(), 0);
        if (got <= 0) fail("the server said too little");
        said.append(part, 0, static_cast<std::size_t>(got));
    }
}

}  // namespace dibs::test
