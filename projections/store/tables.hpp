// All tables by name. README.md says what their keys and rows are.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace dibs {

enum class Table : std::size_t {
    meta,
    reservations,
    reservations_by_start,
    reservations_by_owner,
    reservations_by_gpu,
    hosts,
    host_names,
    gpus,
    gpu_uuids,
    host_gpus,
    processes,
    running,
    running_processes,
    violations,
    open_violations,
    open_violations_by_process,
    people,
    people_by_name,
    unix_names,
    credentials,
    sessions,
    sessions_by_person,
    tokens,
    tokens_by_person,
    boards,
    rules,
    history,
    history_index,
    usage_minutes,
    usage_hours,
    usage_uses,
    count_of_tables,
};

inline constexpr std::size_t table_count = static_cast<std::size_t>(Table::count_of_tables);

inline constexpr std::array<std::string_view, table_count> table_names = {
    "meta",
    "reservations",
    "reservations_by_start",
    "reservations_by_owner",
    "reservations_by_gpu",
    "hosts",
    "host_names",
    "gpus",
    "gpu_uuids",
    "host_gpus",
    "processes",
    "running",
    "running_processes",
    "violations",
    "open_violations",
    "open_violations_by_process",
    "people",
    "people_by_name",
    "unix_names",
    "credentials",
    "sessions",
    "sessions_by_person",
    "tokens",
    "tokens_by_person",
    "boards",
    "rules",
    "history",
    "history_index",
    "usage_minutes",
    "usage_hours",
    "usage_uses"};

}  // namespace dibs
