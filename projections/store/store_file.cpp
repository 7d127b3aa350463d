// File sizes, tables, and the end of the process when LMDB cannot continue.
#include "projections/store/store_file.hpp"

#include "projections/store/lmdb_values.hpp"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sysexits.h>
#include <unistd.h>

namespace dibs::store_file {
namespace {

constexpr std::string_view made_key = "tables";

// The end of the last page that LMDB uses.
std::uintmax_t bytes_known(MDB_env* env) {
    MDB_envinfo info{};
    MDB_stat stat{};
    mdb_env_info(env, &info);
    mdb_env_stat(env, &stat);
    return (info.me_last_pgno + 1) * stat.ms_psize;
}

int fd_of(MDB_env* env) {
    int fd = -1;
    mdb_env_get_fd(env, &fd);
    return fd;
}

bool is_whole(MDB_env* env) {
    struct stat status {};
    return fstat(fd_of(env), &status) == 0 &&
           static_cast<std::uintmax_t>(status.st_size) >= bytes_known(env);
}

// Called inside an LMDB call that cannot return, so it exits here. The mark is StoreDirectory's.
void end_of(MDB_env* env, const char* assertion) {
    const char* path = "";
    mdb_env_get_path(env, &path);
    std::ofstream(std::filesystem::path(path) / "dirty", std::ios::trunc) << "damaged";
    std::fprintf(stderr, "dibsd: read model directory %s: it is damaged: %s\n", path, assertion);
    std::_Exit(EX_TEMPFAIL);
}

}  // namespace

void cover_last_page(MDB_env* env) {
    if (is_whole(env)) return;
    [[maybe_unused]] const int grown = ftruncate(fd_of(env), static_cast<off_t>(bytes_known(env)));
}

void exit_on_damage(MDB_env* env) {
    mdb_env_set_assert(env, &end_of);
}

int open_first_table(MDB_txn* txn, const char* name, unsigned& dbi, std::string& made) {
    MDB_dbi names = 0;
    MDB_stat stat{};
    int code = mdb_dbi_open(txn, nullptr, 0, &names);
    if (code == 0) code = mdb_stat(txn, names, &stat);
    if (code != 0) return code;
    const bool is_new = stat.ms_entries == 0;
    code = mdb_dbi_open(txn, name, is_new ? MDB_CREATE : 0U, &dbi);
    if (code != 0 || is_new) return code == MDB_NOTFOUND ? MDB_CORRUPTED : code;
    MDB_val key = val(made_key);
    MDB_val found{};
    code = mdb_get(txn, dbi, &key, &found);
    const auto kept = code == 0 ? checked(made_key, view(found)) : std::nullopt;
    if (!kept) return code == 0 || code == MDB_NOTFOUND ? MDB_CORRUPTED : code;
    made = *kept;
    return 0;
}

int open_table(MDB_txn* txn, const std::string& name, unsigned& dbi, std::string& made) {
    const bool is_new = (' ' + made).find(' ' + name + ' ') == std::string::npos;
    unsigned flags = 0;
    int code = mdb_dbi_open(txn, name.c_str(), is_new ? MDB_CREATE : 0U, &dbi);
    if (code == 0) code = mdb_dbi_flags(txn, dbi, &flags);
    if (code == MDB_NOTFOUND || flags != 0) return MDB_CORRUPTED;  // Dibs uses no flags
    if (code == 0 && is_new) made += name + ' ';
    return code;
}

int keep_names(MDB_txn* txn, unsigned first, const std::string& made) {
    return put_checked(made_key, made, [&](MDB_val& key, MDB_val& room) {
        return mdb_put(txn, first, &key, &room, MDB_RESERVE);
    });
}

std::string no_room_text(std::size_t map_bytes) {
    rlimit limit{};
    getrlimit(RLIMIT_AS, &limit);
    std::string text = "cannot be mapped: " + std::to_string(map_bytes >> 30U) +
                       " GiB of address space are needed";
    if (limit.rlim_cur == RLIM_INFINITY) return text;
    return text + ", and this process may have " + std::to_string(limit.rlim_cur >> 20U) +
           " MiB in all (ulimit -v): raise that limit";
}

}  // namespace dibs::store_file
