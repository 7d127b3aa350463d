// All violations of a group have the same account, booking and people.
#include "ops/react/steps/about.hpp"

#include "ops/react/hosts/host_target.hpp"
#include "projections/people/names.hpp"
#include "projections/questions/calendar.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/people.hpp"
#include "projections/questions/violations.hpp"

#include <algorithm>
#include <set>

namespace dibs::steps {
namespace {

void add_host(About& about, const Snapshot& tables, HostId id) {
    if (const auto target = target_of(tables, id)) about.hosts[id] = *target;
}

void add_processes(About& about, const Snapshot& tables, const views::Violation& violation) {
    std::vector<std::string> uuids;
    for (const GpuId id : violation.gpus) {
        if (const auto gpu = find_gpu(tables, id)) uuids.push_back(gpu->uuid);
    }
    for (const auto& process : violation.processes) {
        if (process.ended_at) continue;
        about.processes.push_back({violation.host, process.pid, process.started_at,
                                   process.command ? process.command->value : "", uuids,
                                   violation.id});
    }
}

std::optional<Someone> someone(const Snapshot& tables, std::optional<PersonId> id) {
    if (!id) return std::nullopt;
    const auto person = find_person(tables, *id);
    return person ? std::optional(Someone{*id, person->name.value}) : std::nullopt;
}

}  // namespace

std::optional<ssh::HostTarget> target_of(const Snapshot& tables, HostId id) {
    const auto host = find_host(tables, id);
    if (!host) return std::nullopt;
    return dibs::target_of(*host);
}

About about(const Snapshot& tables, const std::vector<violation::Violation>& violations) {
    About about;
    const auto& first = violations.front();
    about.kind = first.kind;
    about.account = first.unix_name;
    about.starter_unknown = first.starter_unknown.value_or(false);
    if (!about.starter_unknown) {
        about.person = someone(tables, person_of_unix_name(tables, first.unix_name));
    }
    about.owner = someone(tables, first.owner);
    about.reservation = first.reservation;
    if (first.reservation) {
        if (const auto held = find_reservation(tables, *first.reservation))
            about.until = held->until;
    }
    about.since = tables.now();
    std::set<GpuId> gpus;
    for (const auto& one : violations) {
        const auto view = find_violation(tables, one.id);
        if (!view) continue;
        gpus.insert(view->gpus.begin(), view->gpus.end());
        about.since = std::min(about.since, view->opened_at);
        add_host(about, tables, view->host);
        add_processes(about, tables, *view);
    }
    about.gpu_name = projections::gpu_names_short(tables.txn(), {gpus.begin(), gpus.end()});
    return about;
}

}  // namespace dibs::steps
