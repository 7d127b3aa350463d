// Whether LMDB can be given a file: it follows what pages say, so a damaged one ends the process.
#pragma once

#include "ingest/log/disk/data_directory.hpp"

#include <string>
#include <string_view>

namespace dibs::lmdb {

// `damaged`, and says how. Looks at all pages; with `appended` of that table, which is as long as
// the log, only at those that an append touches: its readers look at the others (table_look.hpp).
// A file that is not there, or empty, is sound.
LogResult<void> check_pages(const DataDirectory& directory, std::string_view appended);

}  // namespace dibs::lmdb
