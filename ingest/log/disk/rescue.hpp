// What a damaged file still holds, in a new file in its place. For logs that nothing makes again,
// but that are worth having without what is lost: samples and hours. Never for the facts, where a
// record that is missing is another history.
#pragma once

#include "ingest/log/disk/lmdb_env.hpp"

#include <string_view>

namespace dibs::lmdb {

struct RescuedTable {
    const char* name;
    bool (*is_row)(std::string_view key, std::string_view value);  // with its checksum
};

// open_env, and where pages are damaged: the rows of that table that can be read, also those of
// pages to which a damaged one led, in an environment made anew. Says how many, and how many pages
// were lost. Ended before its end, the next start does it again.
LogResult<Env> open_or_rescue(const DataDirectory& directory, const EnvSettings& settings,
                              std::string_view format, const RescuedTable& table);

}  // namespace dibs::lmdb
