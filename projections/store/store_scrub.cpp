// Removes every byte of deleted rows from the file (store.hpp: scrub), because erasing personal
// data must hold on disk. Reopens the environment, then zeroes everything that no row uses, twice.
#include "projections/store/lmdb_values.hpp"
#include "projections/store/page_walk.hpp"
#include "projections/store/store.hpp"

#include <chrono>
#include <utility>

namespace dibs {
namespace {

constexpr std::string_view scrubbed_key = "scrubbed";

}  // namespace

// LMDB reuses the buffers of written pages without clearing them; only closing frees them. Needs a
// moment without readers; false: there was none.
bool Store::reopen() {
    constexpr std::chrono::seconds patience{1};
    const std::lock_guard writing(write_mutex_);
    std::unique_lock lock(pool_mutex_);
    if (!nobody_reads_.wait_for(lock, patience, [this] { return reading_ == 0; })) return false;
    if (const int code = mdb_env_sync(env_, 1)) broken(code, "flushing");
    close_environment();
    MDB_txn* txn = nullptr;
    int code = map_environment();
    if (code == 0) code = mdb_txn_begin(env_, nullptr, 0, &txn);
    if (code == 0) code = open_tables(txn);
    if (code == 0) code = mdb_txn_commit(std::exchange(txn, nullptr));
    if (txn != nullptr) mdb_txn_abort(txn);
    if (code == 0) return true;
    close_environment();  // read() and write() throw from now on
    broken(code, "opening again");
}

// The second pass zeroes pages that an older state still used in the first.
bool Store::scrub() {
    if (!reopen()) return false;
    const auto pass = [this](std::uint64_t& state) {
        // these two commits make older free pages overwritable
        for (const auto* turn : {"a", "b"}) {
            auto txn = write();
            txn.put(Table::meta, scrubbed_key, turn);
            if (auto done = txn.commit(); !done) throw std::runtime_error(done.error().text);
        }
        const auto txn = write();
        state = mdb_txn_id(txn.txn_) - 1;
        const auto oldest = zero_leftovers(env_, txn.txn_);
        written();
        return oldest;
    };
    std::uint64_t first = 0, second = 0;
    pass(first);
    return pass(second) > first;
}

}  // namespace dibs
