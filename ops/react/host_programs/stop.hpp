// Stopping one process on a host: what is sent (see programs.hpp) and what its answer means. The
// program is ops/deploy/host/dibs-stop; it holds a pidfd while it looks whether this is the process
// that was meant, so that nothing else is ever signalled. Pure.
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

// Whom: all that is known of the process; the program refuses what lacks a start or an owner.
struct StopRequest {
    std::int64_t pid{};
    std::optional<Instant> started{};           // as the probe knows it: within 2 s
    std::optional<std::int64_t> start_ticks{};  // field 22 of /proc/PID/stat: exactly
    std::string boot_id{};
    std::string user{};                 // UNIX name; empty: not said
    std::optional<std::int64_t> uid{};  // one of the two, or both
    std::vector<std::string> gpus{};    // UUIDs, also of slices; on one of them at least
    std::chrono::seconds grace{30};     // between TERM and KILL, 0 to 900
    bool dry_run{false};                // everything but the signal
    StopSignals signals{StopSignals::term_then_kill};
};

// Whatever the values hold: a host refuses what it does not understand, and does nothing else.
[[nodiscard]] std::string stop_request(const StopRequest& request);         // for program_command()
[[nodiscard]] std::string root_helper_request(const StopRequest& request);  // root_helper_command()

// How long the answer may take, from the start of the command on.
[[nodiscard]] std::chrono::seconds stop_deadline(const StopRequest& request);

enum class StopOutcome {
    would_stop,   // the dry run of one that would have been signalled
    terminated,   // it ended after TERM
    killed,       // it ended after KILL
    gone,         // it was not there any more; nothing was signalled
    not_it,       // another process, or no longer on that GPU: see `check`
    refused,      // no right, no pidfd, no interpreter, not understood: see `detail`
    unconfirmed,  // it cannot be told whether it is the one, or whether it has ended
    no_answer,    // the host gave none that can be understood
};
enum class StopCheck { none, pid, boot_id, start_time, uid, gpu };

struct StopAnswer {
    StopOutcome outcome{StopOutcome::no_answer};
    StopCheck check{StopCheck::none};  // the one that failed, with not_it
    bool sent_term{false};             // whatever the outcome is
    bool sent_kill{false};
    std::string detail{};  // words of the host for people, printable ASCII

    friend bool operator==(const StopAnswer&, const StopAnswer&) = default;
};

[[nodiscard]] std::string_view to_text(StopOutcome outcome);
[[nodiscard]] std::string_view to_text(StopCheck check);

// Of all that the host printed to standard output. Never throws on it.
[[nodiscard]] StopAnswer stop_answer(std::string_view output);

}  // namespace dibs::host
