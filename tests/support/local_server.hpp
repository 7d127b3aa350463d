// A scripted server on a loopback port, for behaviour that no correct server shows. Handles one
// connection at a time on its own thread, which ends with the object.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dibs::test {

class Connection {
  public:
    Connection(int fd, const std::atomic<bool>& ends) : fd_(fd), ends_(ends) {}
    bool say(std::string_view text) const {
        while (!text.empty()) {
            const auto sent = ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL);
            if (sent <= 0) return false;
            text.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    // Reads up to and including `end`; shorter if the other side closed, or the server ends.
    std::string hear(std::string_view end = "\r\n") {
        std::string heard;
        for (;;) {
            const auto at = rest_.find(end);
            if (at != std::string::npos) {
                heard = rest_.substr(0, at + end.size());
                rest_.erase(0, at + end.size());
                return heard;
            }
            if (!more()) return std::exchange(rest_, {});
        }
    }
    // Sends nothing and reads nothing until the other side closes.
    void hang() {
        while (more()) rest_.clear();
    }

  private:
    bool more() {
        constexpr int look_every_ms = 10;
        pollfd one{fd_, POLLIN, 0};
        while (::poll(&one, 1, look_every_ms) == 0) {
            if (ends_) return false;
        }
        char piece[4096];
        const auto count = ::recv(fd_, piece, sizeof piece, 0);
        if (count > 0) rest_.append(piece, static_cast<std::size_t>(count));
        return count > 0;
    }
    int fd_;
    const std::atomic<bool>& ends_;
    std::string rest_;
};

class LocalServer {
  public:
    explicit LocalServer(std::function<void(Connection&)> serve) : serve_(std::move(serve)) {
        listening_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        auto* generic = reinterpret_cast<sockaddr*>(&address);
        if (::bind(listening_, generic, size) != 0 || ::listen(listening_, 16) != 0) std::abort();
        ::getsockname(listening_, generic, &size);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { run(); });
    }
    ~LocalServer() {
        ends_ = true;
        thread_.join();
        ::close(listening_);
    }
    [[nodiscard]] std::uint16_t port() const { return port_; }

  private:
    void run() {
        while (!ends_) {
            pollfd one{listening_, POLLIN, 0};
            if (::poll(&one, 1, 10) != 1) continue;
            const int fd = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
            if (fd < 0) continue;
            Connection connection(fd, ends_);
            serve_(connection);
            ::close(fd);
        }
    }
    const std::function<void(Connection&)> serve_;
    int listening_ = -1;
    std::uint16_t port_ = 0;
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}  // namespace dibs::test
