// Handling of damage to a store's file (store.hpp).
#include "projections/store/lmdb_values.hpp"
#include "projections/store/page_walk.hpp"
#include "projections/store/store.hpp"

#include <utility>

#include <sys/resource.h>

namespace dibs {
namespace {

constexpr int nice_of_walk = 10;

}  // namespace

void Store::broken(int code, std::string_view doing) const {
    found_damaged(std::string(doing) + ": " + mdb_strerror(code));
}

void Store::found_damaged(const std::string& how) const {
    note_damage(how);
    throw TablesDamaged(damage());
}

void Store::note_damage(const std::string& how) const {
    const std::lock_guard lock(damage_mutex_);
    if (!damage_.empty()) return;
    damage_ = "read model directory " + directory_.path().string() + ": it is damaged (" + how +
              "); the next start makes it anew from the log";
    directory_.mark_untrusted();
}

std::string Store::damage() const {
    const std::lock_guard lock(damage_mutex_);
    return damage_;
}

std::string_view Store::value_of(std::string_view key, std::string_view stored) const {
    if (const auto value = checked(key, stored)) return *value;
    found_damaged("a row is not the one that was stored");
}

// A file that was closed in order and not touched since answers at once. Damage by its disk is
// found in the background; the caller of damage() then ends the process.
void Store::check_in_background() {
    auto check = std::make_shared<PageCheck>(directory_.path() / "data.mdb");
    auto state = std::make_shared<ReadTxn>(read());  // keeps its pages from being reused
    walk_ = std::thread([this, check = std::move(check), state = std::move(state)] {
        (void)setpriority(PRIO_PROCESS, 0, nice_of_walk);  // of this thread
        const auto how = check->damage([this] { return !ending_; });
        if (!how.empty()) note_damage(how);
    });
}

}  // namespace dibs
