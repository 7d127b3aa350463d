// Walks a store's file page by page (domain/log/lmdb_walk.hpp): checks it for damage and finds the
// bytes that no row uses. Only store.cpp, store_damage.cpp and store_scrub.cpp use it.
#pragma once

#include "domain/log/lmdb_tree.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct MDB_env;
struct MDB_txn;

namespace dibs {

class MappedPages;

class PageCheck {
  public:
    // Checks the current state of the file; no other thread may write to it meanwhile.
    explicit PageCheck(const std::filesystem::path& file);
    ~PageCheck();

    // Checks that each page is used once, each row matches its checksum, rows are in order and none
    // is missing. Returns the damage; empty: none, or `go_on` returned false. While others write, a
    // transaction must keep that state.
    std::string damage(std::function<bool()> go_on = {});

  private:
    std::unique_ptr<MappedPages> pages_;
    std::vector<lmdb_file::FileHead> heads_;
};

// Overwrites bytes that no row uses with zeros: free pages, and gaps in used pages, where LMDB
// leaves deleted and moved rows. `writing` keeps others from writing, and has written nothing.
// Keeps pages that readers of an older state use. Returns that state: pages freed in it or later
// remain. Throws std::runtime_error.
std::uint64_t zero_leftovers(MDB_env* env, MDB_txn* writing);

}  // namespace dibs
