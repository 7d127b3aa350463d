// The file of a store, as LMDB has it. Only store.cpp uses it.
#pragma once

#include <cstddef>
#include <string>

struct MDB_env;
struct MDB_txn;

namespace dibs::store_file {

// After each commit: LMDB leaves pages at the end unwritten that it made and dropped in one
// transaction, and without them a sound file would look like a cut one.
void cover_last_page(MDB_env* env);

// Where LMDB meets what it never writes, this process ends in a line, and the next open of the
// directory throws the file away.
void end_where_damaged(MDB_env* env);

// The tables of a file, opened in a transaction that ends well; each returns LMDB's code. The first
// one keeps the names of all that were ever made (`made`, each with a blank behind it), so that one
// that is not found is damage, not new.
[[nodiscard]] int open_first_table(MDB_txn* txn, const char* name, unsigned& dbi,
                                   std::string& made);
[[nodiscard]] int open_table(MDB_txn* txn, const std::string& name, unsigned& dbi,
                             std::string& made);
[[nodiscard]] int keep_names(MDB_txn* txn, unsigned first, const std::string& made);

// Why a map of that size was refused.
[[nodiscard]] std::string no_room_text(std::size_t map_bytes);

}  // namespace dibs::store_file
