// Moves through a table, row by row.
#include "projections/store/lmdb_values.hpp"
#include "projections/store/store.hpp"

#include <utility>

namespace dibs {

TableCursor::TableCursor(const Store& store, MDB_txn* txn, unsigned dbi) : store_(&store) {
    if (const int code = mdb_cursor_open(txn, dbi, &cursor_)) {
        store.broken(code, "opening a cursor");
    }
}
TableCursor::~TableCursor() {
    if (cursor_) mdb_cursor_close(cursor_);
}
TableCursor::TableCursor(TableCursor&& other) noexcept
    : store_(other.store_),
      cursor_(std::exchange(other.cursor_, nullptr)),
      valid_(other.valid_),
      key_(other.key_),
      value_(other.value_) {}

bool TableCursor::move(int operation, std::string_view key) {
    MDB_val k = val(key);
    MDB_val v{};
    const int code = mdb_cursor_get(cursor_, &k, &v, static_cast<MDB_cursor_op>(operation));
    if (code != 0 && code != MDB_NOTFOUND) store_->broken(code, "moving");
    valid_ = code == 0;
    key_ = valid_ ? view(k) : std::string_view{};
    value_ = valid_ ? store_->value_of(key_, view(v)) : std::string_view{};
    return valid_;
}

// Returns LMDB's code. A cursor near the key finds it without a search from the root.
int TableCursor::put(std::string_view key, std::string_view value) {
    return put_checked(key, value, [&](MDB_val& k, MDB_val& room) {
        return mdb_cursor_put(cursor_, &k, &room, MDB_RESERVE);
    });
}
int TableCursor::del(std::string_view key) {
    MDB_val k = val(key);
    MDB_val v{};
    const int code = mdb_cursor_get(cursor_, &k, &v, MDB_SET);
    if (code == MDB_NOTFOUND) return 0;
    return code != 0 ? code : mdb_cursor_del(cursor_, 0);
}

bool TableCursor::seek(std::string_view key) {
    return key.empty() ? first() : move(MDB_SET_RANGE, key.substr(0, longest_key));
}
bool TableCursor::seek_before(std::string_view key) {
    return seek(key) ? prev() : last();
}
bool TableCursor::first() {
    return move(MDB_FIRST);
}
bool TableCursor::last() {
    return move(MDB_LAST);
}
bool TableCursor::next() {
    return move(MDB_NEXT);
}
bool TableCursor::prev() {
    return move(MDB_PREV);
}

}  // namespace dibs
