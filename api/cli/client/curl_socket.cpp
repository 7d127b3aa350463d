// libcurl's CONNECT_ONLY: it resolves, connects through a proxy, speaks TLS and then moves bytes.
#include "api/cli/client/curl_socket.hpp"

#include "api/cli/client/transport.hpp"
#include "api/cli/lib/failure.hpp"

#include <cerrno>
#include <cstring>

#include <curl/curl.h>
#include <poll.h>

namespace dibs::cli {
namespace {

constexpr long stream_connect_timeout_ms = 10'000;
constexpr int silence_timeout_ms = 60'000;

}  // namespace

CurlSocket::CurlSocket(const std::string& server) : curl_(curl_easy_init()) {
    curl_easy_setopt(curl_, CURLOPT_URL, server.c_str());
    curl_easy_setopt(curl_, CURLOPT_CONNECT_ONLY, 1L);
    curl_easy_setopt(curl_, CURLOPT_PROTOCOLS_STR, "http,https");
    trust_own_certificates(curl_);
    curl_easy_setopt(curl_, CURLOPT_CONNECTTIMEOUT_MS, stream_connect_timeout_ms);
    curl_easy_setopt(curl_, CURLOPT_NOSIGNAL, 1L);
    const auto result = curl_easy_perform(curl_);
    if (result == CURLE_OK) return;
    curl_easy_cleanup(curl_);
    throw Failure(Exit::unreachable,
                  "Cannot reach " + server + ": " + curl_easy_strerror(result) + '.',
                  "Is dibsd running there? Name another with --server or DIBS_SERVER.");
}

CurlSocket::~CurlSocket() {
    curl_easy_cleanup(curl_);
}

// Waits until the socket is ready again.
bool CurlSocket::wait(short events) {
    curl_socket_t socket = CURL_SOCKET_BAD;
    curl_easy_getinfo(curl_, CURLINFO_ACTIVESOCKET, &socket);
    pollfd entry{socket, events, 0};
    const int ready = ::poll(&entry, 1, silence_timeout_ms);
    if (ready > 0 || (ready < 0 && errno == EINTR)) return true;
    why_ = ready == 0 ? "nothing came for a while" : std::strerror(errno);
    return false;
}

std::size_t CurlSocket::read(char* to, std::size_t most) {
    while (true) {
        std::size_t got = 0;
        const auto result = curl_easy_recv(curl_, to, most, &got);
        if (result == CURLE_AGAIN) {
            if (!wait(POLLIN)) return 0;
            continue;
        }
        if (result != CURLE_OK) {
            why_ = curl_easy_strerror(result);
        } else if (got == 0) {
            why_ = "the server closed the connection";
        }
        return result == CURLE_OK ? got : 0;
    }
}

std::size_t CurlSocket::write(const char* from, std::size_t size) {
    while (true) {
        std::size_t sent = 0;
        const auto result = curl_easy_send(curl_, from, size, &sent);
        if (result == CURLE_OK) return sent;
        if (result != CURLE_AGAIN) {
            why_ = curl_easy_strerror(result);
            return 0;
        }
        if (!wait(POLLOUT)) return 0;
    }
}

}  // namespace dibs::cli
