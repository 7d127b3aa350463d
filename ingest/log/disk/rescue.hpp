// Rescues the readable rows of a damaged file into a new file in its place. For logs that cannot be
// rebuilt but are useful without the lost rows: samples and hours. Never for the facts, where a
// missing record makes another history.
#pragma once

#include "ingest/log/disk/lmdb_env.hpp"

#include <string_view>

namespace dibs::lmdb {

struct RescuedTable {
    const char* name;
    bool (*is_row)(std::string_view key, std::string_view value);  // with its checksum
};

// Calls open_env. If pages are damaged, it makes a new environment with all readable rows of the
// table, including rows on pages behind a damaged one. Logs the number of rows, and of lost pages.
// After an interruption the next start repeats it.
LogResult<Env> open_or_rescue(const DataDirectory& directory, const EnvSettings& settings,
                              std::string_view format, const RescuedTable& table);

}  // namespace dibs::lmdb
