// What the routes stand on, by reference: made by the composition root, outlives router, server
// and hub. Routes run on the event loop's thread; commands are answered on the writer's and waits
// on the projector's, both of which hand over to the loop at once.
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
#include "ingest/probe/monitor.hpp"
#include "ingest/writer.hpp"
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

// Of the file system that holds the data.
struct DiskSpace {
    std::uint64_t free_bytes = 0;  // for us
    std::uint64_t size_bytes = 0;
    // What of it the samples take, and the minutes, hours and days of them; absent: none are here.
    std::optional<std::uint64_t> samples_bytes{};
    std::optional<std::uint64_t> history_bytes{};
};

// What the process knows of its other parts; each may be empty.
struct RuntimeStatus {
    Instant started_at{};
    std::string log = "memory";  // or lmdb, kafka
    std::function<Writer::Status()> writer{};
    std::function<std::vector<probe::HostStats>()> probes{};
    std::function<std::optional<bool>()>
        clock_is_synchronised{};  // nothing: the kernel does not tell
    std::function<std::optional<DiskSpace>()> disk{};
    std::function<AuditFindings()> audit{};
    std::function<violation::FirstActions()> first_actions{};  // against violations: how soon
    std::function<bool(const AuditHead&)> holds_head{};
    std::function<std::vector<effect::Status>()> effects{};
    std::function<effect::MailStatus()> mail{};  // empty: this site sends none
};

struct Settings {
    Duration token_length = std::chrono::days{90};
    std::chrono::milliseconds at_least_wait{2000};    // for `at_least=`
    std::chrono::milliseconds projection_wait{5000};  // for a command's own facts
    std::string ssh_account = "dibs";                 // of a host that names none
    // As people reach it, "https://dibs.example.org/dibs"; empty: nobody has said.
    std::string public_url{};
    bool dcgm_metrics = false;  // /metrics/dcgm answers
    bool sends_mail = false;    // a mail server is configured
};

// Where people may prove who they are, in place of a password of ours.
struct IdentityProviders {
    WorkPool workers{2};  // ask those that may not answer
    std::unique_ptr<auth::oidc::SignIn> oidc{};
    std::unique_ptr<auth::ldap::SignIn> ldap{};  // has threads of its own
};

// People without an account prove that a UNIX account on a host is theirs, and make themselves one.
struct SigningUp {
    std::vector<std::string> hosts{};  // by name; empty: any of the fleet
    std::string public_key{};          // of Dibs, as it stands in authorized_keys
    // Leaves the code in a file that only that account can read. Does not block; answers on any
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
    std::function<std::string(std::string_view)> keyed_digest{};  // of what a command asked
    // Up to which fact all that was to be erased is gone from this node (ops/eraser).
    std::function<Position()> erased_up_to{};
    // Blocks; the error is a sentence. Runs in `workers.outward`.
    std::function<tl::expected<HostKey, std::string>(const std::string& address, std::uint16_t port,
                                                     const fleet::Jumps& jumps)>
        fingerprint_of{};
    IdentityProviders* identity = nullptr;  // none: passwords and tokens alone
    std::optional<SigningUp> signing_up{};  // none: admins make accounts
    const ws::Hub* hub = nullptr;           // set once it is made
};

}  // namespace dibs::routes
