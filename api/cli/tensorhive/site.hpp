// The contents of a TensorHive database that Dibs may take. Unreadable rows are not in it, but in
// the report.
#pragma once

#include "api/cli/lib/json.hpp"
#include "api/cli/tensorhive/report.hpp"
#include "api/cli/tensorhive/sqlite_file.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace dibs::cli::tensorhive {

using RowId = std::int64_t;

// Maximum size of a name or title, in bytes.
inline constexpr std::size_t most_of_name = 4096;

struct User {
    std::string name;  // the account on the hosts
    std::string mail;
    bool admin = false;
};

struct Group {
    std::string name;
    bool newcomers = false;
    std::set<RowId> users{};
};

// A restriction of TensorHive, which becomes a grant: its users may use its GPUs.
struct Restriction {
    std::string name;
    std::string made;  // its created_at, unchanged
    std::int64_t from_ms = 0;
    std::optional<std::int64_t> until_ms{};
    bool everything = false;
    std::set<RowId> users{}, groups{}, schedules{};
    std::set<std::string> gpus{};  // by UUID
};

struct Reservation {
    RowId id = 0, user = 0;
    std::string gpu, title, description;
    std::int64_t from_ms = 0, until_ms = 0;
};

struct Segment {
    std::int64_t index = 0;
    std::string name, value;
};

struct Task {
    std::string host, command;
    std::optional<std::int64_t> gpu_index{};
    std::vector<Segment> environment{}, parameters{};
};

struct Job {
    std::string name, description;
    RowId user = 0;
    std::optional<std::int64_t> start_ms{}, stop_ms{};
    bool queued = false;
    std::map<RowId, Task> tasks{};
};

struct Site {
    std::map<RowId, User> users{};
    std::map<RowId, Group> groups{};
    std::map<std::string, std::string> gpu_hosts{};  // UUID -> host
    std::map<RowId, Json> windows{};                 // of schedules
    std::map<RowId, std::string> never{};            // schedules without any window, and the reason
    std::map<RowId, Restriction> restrictions{};
    std::vector<Reservation> reservations{};  // running or upcoming
    std::map<RowId, Job> jobs{};
};

// The name of a user or group; "row 7" if there is none.
template <class Named>
[[nodiscard]] std::string name_in(const std::map<RowId, Named>& all, RowId id) {
    const auto found = all.find(id);
    return found == all.end() ? "row " + std::to_string(id) : found->second.name;
}

// Throws Failure if it is not a database of TensorHive.
[[nodiscard]] Site read_site(SqliteFile& database, std::int64_t now_ms, Report& report);
void read_jobs(SqliteFile& database, Site& site, Report& report);

// Calls `take` for each row; its first column is its number. A row that is unreadable or over the
// limit gets a line in the report.
void read_rows(SqliteFile& database, Report& report, std::string_view kind, std::string_view table,
               const std::vector<ColumnNames>& columns,
               const std::function<void(const Row&)>& take);

// Throws BadCell if there are too many already.
void check_room(std::size_t size);
// Throws BadCell if it is not a moment.
[[nodiscard]] std::int64_t moment(const Row& row, int column);

}  // namespace dibs::cli::tensorhive
