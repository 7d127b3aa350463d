// Waits at the rate limit, and separates refusals from failures.
#include "api/cli/tensorhive/api_commands.hpp"

#include "api/cli/lib/failure.hpp"

#include <algorithm>
#include <cstdlib>

namespace dibs::cli::tensorhive {
namespace {

constexpr int too_many_requests = 429;
constexpr int longest_wait_s = 60;
constexpr int most_waits = 30;

int wait_ms(const HttpResponse& response) {
    const auto wait = response.header("retry-after");
    return std::clamp(wait ? std::atoi(wait->c_str()) : 1, 1, longest_wait_s) * 1000;
}

// A refusal concerns this command only; the next may succeed.
bool is_refusal(int status, std::string_view code) {
    return status == 400 || status == 404 || status == 409 || status == 412 || status == 422 ||
           (status == 403 && code == "no-grant");
}

}  // namespace

Answer send_command(Context& context, const std::string& method, const std::string& path,
                    const Json& body, std::int64_t version) {
    std::vector<std::pair<std::string, std::string>> headers{{"Idempotency-Key", random_key()}};
    if (version > 0) headers.emplace_back("If-Match", "\"v" + std::to_string(version) + '"');
    auto response = context.client.send(method, path, body.dump(), headers);
    for (int i = 0; response.status == too_many_requests && i < most_waits; ++i) {
        context.client.pause(wait_ms(response));
        response = context.client.send(method, path, body.dump(), headers);
    }
    if (response.succeeded()) return {true, context.client.checked(response)};
    const auto failure = failure_of(response.status, response.body);
    const auto problem = Json::parse(response.body);
    const auto code = problem ? (*problem)["code"].text() : std::string();
    if (code.empty() || !is_refusal(response.status, code)) throw failure;
    return {false, {}, failure.what(), code};
}

}  // namespace dibs::cli::tensorhive
