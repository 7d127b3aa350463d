// A client that sends exactly the given bytes, for requests that no correct library sends. Loopback
// only; every wait is bounded.
#pragma once

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace dibs::test {

struct RawResponse {
    int status = 0;
    std::map<std::string, std::string> headers{};  // names in lower case
    std::string body{};

    [[nodiscard]] std::string header(const std::string& name) const {
        const auto found = headers.find(name);
        return found == headers.end() ? std::string() : found->second;
    }
};

class RawSocket {
  public:
    using Millis = std::chrono::milliseconds;

    // receive_bytes: a small SO_RCVBUF makes this client a slow reader.
    explicit RawSocket(std::uint16_t port, int receive_bytes = 0)
        : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
        if (receive_bytes > 0) {
            ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_bytes, sizeof receive_bytes);
        }
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_port = htons(port);
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (fd_ < 0 || ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
            if (fd_ >= 0) ::close(fd_);
            throw std::runtime_error("cannot connect to 127.0.0.1:" + std::to_string(port));
        }
    }
    RawSocket(const RawSocket&) = delete;
    RawSocket& operator=(const RawSocket&) = delete;
    RawSocket(RawSocket&& other) noexcept
        : fd_(std::exchange(other.fd_, -1)), held_(std::move(other.held_)) {}
    ~RawSocket() { close(); }

    void close() {
        if (fd_ >= 0) ::close(std::exchange(fd_, -1));
    }
    // False if the connection is closed.
    bool send(std::string_view bytes) {
        while (!bytes.empty()) {
            const auto sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent < 0 && errno == EINTR) continue;
            if (sent <= 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
        return true;
    }
    void end_sending() { ::shutdown(fd_, SHUT_WR); }

    // Reads `size` bytes; none on time-out or end.
    std::optional<std::string> read(std::size_t size, Millis wait = Millis(5000)) {
        const auto until = std::chrono::steady_clock::now() + wait;
        while (held_.size() < size) {
            if (!fill(until)) return std::nullopt;
        }
        auto bytes = held_.substr(0, size);
        held_.erase(0, size);
        return bytes;
    }
    // Reads up to and including the marker.
    std::optional<std::string> read_until(std::string_view marker, Millis wait = Millis(5000)) {
        const auto until = std::chrono::steady_clock::now() + wait;
        auto at = held_.find(marker);
        while (at == std::string::npos) {
            if (!fill(until)) return std::nullopt;
            at = held_.find(marker);
        }
        return read(at + marker.size(), wait);
    }
    // The next response; status 0 if none came.
    RawResponse read_response(bool has_body = true, Millis wait = Millis(5000)) {
        RawResponse response;
        const auto head = read_until("\r\n\r\n", wait);
        if (!head) return response;
        parse_head(*head, response);
        const auto length = response.header("content-length");
        if (has_body && !length.empty()) {
            response.body =
                read(static_cast<std::size_t>(std::atoll(length.c_str())), wait).value_or("");
        }
        return response;
    }
    RawResponse ask(std::string_view bytes) {
        send(bytes);
        return read_response();
    }
    // Whether the server closed the connection without further bytes.
    bool closed(Millis wait = Millis(5000)) {
        const auto until = std::chrono::steady_clock::now() + wait;
        while (fill(until)) {
        }
        return ended_ && held_.empty();
    }
    [[nodiscard]] bool ended() const { return ended_; }
    [[nodiscard]] int fd() const { return fd_; }

  private:
    static void parse_head(std::string_view head, RawResponse& response) {
        response.status = std::atoi(std::string(head.substr(9, 3)).c_str());
        head.remove_prefix(head.find("\r\n") + 2);
        while (head.size() > 2) {
            const auto line = head.substr(0, head.find("\r\n"));
            head.remove_prefix(line.size() + 2);
            const auto colon = line.find(": ");
            if (colon == std::string_view::npos) continue;
            std::string name(line.substr(0, colon));
            for (auto& c : name) {
                if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 32);
            }
            response.headers[name] = line.substr(colon + 2);
        }
    }
    bool fill(std::chrono::steady_clock::time_point until) {
        using namespace std::chrono;
        const auto left = duration_cast<milliseconds>(until - steady_clock::now()).count();
        pollfd waiting{fd_, POLLIN, 0};
        if (ended_ || left <= 0 || ::poll(&waiting, 1, static_cast<int>(left)) <= 0) return false;
        char bytes[16384];
        const auto got = ::recv(fd_, bytes, sizeof bytes, 0);
        if (got > 0) held_.append(bytes, static_cast<std::size_t>(got));
        ended_ = got <= 0;
        return got > 0;
    }

    int fd_;
    std::string held_;
    bool ended_ = false;
};

}  // namespace dibs::test
