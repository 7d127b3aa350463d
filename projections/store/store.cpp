// See store.hpp; files and opening. The lock file keeps a second process out, which LMDB would let
// in; `dirty` is on disk before the first unflushed page can be.
#include "projections/store/store.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <lmdb.h>
#include <sys/file.h>
#include <unistd.h>

namespace dibs {
namespace {

namespace fs = std::filesystem;

constexpr unsigned most_readers = 1024;
constexpr std::size_t longest_key = 511;  // LMDB's
constexpr std::uintmax_t scarce_bytes = 1 << 20;
constexpr std::string_view format_key = "format";

MDB_val val(std::string_view text) {
    return {text.size(), const_cast<char*>(text.data())};  // LMDB does not write through it
}
std::string_view view(const MDB_val& value) {
    return {static_cast<const char*>(value.mv_data), value.mv_size};
}

// A write that the disk took only in part comes back from LMDB as EIO.
std::string reason_of(int code, const fs::path& directory) {
    std::error_code unknown;
    const auto space = fs::space(directory, unknown);
    if (code != EIO) return mdb_strerror(code);
    if (!unknown && space.available < scarce_bytes) return "no space left on the disk";
    return "Input/output error: a write was taken in part; the disk is full or fails, or files "
           "have a size limit here";
}

std::string this_boot() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id.empty() ? "unknown" : id;
}

std::optional<std::string> read_text(const fs::path& path) {
    std::ifstream file(path);
    if (!file) return std::nullopt;
    return std::string(std::istreambuf_iterator<char>(file), {});
}

bool sync_path(const fs::path& path, int flags) {
    const int fd = ::open(path.c_str(), flags | O_CLOEXEC);
    if (fd < 0) return false;
    const bool done = fsync(fd) == 0;
    ::close(fd);
    return done;
}

bool write_durably(const fs::path& path, std::string_view text) {
    {
        std::ofstream file(path, std::ios::trunc);
        file << text;
        if (!file.flush()) return false;
    }
    return sync_path(path, O_RDONLY) && sync_path(path.parent_path(), O_RDONLY | O_DIRECTORY);
}

void remove_data(const fs::path& directory) {
    std::error_code ignored;
    fs::remove(directory / "data.mdb", ignored);
    fs::remove(directory / "lock.mdb", ignored);
}

tl::unexpected<StoreError> failed(const fs::path& directory, const std::string& what) {
    return tl::unexpected(StoreError{"read model directory " + directory.string() + ": " + what});
}

[[noreturn]] void broken(int code, std::string_view doing) {
    throw std::runtime_error("The read model cannot be read (" + std::string(doing) +
                             "): " + mdb_strerror(code));
}

}  // namespace

Store::Store(Settings settings) : settings_(std::move(settings)) {
    if (settings_.boot_id.empty()) settings_.boot_id = this_boot();
    settings_.format += " page=" + std::to_string(sysconf(_SC_PAGESIZE));
}

StoreResult<std::unique_ptr<Store>> Store::open(Settings settings) {
    auto store = std::unique_ptr<Store>(new Store(std::move(settings)));
    if (auto opened = store->open_files(); !opened) return tl::unexpected(opened.error());
    return store;
}

StoreResult<void> Store::open_files() {
    const auto& directory = settings_.directory;
    std::error_code error;
    fs::create_directories(directory, error);
    if (error) return failed(directory, "cannot be made: " + error.message());
    lock_fd_ = ::open((directory / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock_fd_ < 0)
        return failed(directory, std::string("cannot be written: ") + strerror(errno));
    if (flock(lock_fd_, LOCK_EX | LOCK_NB) != 0) {
        return failed(directory, "another dibsd uses it");
    }
    const auto mark = directory / "dirty";
    if (const auto boot = read_text(mark); boot && *boot != settings_.boot_id) {
        remove_data(directory);
        discarded_ = true;
    }
    if (!write_durably(mark, settings_.boot_id)) {
        return failed(directory, std::string("cannot be written: ") + strerror(errno));
    }
    // A file that LMDB refuses, or of another format, is thrown away and made anew, once.
    for (const bool again : {false, true}) {
        auto usable = open_environment();
        if (usable && *usable) return {};
        close_environment();
        if (again)
            return usable ? failed(directory, "cannot be used") : tl::unexpected(usable.error());
        remove_data(directory);
        discarded_ = true;
    }
    return {};
}

// False: it holds another format.
StoreResult<bool> Store::open_environment() {
    const auto& directory = settings_.directory;
    const auto error = [&](int code) { return failed(directory, mdb_strerror(code)); };
    if (const int code = mdb_env_create(&env_)) return error(code);
    mdb_env_set_mapsize(env_, settings_.map_bytes);
    mdb_env_set_maxreaders(env_, most_readers);
    mdb_env_set_maxdbs(env_, static_cast<MDB_dbi>(table_count));
    // NORDAHEAD: queries jump; NOMEMINIT is not set, so that no old memory lands in the file.
    constexpr unsigned flags = MDB_NOTLS | MDB_NOSYNC | MDB_NORDAHEAD;
    if (const int code = mdb_env_open(env_, directory.c_str(), flags, 0600)) return error(code);
    int dead = 0;
    mdb_reader_check(env_, &dead);  // slots of a process that was killed
    MDB_txn* txn = nullptr;
    if (const int code = mdb_txn_begin(env_, nullptr, 0, &txn)) return error(code);
    for (const Table table : settings_.tables) {
        const auto index = static_cast<std::size_t>(table);
        const std::string name(table_names[index]);
        if (const int code = mdb_dbi_open(txn, name.c_str(), MDB_CREATE, &dbis_[index])) {
            mdb_txn_abort(txn);
            return error(code);
        }
    }
    if (const int code = mdb_txn_commit(txn)) return error(code);
    return fits_format();
}

bool Store::fits_format() {
    if (const auto found = read().get(Table::meta, format_key)) {
        return *found == settings_.format;
    }
    auto txn = write();
    txn.put(Table::meta, format_key, settings_.format);
    return txn.commit().has_value();
}

void Store::close_environment() {
    for (MDB_txn* txn : pool_) mdb_txn_abort(txn);
    pool_.clear();
    if (env_) mdb_env_close(env_);
    env_ = nullptr;
}

void Store::close(bool clean) {
    const bool safe = clean && env_ && mdb_env_sync(env_, 1) == 0;
    close_environment();
    if (safe) {
        std::error_code ignored;
        fs::remove(settings_.directory / "dirty", ignored);
    }
    if (lock_fd_ >= 0) ::close(lock_fd_);
    lock_fd_ = -1;
}

Store::~Store() {
    close(true);
}
void Store::close_dirty() {
    close(false);
}

ReadTxn Store::read() const {
    MDB_txn* txn = nullptr;
    {
        const std::lock_guard lock(pool_mutex_);
        if (!pool_.empty()) {
            txn = pool_.back();
            pool_.pop_back();
        }
    }
    const int code = txn ? mdb_txn_renew(txn) : mdb_txn_begin(env_, nullptr, MDB_RDONLY, &txn);
    if (code != 0) broken(code, "beginning");
    return {*this, txn};
}

WriteTxn Store::write() {
    std::unique_lock lock(write_mutex_);
    MDB_txn* txn = nullptr;
    const int code = mdb_txn_begin(env_, nullptr, 0, &txn);
    WriteTxn made(*this, txn, std::move(lock));
    made.check(code, "beginning");
    return made;
}

std::string Store::dump() const {
    std::string out;
    const auto add_hex = [&](std::string_view bytes) {
        constexpr std::string_view digits = "0123456789abcdef";
        for (const char c : bytes) {
            const auto byte = static_cast<unsigned char>(c);
            (out += digits[byte >> 4U]) += digits[byte & 15U];
        }
    };
    const auto txn = read();
    for (const Table table : settings_.tables) {
        (out += table_names[static_cast<std::size_t>(table)]) += '\n';
        auto cursor = txn.cursor(table);
        for (bool more = cursor.first(); more; more = cursor.next()) {
            add_hex(cursor.key());
            out += ' ';
            add_hex(cursor.value());
            out += '\n';
        }
    }
    return out;
}

unsigned Txn::dbi(Table table) const {
    return store_->dbis_[static_cast<std::size_t>(table)];
}

std::optional<std::string_view> Txn::get(Table table, std::string_view key) const {
    if (!txn_ || key.empty() || key.size() > longest_key) return std::nullopt;
    MDB_val k = val(key);
    MDB_val found{};
    const int code = mdb_get(txn_, dbi(table), &k, &found);
    if (code == MDB_NOTFOUND) return std::nullopt;
    if (code != 0) broken(code, "reading");
    return view(found);
}

TableCursor Txn::cursor(Table table) const {
    return {txn_, dbi(table)};
}

std::size_t Txn::count(Table table) const {
    MDB_stat stat{};
    if (const int code = mdb_stat(txn_, dbi(table), &stat)) broken(code, "counting");
    return stat.ms_entries;
}

ReadTxn::~ReadTxn() {
    if (!txn_) return;
    mdb_txn_reset(txn_);
    const std::lock_guard lock(store_->pool_mutex_);
    store_->pool_.push_back(txn_);
}
ReadTxn::ReadTxn(ReadTxn&& other) noexcept : Txn(other) {
    other.txn_ = nullptr;
}

WriteTxn::~WriteTxn() {
    if (txn_) mdb_txn_abort(txn_);
}
WriteTxn::WriteTxn(WriteTxn&& other) noexcept
    : Txn(other),
      lock_(std::move(other.lock_)),
      later_(std::move(other.later_)),
      later_bytes_(std::move(other.later_bytes_)),
      failure_(std::move(other.failure_)) {
    other.txn_ = nullptr;
}

void WriteTxn::check(int code, std::string_view doing) {
    if (code == 0 || !failure_.empty()) return;
    failure_ = std::string(doing) + " failed: " + reason_of(code, store_->settings_.directory);
}

void WriteTxn::put(Table table, std::string_view key, std::string_view value) {
    if (!failure_.empty()) return;
    MDB_val k = val(key);
    MDB_val v = val(value);
    check(mdb_put(txn_, dbi(table), &k, &v, 0), "writing");
}

void WriteTxn::del(Table table, std::string_view key) {
    if (!failure_.empty()) return;
    MDB_val k = val(key);
    const int code = mdb_del(txn_, dbi(table), &k, nullptr);
    check(code == MDB_NOTFOUND ? 0 : code, "deleting");
}

StoreResult<void> WriteTxn::commit() {
    write_later();
    if (failure_.empty()) {
        check(mdb_txn_commit(txn_), "committing");
        txn_ = nullptr;  // gone, whatever the code
    }
    if (failure_.empty()) return {};
    return failed(store_->settings_.directory, failure_);
}

TableCursor::TableCursor(MDB_txn* txn, unsigned dbi) {
    if (const int code = mdb_cursor_open(txn, dbi, &cursor_)) broken(code, "opening a cursor");
}
TableCursor::~TableCursor() {
    if (cursor_) mdb_cursor_close(cursor_);
}
TableCursor::TableCursor(TableCursor&& other) noexcept
    : cursor_(std::exchange(other.cursor_, nullptr)),
      valid_(other.valid_),
      key_(other.key_),
      value_(other.value_) {}

bool TableCursor::move(int operation, std::string_view key) {
    MDB_val k = val(key);
    MDB_val v{};
    const int code = mdb_cursor_get(cursor_, &k, &v, static_cast<MDB_cursor_op>(operation));
    if (code != 0 && code != MDB_NOTFOUND) broken(code, "moving");
    valid_ = code == 0;
    key_ = valid_ ? view(k) : std::string_view{};
    value_ = valid_ ? view(v) : std::string_view{};
    return valid_;
}

// LMDB's code. A cursor that stands near finds the place without going down from the root.
int TableCursor::put(std::string_view key, std::string_view value) {
    MDB_val k = val(key);
    MDB_val v = val(value);
    return mdb_cursor_put(cursor_, &k, &v, 0);
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
