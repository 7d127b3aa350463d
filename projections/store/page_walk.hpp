// A store's file page by page (domain/log/lmdb_walk.hpp): whether it is as it was written, and what
// of it no row uses. Only store.cpp and store_scrub.cpp use it.
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
    // Of the state that the file has now; nobody writes to it meanwhile.
    explicit PageCheck(const std::filesystem::path& file);
    ~PageCheck();

    // Each page once, each row with its checksum, behind the one before it, none missing. What is
    // wrong; empty: nothing, or `go_on` said false. While somebody writes, a transaction has to
    // keep that state.
    std::string damage(std::function<bool()> go_on = {});

  private:
    std::unique_ptr<MappedPages> pages_;
    std::vector<lmdb_file::FileHead> heads_;
};

// Overwrites with zeros what no row uses any more: free pages, and the gaps of those in use, where
// LMDB leaves the bytes of rows that were deleted or moved. `writing` keeps others from writing,
// and has written nothing. Pages that an older state uses, which somebody reads, are left: those
// that became free in the state that it returns or behind it. Throws std::runtime_error.
std::uint64_t zero_leftovers(MDB_env* env, MDB_txn* writing);

}  // namespace dibs
