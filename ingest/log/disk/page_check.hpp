// Checks that LMDB can read a file safely: it follows page numbers, so a damaged page ends the
// process.
#pragma once

#include "ingest/log/disk/data_directory.hpp"

#include <string>
#include <string_view>

namespace dibs::lmdb {

// Returns `damaged` with the reason. Checks all pages. `appended` names a table as long as the log.
// For it, only the pages that an append touches are checked; its readers check the others
// (table_look.hpp). An absent or empty file is sound.
LogResult<void> check_pages(const DataDirectory& directory, std::string_view appended);

}  // namespace dibs::lmdb
