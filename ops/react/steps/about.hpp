// The tables' data about the violations of a step, for handlers: the people, the hosts and their
// targets, the processes and their GPUs, with current names.
#pragma once

#include "domain/violation/violation.hpp"
#include "ingest/ssh/remote.hpp"
#include "projections/questions/snapshot.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace dibs::steps {

struct Someone {
    PersonId id;
    std::string name;
};

struct ProcessAbout {
    HostId host;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::string command{};
    std::vector<std::string> gpu_uuids{};  // the GPUs that it uses against the rules
    ViolationId violation{};               // of this process
};

struct About {
    violation::Kind kind{};
    std::string account;
    bool starter_unknown = false;     // a container runs as that account: its starter is unknown
    std::optional<Someone> person{};  // owner of the account
    std::optional<Someone> owner{};   // of the booking
    std::string gpu_name;             // "gpu03:0-1, gpu04:2"
    Instant since;                    // when the first was opened
    std::optional<ReservationId> reservation{};
    std::optional<Instant> until{};  // end of the booking
    std::vector<ProcessAbout> processes{};
    std::map<HostId, ssh::HostTarget> hosts{};  // those on record
};

// The SSH target of a host; none: it is no longer on record.
[[nodiscard]] std::optional<ssh::HostTarget> target_of(const Snapshot& tables, HostId id);

[[nodiscard]] About about(const Snapshot& tables,
                          const std::vector<violation::Violation>& violations);

}  // namespace dibs::steps
