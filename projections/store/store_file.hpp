// LMDB's file of a store. Only store.cpp uses it.
#pragma once

#include <cstddef>
#include <string>

struct MDB_env;
struct MDB_txn;

namespace dibs::store_file {

// Extends the file over its last page. Call after each commit: LMDB does not write pages at the end
// that one transaction made and dropped. Without them a sound file would look truncated.
void cover_last_page(MDB_env* env);

// If LMDB finds data that it never writes, the process prints one line and exits. The next open of
// the directory deletes the file.
void exit_on_damage(MDB_env* env);

// Open the tables of a file, in a transaction that the caller commits. Each returns LMDB's code.
// The first table stores the names of all tables ever created (`made`, each followed by a blank).
// So a missing table is damage, not a new one.
[[nodiscard]] int open_first_table(MDB_txn* txn, const char* name, unsigned& dbi,
                                   std::string& made);
[[nodiscard]] int open_table(MDB_txn* txn, const std::string& name, unsigned& dbi,
                             std::string& made);
[[nodiscard]] int keep_names(MDB_txn* txn, unsigned first, const std::string& made);

// Why a map of that size was refused.
[[nodiscard]] std::string no_room_text(std::size_t map_bytes);

}  // namespace dibs::store_file
