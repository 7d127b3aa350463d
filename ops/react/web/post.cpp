// Of a successful answer only the status is read, so the receiver cannot delay Dibs.
#include "ops/react/web/post.hpp"

#include "ops/react/event_rendering.hpp"
#include "ops/react/transfer.hpp"

#include <algorithm>
#include <cctype>
#include <memory>

#include <curl/curl.h>

namespace dibs::web {
namespace {

constexpr long connect_timeout_ms = 10'000;
constexpr std::size_t most_bytes = 64U << 10U;  // of the body, and of the header
constexpr std::size_t longest_value = 100;

struct Taken {
    CURL* curl;
    Answer answer{};
    std::size_t head_bytes = 0;

    [[nodiscard]] int status() const {
        long status = 0;
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        return static_cast<int>(status);
    }
    [[nodiscard]] bool is_good() const { return status() >= 200 && status() < 300; }
};

// A return value below the size aborts the transfer.
std::size_t take_body(char* data, std::size_t size, std::size_t count, void* to) {
    auto& taken = *static_cast<Taken*>(to);
    auto& body = taken.answer.body;
    const auto room = most_bytes - std::min(most_bytes, body.size());
    if (taken.is_good() || room == 0) return 0;
    body.append(data, std::min(size * count, room));
    return size * count;
}

std::string value_of(std::string_view line) {
    line.remove_prefix(line.find(':') + 1);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && static_cast<unsigned char>(line.back()) <= ' ') line.remove_suffix(1);
    return std::string(line.substr(0, longest_value));
}

bool begins(std::string_view line, std::string_view name) {
    return line.size() > name.size() && line[name.size()] == ':' &&
           std::equal(name.begin(), name.end(), line.begin(), [](char a, char b) {
               return a == std::tolower(static_cast<unsigned char>(b));
           });
}

std::size_t take_head(char* data, std::size_t size, std::size_t count, void* to) {
    auto& taken = *static_cast<Taken*>(to);
    const std::string_view line(data, size * count);
    taken.head_bytes += line.size();
    if (taken.head_bytes > most_bytes) return 0;
    if (begins(line, "retry-after")) taken.answer.retry_after = value_of(line);
    const bool head_ends = line == "\r\n" || line == "\n";
    return head_ends && taken.is_good() ? 0 : line.size();
}

using Handle = std::unique_ptr<CURL, void (*)(CURL*)>;
using Lines = std::unique_ptr<curl_slist, void (*)(curl_slist*)>;

void add_line(Lines& lines, const std::string& line) {
    auto* longer = curl_slist_append(lines.get(), line.c_str());
    if (longer == nullptr) return;
    (void)lines.release();
    lines.reset(longer);
}

void set_up(CURL* curl, const Post& request, const Lines& lines, Taken& taken) {
    curl_easy_setopt(curl, CURLOPT_URL, request.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "https,http");
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "dibs/" DIBS_VERSION);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, connect_timeout_ms);
    curl_easy_setopt(curl, CURLOPT_POST, 1L);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, static_cast<long>(request.body.size()));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request.body.data());
    curl_easy_setopt(curl, CURLOPT_HTTPHEADER, lines.get());
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &take_body);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &taken);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &take_head);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, &taken);
    if (!request.ca.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, request.ca.c_str());
}

}  // namespace

Answer post(const Post& request, const std::atomic<bool>& stopping) {
    prepare_libcurl();
    Lines lines(nullptr, &curl_slist_free_all);
    add_line(lines, "Expect:");
    for (const auto& line : request.lines) add_line(lines, line);
    const Handle curl(curl_easy_init(), &curl_easy_cleanup);
    Taken taken{curl.get()};
    if (!curl) return {.why = "libcurl cannot be used"};
    set_up(curl.get(), request, lines, taken);
    const auto end = run_transfer(curl.get(), request.deadline, stopping);
    auto answer = std::move(taken.answer);
    answer.status = taken.status();
    answer.body = one_line(std::move(answer.body));
    // An answer with a status was received, even if the rest failed.
    if (answer.status >= 200) return answer;
    answer.status = 0;
    answer.interrupted = end.cut == Cut::stopping;
    answer.why = end.cut == Cut::deadline
                     ? "no answer within " + std::to_string(request.deadline.count()) + " ms"
                     : curl_easy_strerror(static_cast<CURLcode>(end.code));
    return answer;
}

bool is_web_url(std::string_view url) {
    const auto scheme = url.find("://");
    if (scheme == std::string_view::npos) return false;
    const auto name = url.substr(0, scheme);
    if (name != "https" && name != "http") return false;
    const auto rest = url.substr(scheme + 3);
    const auto host = rest.substr(0, rest.find_first_of("/?#"));
    const bool plain = std::all_of(url.begin(), url.end(),
                                   [](char c) { return c > ' ' && c < '\x7f' && c != '\\'; });
    return plain && !host.empty() && host.front() != ':' &&
           host.find('@') == std::string_view::npos;
}

}  // namespace dibs::web
