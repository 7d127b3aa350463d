// Opens an LMDB environment with the settings of this folder, and stamps or compares its format.
// Turns LMDB's codes into errors that name the directory.
#include "ingest/log/disk/lmdb_env.hpp"

#include "domain/log/log_error.hpp"
#include "ingest/log/disk/clean_mark.hpp"
#include "ingest/log/disk/page_check.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <lmdb.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

namespace dibs::lmdb {
namespace {

constexpr std::size_t scarce_bytes = 1 << 20;

std::string address_space_text(std::size_t map_bytes) {
    rlimit limit{};
    getrlimit(RLIMIT_AS, &limit);
    const auto needed = fmt::format("a map needs {} GiB of address space", map_bytes >> 30U);
    if (limit.rlim_cur == RLIM_INFINITY) return needed;
    return fmt::format("{}, and this process may have {} MiB in all (ulimit -v): raise that limit",
                       needed, limit.rlim_cur >> 20U);
}

LogError not_mapped(const DataDirectory& directory, std::size_t map_bytes) {
    return {LogError::Kind::refused,
            fmt::format("data directory {}: data.mdb cannot be mapped: {}",
                        directory.path().string(), address_space_text(map_bytes))};
}

// Counts the bytes up to the end of LMDB's last page.
std::size_t bytes_known(MDB_env* env) {
    MDB_envinfo info{};
    MDB_stat stat{};
    mdb_env_info(env, &info);
    mdb_env_stat(env, &stat);
    return (info.me_last_pgno + 1) * stat.ms_psize;
}

struct stat status_of(MDB_env* env) {
    int fd = -1;
    mdb_env_get_fd(env, &fd);
    struct stat status {};
    (void)fstat(fd, &status);
    return status;
}

LogError not_opened(int code, const DataDirectory& directory) {
    if (code == ENOSPC || code == EDQUOT) return to_error(code, directory, "opening");
    const bool damaged = code >= MDB_KEYEXIST && code <= MDB_LAST_ERRCODE;
    return {damaged ? LogError::Kind::damaged : LogError::Kind::refused,
            fmt::format("data directory {}: data.mdb cannot be opened: {}",
                        directory.path().string(), mdb_strerror(code))};
}

// Writes name = value into an empty environment; compares it in any other.
LogResult<void> stamp(MDB_txn* txn, Dbi meta, const DataDirectory& directory, std::string name,
                      std::string value) {
    MDB_val key{name.size(), name.data()};
    MDB_val found{};
    const int code = mdb_get(txn, meta, &key, &found);
    if (code == MDB_NOTFOUND) {
        MDB_val wanted{value.size(), value.data()};
        const int put = mdb_put(txn, meta, &key, &wanted, 0);
        if (put != 0) return tl::unexpected(to_error(put, directory, "stamping"));
        return {};
    }
    if (code != 0) return tl::unexpected(not_opened(code, directory));
    const std::string_view text(static_cast<const char*>(found.mv_data), found.mv_size);
    if (text == value) return {};
    return log_error(LogError::Kind::refused,
                     fmt::format("data directory {}: its {} is \"{}\", this program needs \"{}\"",
                                 directory.path().string(), name, text, value));
}

LogResult<void> stamp_all_in(MDB_txn* txn, Dbi meta, const DataDirectory& directory,
                             std::string_view format) {
    const auto page_size = std::to_string(sysconf(_SC_PAGESIZE));
    for (const auto& [name, value] :
         {std::pair<std::string, std::string>{"format", format}, {"page size", page_size}}) {
        if (auto done = stamp(txn, meta, directory, name, value); !done) return done;
    }
    return {};
}

LogResult<void> stamp_all(MDB_env* env, const DataDirectory& directory, std::string_view format) {
    MDB_txn* raw = nullptr;
    if (const int code = mdb_txn_begin(env, nullptr, 0, &raw)) {
        return tl::unexpected(not_opened(code, directory));
    }
    Txn txn(raw);
    Dbi meta = 0;
    if (const int code = mdb_dbi_open(raw, "format", MDB_CREATE, &meta)) {
        return tl::unexpected(not_opened(code, directory));
    }
    if (auto done = stamp_all_in(raw, meta, directory, format); !done) return done;
    if (const int code = commit(std::move(txn))) {
        return tl::unexpected(to_error(code, directory, "stamping"));
    }
    return {};
}

// LMDB found data that it never writes. The call cannot return, so the process ends.
void end_of(MDB_env* env, const char* assertion) {
    const char* path = "";
    mdb_env_get_path(env, &path);
    CleanMark::forget(path);
    spdlog::critical("{}/data.mdb is damaged: {}", path, assertion);
    std::_Exit(EX_IOERR);
}

// In a damage check, this is the finding.
void end_of_look(MDB_env* env, const char* assertion) {
    const char* path = "";
    mdb_env_get_path(env, &path);
    spdlog::critical("{}/data.mdb is damaged: {}", path, assertion);
    std::_Exit(EXIT_FAILURE);
}

// LMDB could not write a head: only the disk knows whether the transaction is there.
bool is_uncertain(MDB_env* env) {
    MDB_txn* raw = nullptr;
    const int code = mdb_txn_begin(env, nullptr, 0, &raw);
    const Txn txn(raw);
    return code == MDB_PANIC;
}

int find_table(MDB_txn* txn, const char* name, Dbi& table) {
    unsigned flags = 0;
    int code = mdb_dbi_open(txn, name, 0, &table);
    if (code == 0) code = mdb_dbi_flags(txn, table, &flags);
    return code == 0 && flags != 0 ? MDB_CORRUPTED : code;  // Dibs uses no flags
}

// Compares what stamp_all writes.
LogResult<void> check_stamps(MDB_env* env, const DataDirectory& directory,
                             std::string_view format) {
    MDB_txn* raw = nullptr;
    if (const int code = mdb_txn_begin(env, nullptr, MDB_RDONLY, &raw)) {
        return tl::unexpected(not_opened(code, directory));
    }
    const Txn txn(raw);
    Dbi meta = 0;
    if (const int code = find_table(raw, "format", meta)) {
        return tl::unexpected(not_opened(code, directory));
    }
    return stamp_all_in(raw, meta, directory, format);
}

}  // namespace

void CloseEnv::operator()(MDB_env* env) const {
    mdb_env_close(env);
    if (mark && !*doubted) mark->leave();
}
void AbortTxn::operator()(MDB_txn* txn) const {
    mdb_txn_abort(txn);
}
void CloseCursor::operator()(MDB_cursor* cursor) const {
    mdb_cursor_close(cursor);
}

LogResult<Env> open_env(const DataDirectory& directory, const EnvSettings& settings,
                        std::string_view format) {
    // For a log only the end is checked, which needs no mark.
    const bool marks = !settings.look_only && settings.appended.empty();
    const auto mark = marks ? std::make_shared<CleanMark>(directory.path()) : nullptr;
    if (!mark || !mark->take()) {
        auto sound = check_pages(directory, settings.appended);
        if (!sound) return tl::unexpected(sound.error());
    }
    MDB_env* raw = nullptr;
    if (const int code = mdb_env_create(&raw)) return tl::unexpected(not_opened(code, directory));
    Env env(raw);
    mdb_env_set_assert(raw, settings.look_only ? &end_of_look : &end_of);
    mdb_env_set_userctx(raw, mark.get());
    mdb_env_set_mapsize(raw, settings.map_bytes);
    mdb_env_set_maxreaders(raw, settings.max_readers);
    mdb_env_set_maxdbs(raw, settings.max_tables);
    const unsigned flags = MDB_NOTLS | (settings.durable ? 0U : MDB_NOSYNC) |
                           (settings.look_only ? MDB_RDONLY | MDB_NOLOCK : 0U);
    if (const int code = mdb_env_open(raw, directory.path().c_str(), flags, 0600)) {
        if (code == ENOMEM) return tl::unexpected(not_mapped(directory, settings.map_bytes));
        return tl::unexpected(not_opened(code, directory));
    }
    if (settings.look_only) {
        auto fits = check_stamps(raw, directory, format);
        if (!fits) return tl::unexpected(fits.error());
        return env;
    }
    int dead = 0;
    mdb_reader_check(raw, &dead);  // slots of a killed process
    if (auto stamped = stamp_all(raw, directory, format); !stamped) {
        return tl::unexpected(stamped.error());
    }
    env.get_deleter() = {mark, directory.doubted()};
    return env;
}

LogResult<Dbi> open_table(MDB_env* env, const char* name) {
    MDB_txn* raw = nullptr;
    int code = mdb_txn_begin(env, nullptr, 0, &raw);
    Dbi table = 0;
    if (code == 0) {
        Txn txn(raw);
        code = mdb_dbi_open(raw, name, MDB_CREATE, &table);
        unsigned flags = 0;
        if (code == 0) code = mdb_dbi_flags(raw, table, &flags);
        if (flags != 0) code = MDB_CORRUPTED;  // Dibs uses no flags
        if (code == 0) code = commit(std::move(txn));
    }
    if (code == 0) return table;
    return log_error(code == MDB_CORRUPTED ? LogError::Kind::damaged : LogError::Kind::refused,
                     fmt::format("table {} cannot be opened: {}", name, mdb_strerror(code)));
}

int commit(Txn txn) {
    MDB_env* env = mdb_txn_env(txn.get());
    if (const int code = mdb_txn_commit(txn.release())) return is_uncertain(env) ? MDB_PANIC : code;
    const auto needed = static_cast<off_t>(bytes_known(env));
    int fd = -1;
    mdb_env_get_fd(env, &fd);
    // The transaction is committed even if this fails; the next commit tries again.
    if (status_of(env).st_size < needed && ftruncate(fd, needed) != 0) {
        spdlog::warn("data.mdb cannot be made longer: {}", std::strerror(errno));
    }
    if (auto* mark = static_cast<CleanMark*>(mdb_env_get_userctx(env))) mark->follow();
    return 0;
}

bool is_in_place(MDB_env* env, const DataDirectory& directory) {
    struct stat there {};
    const auto open = status_of(env);
    return stat((directory.path() / "data.mdb").c_str(), &there) == 0 &&
           there.st_dev == open.st_dev && there.st_ino == open.st_ino;
}

std::string_view view(const MDB_val& value) {
    return {static_cast<const char*>(value.mv_data), value.mv_size};
}

LogError to_error(int code, const DataDirectory& directory, std::string_view doing) {
    // LMDB reports a write that the disk took only in part as EIO.
    const bool short_write = code == EIO && directory.free_bytes() < scarce_bytes;
    const bool full = code == MDB_MAP_FULL || code == ENOSPC || code == EDQUOT || code == EFBIG ||
                      code == MDB_TXN_FULL || short_write;
    if (!full) directory.doubt();
    return {full ? LogError::Kind::full : LogError::Kind::fatal,
            fmt::format("data directory {}: {} failed: {}", directory.path().string(), doing,
                        short_write ? "no space left on the disk" : mdb_strerror(code))};
}

MDB_txn* Reader::begin() {
    if (txn_) return mdb_txn_renew(txn_.get()) == 0 ? txn_.get() : nullptr;
    MDB_txn* raw = nullptr;
    if (mdb_txn_begin(env_, nullptr, MDB_RDONLY, &raw) != 0) return nullptr;
    txn_.reset(raw);
    return raw;
}

void Reader::end() {
    if (txn_) mdb_txn_reset(txn_.get());
}

Key to_key(std::uint64_t number) {
    Key key{};
    for (std::size_t i = key.size(); i-- > 0; number >>= 8) {
        key[i] = static_cast<unsigned char>(number & 0xFF);
    }
    return key;
}

std::uint64_t from_key(const void* data) {
    Key key{};
    std::memcpy(key.data(), data, key.size());
    std::uint64_t number = 0;
    for (const auto byte : key) number = number << 8 | byte;
    return number;
}

}  // namespace dibs::lmdb
