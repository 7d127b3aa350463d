// Stops one process on a host: the request (see programs.hpp) and its answer. The program is
// ops/deploy/host/dibs-stop. It holds a pidfd while it verifies the process, so no other process is
// ever signalled. Pure.
#pragma once

#include "domain/kernel/time.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::host {

enum class StopSignals { term_then_kill, term, kill };

// The identity of the process; the program rejects a request without a start time or an owner.
struct StopRequest {
    std::int64_t pid{};
    std::optional<Instant> started{};           // as seen by the probe: within 2 s
    std::optional<std::int64_t> start_ticks{};  // field 22 of /proc/PID/stat: exact
    std::string boot_id{};
    std::string user{};                 // UNIX name; empty: not given
    std::optional<std::int64_t> uid{};  // at least one of name and uid is required
    std::vector<std::string> gpus{};    // UUIDs, also of slices; the process has to use one of them
    std::chrono::seconds grace{30};     // between TERM and KILL, 0 to 900
    bool dry_run{false};                // everything except the signal
    StopSignals signals{StopSignals::term_then_kill};
};

// Accepts all values: a host rejects what it does not understand, and does nothing else.
[[nodiscard]] std::string stop_request(const StopRequest& request);         // for program_command()
[[nodiscard]] std::string root_helper_request(const StopRequest& request);  // root_helper_command()

// Timeout of the answer, from the start of the command.
[[nodiscard]] std::chrono::seconds stop_deadline(const StopRequest& request);

enum class StopOutcome {
    would_stop,   // dry run: the process would have been signalled
    terminated,   // it ended after TERM
    killed,       // it ended after KILL
    gone,         // it no longer existed; nothing was signalled
    not_it,       // another process, or no longer on that GPU: see `check`
    refused,      // no right, no pidfd, no interpreter, not understood: see `detail`
    unconfirmed,  // identity or end could not be verified
    no_answer,    // no answer that can be parsed
};
enum class StopCheck { none, pid, boot_id, start_time, uid, gpu };

struct StopAnswer {
    StopOutcome outcome{StopOutcome::no_answer};
    StopCheck check{StopCheck::none};  // the failed check, with not_it
    bool sent_term{false};             // for every outcome
    bool sent_kill{false};
    std::string detail{};  // the host's text for people, printable ASCII

    friend bool operator==(const StopAnswer&, const StopAnswer&) = default;
};

[[nodiscard]] std::string_view to_text(StopOutcome outcome);
[[nodiscard]] std::string_view to_text(StopCheck check);

// Parses all standard output of the host. Never throws.
[[nodiscard]] StopAnswer stop_answer(std::string_view output);

}  // namespace dibs::host
