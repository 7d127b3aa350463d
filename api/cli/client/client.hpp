// The HTTP contract as the commands use it: JSON in and out; each problem is thrown as a Failure. A
// command carries an Idempotency-Key. If its outcome is unknown, it is sent once more with the same
// key. Reads after a command wait for its position, so they see its effect.
#pragma once

#include "api/cli/client/transport.hpp"
#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dibs::cli {

using Query = std::vector<std::pair<std::string, std::string>>;

class Client {
  public:
    using Sleep = std::function<void(int ms)>;

    Client(Transport& transport, std::string server, std::string token, Sleep sleep);

    // Paths are relative to /api/v1: "/reservations".
    [[nodiscard]] Json get(const std::string& path, const Query& query = {});
    // Reads all pages, up to `most` items.
    [[nodiscard]] std::vector<Json> list(const std::string& path, Query query = {},
                                         std::size_t most = 100'000);
    // Calls `take` with each page as it arrives, until `take` returns false.
    void each_page(const std::string& path, Query query, std::size_t page,
                   const std::function<bool(const Json::Array&)>& take);
    Json post(const std::string& path, const Json& body = Json());
    // `version`: sent as If-Match where the contract requires it; 0: not sent.
    Json patch(const std::string& path, const Json& body, std::int64_t version = 0);
    Json remove(const std::string& path, std::int64_t version = 0);

    // Returns the answer unchanged, errors included. For `dibs api` and for callers that inspect
    // the problem. A `path` that begins with "//" is relative to the server's root ("//readyz").
    HttpResponse send(const std::string& method, const std::string& path, const std::string& body,
                      std::vector<std::pair<std::string, std::string>> headers = {});

    [[nodiscard]] const std::string& server() const { return server_; }
    [[nodiscard]] const std::string& token() const { return token_; }
    void use_token(std::string token) { token_ = std::move(token); }
    void pause(int ms) const { sleep_(ms); }  // before asking again

    // Staleness of the answers in seconds, the largest of all; set when the server cannot follow
    // its log.
    [[nodiscard]] std::optional<std::int64_t> age() const { return age_; }

    // Returns the body; throws the Failure that the answer describes.
    [[nodiscard]] Json checked(const HttpResponse& response) const;

  private:
    Transport& transport_;
    std::string server_;
    std::string token_;
    Sleep sleep_;
    std::int64_t seen_ = 0;  // the highest position in an answer to one of our commands
    std::optional<std::int64_t> age_{};
};

[[nodiscard]] std::string url_encode(std::string_view text);
[[nodiscard]] std::string with_query(const std::string& path, const Query& query);
// 128 random bits in hex.
[[nodiscard]] std::string random_key();

}  // namespace dibs::cli
