// libcurl behind the port. It follows no redirects: a token must reach no other server.
#include "api/cli/client/transport.hpp"

#include "api/cli/lib/failure.hpp"
#include "api/cli/lib/table.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <utility>

#include <curl/curl.h>

namespace dibs::cli {
namespace {

constexpr long request_connect_timeout_ms = 5'000;
constexpr std::size_t most_body_bytes = 64U << 20U;

std::size_t take_body(char* data, std::size_t size, std::size_t count, void* to) {
    auto& body = static_cast<HttpResponse*>(to)->body;
    if (body.size() + size * count > most_body_bytes) return 0;
    body.append(data, size * count);
    return size * count;
}

std::size_t take_header(char* data, std::size_t size, std::size_t count, void* to) {
    const std::string_view line(data, size * count);
    auto& headers = static_cast<HttpResponse*>(to)->headers;
    if (line.starts_with("HTTP/")) headers.clear();  // a 100-continue came before
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return line.size();
    std::string name(line.substr(0, colon));
    for (char& c : name) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    auto value = line.substr(colon + 1);
    const auto begin = value.find_first_not_of(" \t");
    const auto end = value.find_last_not_of(" \t\r\n");
    value = begin == std::string_view::npos ? "" : value.substr(begin, end - begin + 1);
    headers.emplace_back(std::move(name), std::string(value));
    return line.size();
}

// "Authorization: Bearer dibs_x" -> "Authorization: (hidden)".
void show_header(char direction, std::string_view line) {
    constexpr std::array secret{"authorization", "cookie", "set-cookie", "proxy-authorization"};
    const auto colon = line.find(':');
    const auto hidden =
        colon != std::string_view::npos &&
        std::any_of(secret.begin(), secret.end(), [&](std::string_view name) {
            return name.size() == colon && curl_strnequal(name.data(), line.data(), colon) != 0;
        });
    std::cerr << direction << ' ' << printable(hidden ? line.substr(0, colon) : line)
              << (hidden ? ": (hidden)\n" : "\n");
}

// Prints curl's messages and both heads. Bodies are not printed: they hold passwords.
int show_traffic(CURL*, curl_infotype kind, char* data, std::size_t size, void*) {
    const bool sent = kind == CURLINFO_HEADER_OUT;
    if (!sent && kind != CURLINFO_HEADER_IN && kind != CURLINFO_TEXT) return 0;
    std::string_view rest(data, size);
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        auto line = rest.substr(0, end);
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (line.ends_with('\r')) line.remove_suffix(1);
        const bool of_cookie = kind == CURLINFO_TEXT && line.find("cookie ") != line.npos;
        if (of_cookie) line = line.substr(0, line.find('='));  // its name, not its value
        show_header(kind == CURLINFO_TEXT ? '*' : (sent ? '>' : '<'), line);
    }
    return 0;
}

class CurlTransport : public Transport {
  public:
    CurlTransport(bool verbose, std::chrono::milliseconds patience)
        : curl_(curl_easy_init()), verbose_(verbose), patience_(patience) {
        if (curl_ == nullptr) throw Failure(Exit::failure, "libcurl cannot be used.", "");
    }
    ~CurlTransport() override { curl_easy_cleanup(curl_); }
    CurlTransport(const CurlTransport&) = delete;
    CurlTransport& operator=(const CurlTransport&) = delete;

    HttpResponse exchange(const HttpRequest& request) override {
        HttpResponse response;
        prepare(request, response);
        curl_slist* headers = curl_slist_append(nullptr, "Expect:");
        for (const auto& [name, value] : request.headers) {
            headers = curl_slist_append(headers, (name + ": " + value).c_str());
        }
        curl_easy_setopt(curl_, CURLOPT_HTTPHEADER, headers);
        const auto result = curl_easy_perform(curl_);
        curl_slist_free_all(headers);
        if (result != CURLE_OK) return {0, {}, curl_easy_strerror(result)};
        long status = 0;
        curl_easy_getinfo(curl_, CURLINFO_RESPONSE_CODE, &status);
        response.status = static_cast<int>(status);
        return response;
    }

  private:
    void prepare(const HttpRequest& request, HttpResponse& response) {
        curl_easy_reset(curl_);
        curl_easy_setopt(curl_, CURLOPT_URL, request.url.c_str());
        curl_easy_setopt(curl_, CURLOPT_CUSTOMREQUEST, request.method.c_str());
        if (request.method == "HEAD") curl_easy_setopt(curl_, CURLOPT_NOBODY, 1L);
        if (!request.body.empty() || request.method == "POST" || request.method == "PATCH") {
            curl_easy_setopt(curl_, CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body.size()));
            curl_easy_setopt(curl_, CURLOPT_COPYPOSTFIELDS, request.body.c_str());
        }
        curl_easy_setopt(curl_, CURLOPT_PROTOCOLS_STR, "http,https");
        trust_own_certificates(curl_);
        curl_easy_setopt(curl_, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
        // cookies survive a reset; setting it again would duplicate them
        if (!std::exchange(keeps_cookies_, true)) {
            curl_easy_setopt(curl_, CURLOPT_COOKIEFILE, "");
        }
        curl_easy_setopt(curl_, CURLOPT_USERAGENT, "dibs/" DIBS_VERSION);
        curl_easy_setopt(curl_, CURLOPT_CONNECTTIMEOUT_MS, request_connect_timeout_ms);
        curl_easy_setopt(curl_, CURLOPT_TIMEOUT_MS, static_cast<long>(patience_.count()));
        curl_easy_setopt(curl_, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl_, CURLOPT_WRITEFUNCTION, &take_body);
        curl_easy_setopt(curl_, CURLOPT_WRITEDATA, &response);
        curl_easy_setopt(curl_, CURLOPT_HEADERFUNCTION, &take_header);
        curl_easy_setopt(curl_, CURLOPT_HEADERDATA, &response);
        if (!verbose_) return;
        curl_easy_setopt(curl_, CURLOPT_DEBUGFUNCTION, &show_traffic);
        curl_easy_setopt(curl_, CURLOPT_VERBOSE, 1L);
    }

    CURL* curl_;
    bool keeps_cookies_ = false;
    bool verbose_;
    std::chrono::milliseconds patience_;
};

}  // namespace

std::optional<std::string> HttpResponse::header(std::string_view name) const {
    for (const auto& [key, value] : headers) {
        if (key == name) return value;
    }
    return std::nullopt;
}

void trust_own_certificates(void* curl) {
    const char* file = std::getenv("SSL_CERT_FILE");
    if (file && *file) curl_easy_setopt(curl, CURLOPT_CAINFO, file);
}

std::unique_ptr<Transport> make_curl_transport(bool verbose, std::chrono::milliseconds patience) {
    return std::make_unique<CurlTransport>(verbose, patience);
}

}  // namespace dibs::cli
