// The handshake and the socket, by libcurl's CONNECT_ONLY: it connects and, for https, speaks TLS.
#include "api/cli/lib/stream_connection.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/websocket.hpp"

#include <chrono>

#include <curl/curl.h>
#include <poll.h>
#include <sys/random.h>

namespace dibs::cli {
namespace {

constexpr int handshake_timeout_ms = 10'000;
constexpr int silence_timeout_ms = 60'000;
constexpr std::size_t most_head_bytes = 16U << 10U;

std::string random_bytes(std::size_t count) {
    std::string bytes(count, '\0');
    if (::getrandom(bytes.data(), count, 0) != static_cast<ssize_t>(count)) {
        throw Failure(Exit::failure, "The system gives no random numbers.", "");
    }
    return bytes;
}

// "http://host:8080/prefix" in its parts.
struct Address {
    std::string host, prefix;
};
Address address_of(const std::string& server) {
    const auto begin = server.find("://") + 3;
    const auto slash = std::min(server.find('/', begin), server.size());
    return {server.substr(begin, slash - begin), server.substr(slash)};
}

std::string lower(std::string text) {
    for (char& c : text) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return text;
}

}  // namespace

struct StreamConnection::State {
    CURL* curl = curl_easy_init();
    websocket::Reader reader;
    std::string why;

    ~State() { curl_easy_cleanup(curl); }

    void wait(short events, int timeout_ms) const {
        curl_socket_t socket = CURL_SOCKET_BAD;
        curl_easy_getinfo(curl, CURLINFO_ACTIVESOCKET, &socket);
        pollfd entry{socket, events, 0};
        (void)::poll(&entry, 1, timeout_ms);
    }

    bool write(std::string_view bytes) {
        while (!bytes.empty()) {
            std::size_t sent = 0;
            const auto result = curl_easy_send(curl, bytes.data(), bytes.size(), &sent);
            if (result == CURLE_AGAIN) {
                wait(POLLOUT, handshake_timeout_ms);
            } else if (result != CURLE_OK) {
                why = curl_easy_strerror(result);
                return false;
            }
            bytes.remove_prefix(sent);
        }
        return true;
    }

    // What arrives within the time; empty at the end of the connection.
    std::string read(int timeout_ms) {
        using std::chrono::steady_clock;
        const auto deadline = steady_clock::now() + std::chrono::milliseconds(timeout_ms);
        std::string bytes(16U << 10U, '\0');
        while (true) {
            std::size_t got = 0;
            const auto result = curl_easy_recv(curl, bytes.data(), bytes.size(), &got);
            if (result == CURLE_OK) {
                bytes.resize(got);
                if (got == 0) why = "the server closed the connection";
                return bytes;
            }
            const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
                deadline - steady_clock::now());
            if (result != CURLE_AGAIN || left.count() <= 0) {
                why =
                    result == CURLE_AGAIN ? "nothing came for a while" : curl_easy_strerror(result);
                return {};
            }
            wait(POLLIN, static_cast<int>(left.count()));
        }
    }

    void connect(const std::string& server) {
        curl_easy_setopt(curl, CURLOPT_URL, server.c_str());
        curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, long{handshake_timeout_ms});
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        const auto result = curl_easy_perform(curl);
        if (result == CURLE_OK) return;
        throw Failure(Exit::unreachable,
                      "Cannot reach " + server + ": " + curl_easy_strerror(result) + '.',
                      "Is dibsd running there? Name another with --server or DIBS_SERVER.");
    }

    void shake_hands(const std::string& server, const std::string& token) {
        const auto [host, prefix] = address_of(server);
        const auto key = websocket::base64(random_bytes(16));
        std::string request = "GET " + prefix + "/api/v1/stream HTTP/1.1\r\nHost: " + host +
                              "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " +
                              key + "\r\n";
        if (!token.empty()) request += "Authorization: Bearer " + token + "\r\n";
        std::string head;
        std::size_t end = std::string::npos;
        if (write(request + "\r\n")) {
            while (head.size() < most_head_bytes) {
                const auto bytes = read(handshake_timeout_ms);
                head += bytes;
                end = head.find("\r\n\r\n");
                if (end != std::string::npos || bytes.empty()) break;
            }
        }
        if (end == std::string::npos) {
            throw Failure(Exit::unreachable, "No answer from " + server + ": " + why + '.',
                          "Try again in a moment.");
        }
        check_answer(head, end, key);
        reader.feed(std::string_view(head).substr(end + 4));
    }

    void check_answer(const std::string& head, std::size_t end, const std::string& key) {
        constexpr std::size_t status_at = 9;  // behind "HTTP/1.1 "
        const int status = std::atoi(head.substr(status_at, 3).c_str());
        auto body = head.substr(end + 4);
        if (status >= 400) {
            if (body.empty()) body = read(handshake_timeout_ms);
            throw failure_of(status, body);
        }
        const auto proof = "sec-websocket-accept: " + lower(websocket::accept_for(key));
        if (status != 101 || lower(head).find(proof) == std::string::npos) {
            throw Failure(Exit::failure, "The server does not speak WebSocket.",
                          "Is a proxy in between? It must pass upgrades on.");
        }
    }

    void send_frame(websocket::Opcode opcode, std::string_view payload) {
        const auto bytes = random_bytes(4);
        std::uint32_t mask = 0;
        for (const char c : bytes) mask = (mask << 8U) | static_cast<unsigned char>(c);
        (void)write(websocket::client_frame(opcode, payload, mask));
    }
};

StreamConnection::StreamConnection(const std::string& server, const std::string& token)
    : state_(std::make_unique<State>()) {
    state_->connect(server);
    state_->shake_hands(server, token);
}

StreamConnection::~StreamConnection() = default;

void StreamConnection::send(const std::string& text) {
    state_->send_frame(websocket::Opcode::text, text);
}

const std::string& StreamConnection::why() const {
    return state_->why;
}

std::optional<std::string> StreamConnection::next() {
    while (true) {
        while (auto message = state_->reader.next()) {
            if (message->opcode == websocket::Opcode::text) return std::move(message->payload);
            if (message->opcode == websocket::Opcode::ping) {
                state_->send_frame(websocket::Opcode::pong, message->payload);
            }
            if (message->opcode == websocket::Opcode::close) {
                state_->send_frame(websocket::Opcode::close, message->payload);
                state_->why = "the server closed the stream";
                return std::nullopt;
            }
        }
        if (!state_->reader.broken().empty()) {
            state_->why = "the server sent " + state_->reader.broken();
            return std::nullopt;
        }
        const auto bytes = state_->read(silence_timeout_ms);
        if (bytes.empty()) return std::nullopt;
        state_->reader.feed(bytes);
    }
}

}  // namespace dibs::cli
