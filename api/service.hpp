// The dependencies of the routes, by reference: the composition root makes them, and they outlive
// router, server and hub. Routes run on the event loop's thread. Replies to commands come on the
// writer's thread and waits end on the projector's; both hand over to the loop at once.
#pragma once

#include "api/auth/last_use.hpp"
#include "api/auth/ldap/sign_in.hpp"
#include "api/auth/oidc/sign_in.hpp"
#include "api/auth/rates.hpp"
#include "api/auth/scraping.hpp"
#include "api/http/connection/http_metrics.hpp"
#include "api/http/origin.hpp"
#include "api/loop/event_loop.hpp"
#include "api/workers.hpp"
#include "domain/effect/effect_status.hpp"
#include "domain/kernel/time.hpp"
#include "domain/kernel/zone.hpp"
#include "domain/violation/first_action.hpp"
#include "ingest/audit/findings.hpp"
#include "ingest/audit/head.hpp"
#include "ingest/clock.hpp"
#include "ingest/command_handler.hpp"
#include "ingest/probe/host_stats.hpp"
#include "ingest/writer_status.hpp"
#include "projections/projector.hpp"
#include "projections/read_model.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::views {
struct Host;
}
namespace dibs::ws {
class Hub;
}

namespace dibs::routes {

struct HostKey {
    std::string type;         // "ssh-ed25519"
    std::string fingerprint;  // "SHA256:…"
};

// Of the file system with the data directory.
struct DiskSpace {
    std::uint64_t free_bytes = 0;  // free for Dibs
    std::uint64_t size_bytes = 0;
    // The bytes of samples, and of their minutes, hours and days; absent: this node has none.
    std::optional<std::uint64_t> samples_bytes{};
    std::optional<std::uint64_t> history_bytes{};
};

// Functions and facts about the other parts of the process; each may be empty.
struct RuntimeStatus {
    Instant started_at{};
    std::string log = "memory";  // or lmdb, kafka
    std::function<WriterStatus()> writer{};
    std::function<std::vector<probe::HostStats>()> probes{};
    std::function<std::optional<bool>()>
        clock_is_synchronised{};  // nothing: the kernel does not say
    std::function<std::optional<DiskSpace>()> disk{};
    std::function<AuditFindings()> audit{};
    // The time to the first action against violations.
    std::function<violation::FirstActions()> first_actions{};
    std::function<bool(const AuditHead&)> holds_head{};
    std::function<std::vector<effect::Status>()> effects{};
    std::function<effect::MailStatus()> mail{};  // empty: the site sends no mail
};

struct Settings {
    Duration token_length = std::chrono::days{90};
    std::chrono::milliseconds at_least_wait{2000};    // for `at_least=`
    std::chrono::milliseconds projection_wait{5000};  // for a command's own facts
    std::string ssh_account = "dibs";                 // for a host without its own
    // The public address, "https://dibs.example.org/dibs"; empty: not configured.
    std::string public_url{};
    bool dcgm_metrics = false;  // /metrics/dcgm answers
    bool sends_mail = false;    // a mail server is configured
};

// External places where people can authenticate, beside passwords here.
struct IdentityProviders {
    WorkPool workers{2};  // wait for providers, which may not answer
    std::unique_ptr<auth::oidc::SignIn> oidc{};
    std::unique_ptr<auth::ldap::SignIn> ldap{};  // has threads of its own
};

// Sign-up: people without an account prove a UNIX account on a host and make an account for
// themselves.
struct SigningUp {
    std::vector<std::string> hosts{};  // by name; empty: every host of the fleet
    std::string public_key{};          // Dibs' key as a line of authorized_keys
    // Writes the code into a file that only that account can read. Does not block. Answers on any
    // thread: empty, or a sentence for the server's log.
    std::function<void(const views::Host&, const std::string& unix_name, const std::string& code,
                       std::function<void(const std::string& why_not)> then)>
        leave_code{};
};

struct Service {
    http::EventLoop& loop;
    CommandHandler& commands;
    const ReadModel& model;
    Projector& projector;
    Clock clock;
    const Zones& zones;  // of the tz database
    Workers& workers;
    auth::Rates& rates;
    auth::LastUse& last_use;
    http::HttpMetrics& metrics;
    http::OriginPolicy origins{};
    auth::Scraping scraping{};
    Settings settings{};
    RuntimeStatus status{};
    // Keyed digest of a command's request.
    std::function<std::string(std::string_view)> keyed_digest{};
    // The position up to which all data due for erasure is gone from this node (ops/eraser).
    std::function<Position()> erased_up_to{};
    // Blocks; the error is a sentence. Runs in `workers.outward`.
    std::function<tl::expected<HostKey, std::string>(const std::string& address, std::uint16_t port,
                                                     const fleet::Jumps& jumps)>
        fingerprint_of{};
    IdentityProviders* identity = nullptr;  // null: passwords and tokens only
    std::optional<SigningUp> signing_up{};  // none: only admins make accounts
    const ws::Hub* hub = nullptr;           // set after construction
};

}  // namespace dibs::routes
