// One HTTP exchange: the port between the commands and libcurl. Tests put a fake here.
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
    int status = 0;  // 0: there was no answer; `body` says why
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

// Over libcurl: keeps its connection and the cookies it is given (in memory). `verbose` shows each
// exchange on stderr, without what is secret in its headers. An answer may take `patience`.
[[nodiscard]] std::unique_ptr<Transport> make_curl_transport(bool verbose,
                                                             std::chrono::milliseconds patience);

// Has a CURL handle trust whom the file in SSL_CERT_FILE names, where that is set: a site's own
// authority, or a server that signed for itself.
void trust_own_certificates(void* curl);

}  // namespace dibs::cli
