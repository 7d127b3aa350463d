// Whether each page of a store's file has one use. A row's checksum says that the row was written;
// it does not say when. A page number with a flipped bit may lead to rows of an earlier time, whole
// in themselves, on a page that is free by now or that another table has. Only store.cpp uses it.
#pragma once

#include <cstdint>
#include <string>

struct MDB_env;
struct MDB_txn;

namespace dibs {

// Walks the pages of all tables and the list of free ones, as the transaction sees them. What is
// wrong; empty: nothing. It reads the file as LMDB 0.9 writes it on this machine (mdb.c: MDB_meta,
// MDB_page, MDB_node, MDB_db).
[[nodiscard]] std::string page_damage(MDB_env* env, MDB_txn* txn);

// Overwrites with zeros what no row uses any more: free pages, and the gaps of those in use, where
// LMDB leaves the bytes of rows that were deleted or moved. `writing` keeps others from writing,
// and has written nothing. Pages that an older state uses, which somebody reads, are left: those
// that became free in the state that it returns or behind it. Throws std::runtime_error.
std::uint64_t zero_leftovers(MDB_env* env, MDB_txn* writing);

}  // namespace dibs
