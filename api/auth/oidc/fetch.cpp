// libcurl with one handle per request: requests are rare and share nothing.
#include "api/auth/oidc/fetch.hpp"

#include <memory>
#include <string_view>

#include <curl/curl.h>

namespace dibs::auth::oidc {
namespace {

constexpr long connect_timeout_ms = 4'000;
constexpr long timeout_ms = 8'000;
constexpr std::size_t most_body_bytes = 256U << 10U;
constexpr std::size_t most_head_bytes = 64U << 10U;

struct Taken {
    Fetched fetched{};
    std::size_t head_bytes = 0;
};

// Taking fewer bytes than given makes libcurl end the transfer.
std::size_t take_body(char* data, std::size_t size, std::size_t count, void* to) {
    auto& body = static_cast<Taken*>(to)->fetched.body;
    if (body.size() + size * count > most_body_bytes) return 0;
    body.append(data, size * count);
    return size * count;
}

std::size_t take_head(char*, std::size_t size, std::size_t count, void* to) {
    auto& bytes = static_cast<Taken*>(to)->head_bytes;
    bytes += size * count;
    return bytes > most_head_bytes ? 0 : size * count;
}

using Handle = std::unique_ptr<CURL, void (*)(CURL*)>;
using Lines = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

void add_line(Lines& lines, const std::string& line) {
    auto* longer = curl_slist_append(lines.get(), line.c_str());
    if (longer == nullptr) return;
    (void)lines.release();
    lines.reset(longer);
}

void bound(CURL* curl, Taken& taken) {
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, timeout_ms);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "dibs/" DIBS_VERSION);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &taken);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &take_head);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &taken);
}

void say(CURL* curl, const Ask& ask, Lines& lines) {
    curl_easy_setopt(curl, CURLOPT_URL, ask.url.c_str());
    add_line(lines, "Accept: application/json");
    if (!ask.form.empty()) {
        add_line(lines, "Expect:");
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(ask.form.size()));
        curl_easy_setopt(curl, CURLOPT_COPYPOSTFIELDS, ask.form.c_str());
    }
    if (!ask.user.empty()) {
        curl_easy_setopt(curl, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
        curl_easy_setopt(curl, CURLOPT_USERNAME, ask.user.c_str());
        curl_easy_setopt(curl, CURLOPT_PASSWORD, ask.password.c_str());
    }
    if (!ask.bearer.empty()) add_line(lines, "Authorization: Bearer " + ask.bearer);
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, lines.get());
}

std::string_view host_of(std::string_view url) {
    auto rest = url.substr(std::min(url.size(), url.find("://") + 3));
    rest = rest.substr(0, rest.find_first_of("/?#"));
    if (rest.starts_with('[')) return rest.substr(0, rest.find(']') + 1);
    return rest.substr(0, rest.rfind(':'));
}

}  // namespace

bool is_loopback_url(std::string_view url) {
    if (!url.starts_with("http://") && !url.starts_with("https://")) return false;
    const auto host = host_of(url);
    const bool ipv4 =
        host.starts_with("127.") && host.find_first_not_of("0123456789.") == std::string_view::npos;
    return ipv4 || host == "localhost" || host == "[::1]";
}

bool is_secure_url(std::string_view url) {
    const bool https = url.starts_with("https://") && !host_of(url).empty();
    const bool plain = url.find_first_of(" @\\\r\n") == std::string_view::npos;
    return plain && (https || (url.starts_with("http://") && is_loopback_url(url)));
}

Fetch::Fetch(std::filesystem::path ca, bool plain_http)
    : ca_(std::move(ca)), plain_http_(plain_http) {
    static const auto once = curl_global_init(CURL_GLOBAL_DEFAULT);
    (void)once;
}

tl::expected<Fetched, std::string> Fetch::operator()(const Ask& ask) const {
    const Handle curl(curl_easy_init(), &curl_easy_cleanup);
    if (!curl) return tl::unexpected<std::string>("libcurl cannot be used");
    Taken taken;
    Lines lines(nullptr, &curl_slist_free_all);
    bound(curl.get(), taken);
    say(curl.get(), ask, lines);
    curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, plain_http_ ? "https,http" : "https");
    if (!ca_.empty()) curl_easy_setopt(curl.get(), CURLOPT_CAINFO, ca_.c_str());
    const auto result = curl_easy_perform(curl.get());
    if (result == CURLE_WRITE_ERROR)
        return tl::unexpected<std::string>("it answers with more than 256 KiB");
    if (result != CURLE_OK) return tl::unexpected(std::string(curl_easy_strerror(result)));
    long status = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &status);
    taken.fetched.status = static_cast<int>(status);
    return std::move(taken.fetched);
}

}  // namespace dibs::auth::oidc
