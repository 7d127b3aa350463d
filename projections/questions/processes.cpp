// Questions about processes on GPUs, declared in fleet.hpp.
#include "domain/fleet/shown_command.hpp"
#include "projections/fleet/fleet.hpp"
#include "projections/fleet/gpu_order.hpp"
#include "projections/people/names.hpp"
#include "projections/people/people.hpp"
#include "projections/questions/fleet.hpp"
#include "projections/questions/live_values.hpp"
#include "projections/store/page_scan.hpp"
#include "projections/violations/violations.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace dibs {
namespace {

// Resolves the account to its person's current UNIX name.
views::Origin view_of(const Txn& txn, const fleet::Origin& origin) {
    views::Origin view{origin.container, origin.tty, origin.session, origin.started_by, {}, {},
                       origin.uid};
    if (origin.starter) {
        if (const auto person = projections::find_person(txn, *origin.starter)) {
            view.started_by = person->unix_name;
        }
    }
    if (view.started_by) view.starter = projections::find_unix_name(txn, *view.started_by);
    if (view.starter) view.starter_name = projections::person_name(txn, *view.starter);
    return view;
}

views::Process view_of(const Txn& txn, const projections::GpuPlace& place, ProcessId id,
                       const projections::ProcessRow& row) {
    views::Process view{id,
                        place.id,
                        place.name(),
                        place.row.host,
                        place.host_name,
                        row.pid,
                        row.unix_name,
                        {},
                        {},
                        row.command_line,
                        row.started,
                        {},
                        projections::open_violation_of(txn, id),
                        place.unknown_since()};
    if (contains(row.unknown_slice_gpus, place.id)) view.slice_unknown = true;
    if (row.origin) view.origin = view_of(txn, *row.origin);
    if (row.unix_name) view.person = projections::find_unix_name(txn, *row.unix_name);
    if (view.person) view.person_name = projections::person_name(txn, *view.person);
    view.command_owner = command_owner(view.person, row.origin, row.unix_name);
    return view;
}

// On this GPU only.
std::optional<views::Decimal> memory_of(const Snapshot& tables, ProcessId id,
                                        const projections::GpuPlace& place) {
    constexpr auto column = column_of(Subject::process, "memory_used_mib");
    const auto live = live_of(tables, {id, place.id}, place.seen());
    if (!live || !live->sight->current) return std::nullopt;
    const auto steps = live->values[column];
    if (!steps) return std::nullopt;
    return views::value_of(metrics_of(Subject::process)[column], *steps);
}

}  // namespace

Slice<views::Process> list_processes(const Snapshot& tables, const views::ProcessFilter& filter,
                                     const PageFrom& page) {
    PageMaker<views::Process> maker(page);
    for (const auto& place :
         projections::places(tables.txn(), {.host = filter.host}, tables.now())) {
        if (!filter.gpus.empty() && !contains(filter.gpus, place.id)) continue;
        std::map<std::string, views::Process> in_order;  // ordered by pid
        for (const ProcessId id : projections::running_on(tables.txn(), place.id)) {
            const auto row = projections::find_process(tables.txn(), id);
            if (!row) continue;
            auto view = view_of(tables.txn(), place, id, *row);
            view.memory_used_mib = memory_of(tables, id, place);
            if (filter.person && view.person != filter.person) continue;
            const auto pid = static_cast<std::uint64_t>(row->pid);
            in_order.emplace(place.key() + std::string(Key().number(pid).id(id).view()),
                             std::move(view));
        }
        for (const auto& [key, view] : in_order) {
            if (!maker.offer(key, [&] { return view; })) return std::move(maker.slice);
        }
    }
    return std::move(maker.slice);
}

std::vector<views::Process> rows_of_process(const Snapshot& tables, ProcessId id) {
    std::vector<views::Process> rows;
    const auto row = projections::find_process(tables.txn(), id);
    if (!row || row->ended_at) return rows;
    for (const GpuId gpu : row->gpus) {
        const auto place = projections::place_of(tables.txn(), gpu);
        if (place) rows.push_back(view_of(tables.txn(), *place, id, *row));
    }
    return rows;
}

std::vector<views::ProcessOnGpu> processes_on(const Snapshot& tables,
                                              const std::vector<GpuId>& gpus) {
    std::vector<views::ProcessOnGpu> all;
    for (const GpuId gpu : gpus) {
        for (const ProcessId id : projections::running_on(tables.txn(), gpu)) {
            all.push_back({id, gpu});
        }
    }
    return all;
}

std::map<GpuId, std::vector<ProcessId>> running_processes(const Snapshot& tables) {
    std::map<GpuId, std::vector<ProcessId>> running;
    auto cursor = tables.txn().cursor(Table::running);
    for (bool more = cursor.first(); more; more = cursor.next()) {
        KeyReader key(cursor.key());
        const auto gpu = key.id<GpuId>();
        running[gpu].push_back(key.id<ProcessId>());
    }
    return running;
}

std::set<GpuId> worked_on_by_others(const Snapshot& tables, PersonId me) {
    const auto is_of_others = [&](ProcessId id) {
        const auto row = projections::find_process(tables.txn(), id);
        return row && (!row->unix_name ||
                       projections::find_unix_name(tables.txn(), *row->unix_name) != me);
    };
    std::set<GpuId> gpus;
    for (const auto& [gpu, processes] : running_processes(tables)) {
        if (std::any_of(processes.begin(), processes.end(), is_of_others)) gpus.insert(gpu);
    }
    return gpus;
}

}  // namespace dibs
