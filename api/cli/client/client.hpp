// The HTTP contract as the commands use it: JSON in and out, a failure thrown for every problem.
// A command always carries an Idempotency-Key and is sent once more, with the same key, when its
// outcome is unknown. Reads after a command wait for its position, so that they see it.
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

    // Paths are below /api/v1: "/reservations".
    [[nodiscard]] Json get(const std::string& path, const Query& query = {});
    // Every page, up to `most` items.
    [[nodiscard]] std::vector<Json> list(const std::string& path, Query query = {},
                                         std::size_t most = 100'000);
    // Page by page, as they come, until `take` says no.
    void each_page(const std::string& path, Query query, std::size_t page,
                   const std::function<bool(const Json::Array&)>& take);
    Json post(const std::string& path, const Json& body = Json());
    // Of a `version` where the contract asks for one: If-Match.
    Json patch(const std::string& path, const Json& body, std::int64_t version = 0);
    Json remove(const std::string& path, std::int64_t version = 0);

    // As it is, failures too; for `dibs api` and for answers that need their problem looked at.
    // A `path` that begins with "//" is the server's own ("//readyz").
    HttpResponse send(const std::string& method, const std::string& path, const std::string& body,
                      std::vector<std::pair<std::string, std::string>> headers = {});

    [[nodiscard]] const std::string& server() const { return server_; }
    [[nodiscard]] const std::string& token() const { return token_; }
    void use_token(std::string token) { token_ = std::move(token); }
    void pause(int ms) const { sleep_(ms); }  // before asking again

    // How many seconds ago what was read was certain: the server cannot follow its log. The oldest.
    [[nodiscard]] std::optional<std::int64_t> age() const { return age_; }

    // Its body, or the failure that it is.
    [[nodiscard]] Json checked(const HttpResponse& response) const;

  private:
    Transport& transport_;
    std::string server_;
    std::string token_;
    Sleep sleep_;
    std::int64_t seen_ = 0;  // the highest position a command of ours was answered with
    std::optional<std::int64_t> age_{};
};

[[nodiscard]] std::string url_encode(std::string_view text);
[[nodiscard]] std::string with_query(const std::string& path, const Query& query);
// 128 random bits in hex.
[[nodiscard]] std::string random_key();

}  // namespace dibs::cli
