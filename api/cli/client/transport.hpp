// One HTTP exchange: the port between the commands and libcurl. Tests use a fake.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::cli {

struct HttpRequest {
    std::string method = "GET";
    std::string url;
    std::vector<std::pair<std::string, std::string>> headers{};
    std::string body{};
};

struct HttpResponse {
    int status = 0;  // 0: no answer; `body` has the reason
    std::vector<std::pair<std::string, std::string>> headers{};  // names in lower case
    std::string body{};

    [[nodiscard]] bool succeeded() const { return status >= 200 && status < 300; }
    [[nodiscard]] std::optional<std::string> header(std::string_view name) const;
};

class Transport {
  public:
    virtual ~Transport() = default;
    virtual HttpResponse exchange(const HttpRequest& request) = 0;
};

// Over libcurl: keeps its connection and received cookies in memory. `verbose` prints each exchange
// to stderr, without secrets in the headers. `patience`: timeout of an answer.
[[nodiscard]] std::unique_ptr<Transport> make_curl_transport(bool verbose,
                                                             std::chrono::milliseconds patience);

// Makes a CURL handle trust the certificates in the file named by SSL_CERT_FILE, if set: a site's
// own authority, or a self-signed server.
void trust_own_certificates(void* curl);

}  // namespace dibs::cli
