// Requests, retries and problems.
#include "api/cli/client/client.hpp"

#include "api/cli/lib/failure.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <sys/random.h>

namespace dibs::cli {
namespace {

constexpr int retry_pause_ms = 500;
constexpr int longest_pause_s = 5;
constexpr int no_content = 204;

bool is_command(const std::string& method) {
    return method != "GET" && method != "HEAD";
}

// No answer, or "unknown, retry": worth another try with the same key.
bool worth_a_retry(const HttpResponse& response) {
    return response.status == 0 || response.status == 502 || response.status == 503 ||
           response.status == 504;
}

int pause_ms(const HttpResponse& response) {
    const auto wait = response.header("retry-after");
    if (!wait) return retry_pause_ms;
    return std::clamp(std::atoi(wait->c_str()), 0, longest_pause_s) * 1000;
}

bool has_header(const std::vector<std::pair<std::string, std::string>>& headers,
                std::string_view name) {
    return std::any_of(headers.begin(), headers.end(),
                       [&](const auto& header) { return header.first == name; });
}

// "http://host:port" from "http://host:port/prefix".
std::string origin_of(const std::string& server) {
    const auto host = server.find("://") + 3;
    return server.substr(0, server.find('/', host));
}

std::vector<std::pair<std::string, std::string>> if_match(std::int64_t version) {
    if (version == 0) return {};
    return {{"If-Match", "\"v" + std::to_string(version) + '"'}};
}

}  // namespace

std::string url_encode(std::string_view text) {
    constexpr std::string_view plain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~,:";
    constexpr std::string_view hex = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        if (plain.find(c) != std::string_view::npos) {
            result += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            result += '%';
            result += hex[byte >> 4U];
            result += hex[byte & 15U];
        }
    }
    return result;
}

std::string with_query(const std::string& path, const Query& query) {
    std::string result = path;
    for (const auto& [name, value] : query) {
        if (value.empty()) continue;
        result +=
            (result.find('?') == std::string::npos ? '?' : '&') + name + '=' + url_encode(value);
    }
    return result;
}

std::string random_key() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw Failure(Exit::failure, "The system gives no random numbers.", "");
    }
    constexpr std::string_view hex = "0123456789abcdef";
    std::string key;
    for (const auto byte : bytes) {
        key += hex[byte >> 4U];
        key += hex[byte & 15U];
    }
    return key;
}

Client::Client(Transport& transport, std::string server, std::string token, Sleep sleep)
    : transport_(transport),
      server_(std::move(server)),
      token_(std::move(token)),
      sleep_(std::move(sleep)) {}

HttpResponse Client::send(const std::string& method, const std::string& path,
                          const std::string& body,
                          std::vector<std::pair<std::string, std::string>> headers) {
    const auto url = path.starts_with("//") ? server_ + path.substr(1) : server_ + "/api/v1" + path;
    HttpRequest request{method, url, std::move(headers), body};
    if (!token_.empty()) {
        request.headers.emplace_back("Authorization", "Bearer " + token_);
        // by cookie, while signing in: the server requires its own origin
    } else if (is_command(method)) {
        request.headers.emplace_back("Origin", origin_of(server_));
        request.headers.emplace_back("Dibs-Client", "dibs");
    }
    if (!body.empty() && !has_header(request.headers, "Content-Type")) {
        request.headers.emplace_back("Content-Type", "application/json");
    }
    if (is_command(method) && !has_header(request.headers, "Idempotency-Key")) {
        request.headers.emplace_back("Idempotency-Key", random_key());
    }
    auto response = transport_.exchange(request);
    if (worth_a_retry(response)) {
        sleep_(pause_ms(response));
        response = transport_.exchange(request);
    }
    if (response.status == 0) {
        throw Failure(Exit::unreachable, "Cannot reach " + server_ + ": " + response.body + '.',
                      "Is dibsd running there? Name another with --server or DIBS_SERVER.");
    }
    if (const auto age = response.header("dibs-age")) {
        age_ = std::max<std::int64_t>(age_.value_or(0), std::atoll(age->c_str()));
    }
    const auto position = response.header("dibs-position");
    if (is_command(method) && position) {
        seen_ = std::max<std::int64_t>(seen_, std::atoll(position->c_str()));
    }
    return response;
}

Json Client::checked(const HttpResponse& response) const {
    if (const auto elsewhere = response.header("location");
        elsewhere && response.status / 100 == 3) {
        throw Failure(
            Exit::failure,
            server_ + " sends on to " + *elsewhere + "; dibs takes its token nowhere else.",
            "Is that the Dibs server? Name it with --server.");
    }
    if (!response.succeeded()) throw failure_of(response.status, response.body);
    if (response.status == no_content) return {};
    auto body = Json::parse(response.body);
    if (!body) {
        throw Failure(Exit::failure, "The answer of " + server_ + " is not JSON.",
                      "Is this address a Dibs server? See --server.");
    }
    return *body;
}

Json Client::get(const std::string& path, const Query& query) {
    auto all = query;
    if (seen_ > 0) all.emplace_back("at_least", std::to_string(seen_));
    return checked(send("GET", with_query(path, all), ""));
}

void Client::each_page(const std::string& path, Query query, std::size_t page,
                       const std::function<bool(const Json::Array&)>& take) {
    query.emplace_back("limit", std::to_string(page));
    while (true) {
        const auto answer = get(path, query);
        const auto next = answer["next_cursor"].text();
        if (!take(answer["items"].items()) || next.empty()) return;
        std::erase_if(query, [](const auto& entry) { return entry.first == "cursor"; });
        query.emplace_back("cursor", next);
    }
}

std::vector<Json> Client::list(const std::string& path, Query query, std::size_t most) {
    constexpr std::size_t page = 1000;
    std::vector<Json> items;
    each_page(path, std::move(query), std::min(most, page), [&](const Json::Array& more) {
        items.insert(items.end(), more.begin(), more.end());
        return items.size() < most;
    });
    if (items.size() > most) items.resize(most);
    return items;
}

Json Client::post(const std::string& path, const Json& body) {
    return checked(send("POST", path, body.is_null() ? "" : body.dump()));
}

Json Client::patch(const std::string& path, const Json& body, std::int64_t version) {
    return checked(send("PATCH", path, body.dump(), if_match(version)));
}

Json Client::remove(const std::string& path, std::int64_t version) {
    return checked(send("DELETE", path, "", if_match(version)));
}

}  // namespace dibs::cli
