// Whether each page of a store's file has one use. A row's checksum says that the row was written;
// it does not say when. A page number with a flipped bit may lead to rows of an earlier time, whole
// in themselves, on a page that is free by now or that another table has. Only store.cpp uses it.
#pragma once

#include <string>

struct MDB_env;
struct MDB_txn;

namespace dibs {

// Walks the pages of all tables and the list of free ones, as the transaction sees them. What is
// wrong; empty: nothing. It reads the file as LMDB 0.9 writes it on this machine (mdb.c: MDB_meta,
// MDB_page, MDB_node, MDB_db).
[[nodiscard]] std::string page_damage(MDB_env* env, MDB_txn* txn);

}  // namespace dibs
