// What `dibs doctor` makes of the server's answers: for each part what was found, and for what is
// not well one sentence on what to do. Pure; what could not be asked is said by who asked.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dibs::cli {

struct Check {
    enum class State { ok, finding, unseen };

    std::string part;  // server, log, clock, disk, tables, effects, host
    std::string name;  // of the host, read model or reactor; else empty
    State state = State::ok;
    std::string found;
    std::string todo{};
};
[[nodiscard]] std::string_view to_text(Check::State state);

using Checks = std::vector<Check>;

// `body` of /readyz.
[[nodiscard]] Check check_ready(bool ready, const std::string& body);
// Of GET /api/v1/system; `now` by this machine's clock.
[[nodiscard]] Check check_version(const Json& system);
[[nodiscard]] Checks check_log(const Json& system);
[[nodiscard]] Checks check_clock(const Json& system, std::int64_t now_ms);
[[nodiscard]] Check check_disk(const Json& system);
[[nodiscard]] Checks check_tables(const Json& system);
// What goes out by mail, webhooks, chats and programs; none where the server tells only admins.
[[nodiscard]] Checks check_effects(const Json& system);
// A check a finding, or one for a host where all is well.
[[nodiscard]] Checks check_hosts(const Json& system, const std::vector<Json>& hosts,
                                 const std::vector<Json>& gpus);

}  // namespace dibs::cli
