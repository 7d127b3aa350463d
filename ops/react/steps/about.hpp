// What the tables know of the violations that a step is about, as handlers need it: the people, the
// hosts and how they are reached, the processes and their GPUs, with the names of now.
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
    std::string mail{};                 // empty: none is known
    std::optional<std::string> zone{};  // none: they chose none
};

struct ProcessAbout {
    HostId host;
    std::int64_t pid = 0;
    std::optional<Instant> started{};
    std::string command{};
    std::vector<std::string> gpu_uuids{};  // that it uses against the rules
    ViolationId violation{};               // that it is part of
};

struct About {
    violation::Kind kind{};
    std::string account;
    bool starter_unknown = false;     // a container says that account: nobody knows whose it is
    std::optional<Someone> person{};  // whose account it is
    std::optional<Someone> owner{};   // of the booking
    std::vector<Someone> admins{};
    std::string gpu_name;  // "gpu03:0-1, gpu04:2"
    Instant since;         // the first was opened
    std::optional<ReservationId> reservation{};
    std::optional<Instant> until{};  // that it holds
    std::vector<ProcessAbout> processes{};
    std::map<HostId, ssh::HostTarget> hosts{};  // that are on record
};

[[nodiscard]] std::optional<Someone> someone(const Snapshot& tables, std::optional<PersonId> id);
// Those who may act.
[[nodiscard]] std::vector<Someone> admins_of(const Snapshot& tables);
// How a host is reached; none: it is not on record any more.
[[nodiscard]] std::optional<ssh::HostTarget> target_of(const Snapshot& tables, HostId id);

[[nodiscard]] About about(const Snapshot& tables,
                          const std::vector<violation::Violation>& violations);

}  // namespace dibs::steps
