// The checks of `dibs doctor`: each returns its findings, and for a fault one sentence on what to
// do. Pure functions over the server's answers; the caller adds checks for unanswered requests.
#pragma once

#include "api/cli/lib/json.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace dibs::cli {

struct Check {
    enum class State { ok, finding, unseen };

    std::string part;  // server, log, clock, disk, tables, effects, host
    std::string name;  // of the host, read model or reactor; empty for other parts
    State state = State::ok;
    std::string found;
    std::string todo{};
};
[[nodiscard]] std::string_view to_text(Check::State state);

using Checks = std::vector<Check>;

// `body`: the answer to /readyz.
[[nodiscard]] Check check_ready(bool ready, const std::string& body);
// `system`: the answer to GET /api/v1/system. `now_ms`: the clock of this machine, in ms since
// 1970.
[[nodiscard]] Check check_version(const Json& system);
[[nodiscard]] Checks check_log(const Json& system);
[[nodiscard]] Checks check_clock(const Json& system, std::int64_t now_ms);
[[nodiscard]] Check check_disk(const Json& system);
[[nodiscard]] Checks check_tables(const Json& system);
// Mail, webhooks, chats and programs. Empty if the server did not send them, which it does for
// admins only.
[[nodiscard]] Checks check_effects(const Json& system);
// One check per finding; a host without findings has one check.
[[nodiscard]] Checks check_hosts(const Json& system, const std::vector<Json>& hosts,
                                 const std::vector<Json>& gpus);

}  // namespace dibs::cli
