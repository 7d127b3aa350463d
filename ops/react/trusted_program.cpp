// Checks the file and each folder above it: others could replace the file in a writable folder.
#include "ops/react/trusted_program.hpp"

#include <cerrno>
#include <cstring>
#include <optional>
#include <system_error>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace dibs {
namespace {

using Why = std::optional<std::string>;

Why distrusted(const std::filesystem::path& path, const struct stat& its, uid_t account) {
    if (its.st_uid != 0 && its.st_uid != account) {
        return path.string() + " belongs to the account with uid " + std::to_string(its.st_uid) +
               ", neither to root nor to the account of dibsd";
    }
    // In a sticky folder (/tmp) only the owner of a file can move it away.
    const bool sticky_folder = S_ISDIR(its.st_mode) && (its.st_mode & S_ISVTX) != 0;
    if (sticky_folder || (its.st_mode & (S_IWGRP | S_IWOTH)) == 0) return std::nullopt;
    const bool others = (its.st_mode & S_IWOTH) != 0;
    return path.string() + " can be written by " + (others ? "everyone" : "its group") +
           ": chmod go-w";
}

Why not_runnable(const std::filesystem::path& path, const struct stat& its) {
    if (!S_ISREG(its.st_mode)) return path.string() + " is no file";
    if (faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0) return std::nullopt;
    return path.string() + " is not executable for the account of dibsd";
}

}  // namespace

tl::expected<std::string, std::string> trusted_program(const std::filesystem::path& program,
                                                       uid_t account) {
    std::error_code error;
    const auto file = std::filesystem::canonical(program, error);
    if (error) return tl::unexpected(program.string() + ": " + error.message());
    for (auto path = file;; path = path.parent_path()) {
        struct stat its {};
        if (stat(path.c_str(), &its) != 0) {
            return tl::unexpected(path.string() + ": " + std::strerror(errno));
        }
        auto why = path == file ? not_runnable(path, its) : std::nullopt;
        if (!why) why = distrusted(path, its, account);
        if (why) return tl::unexpected("it is not run: " + *why);
        if (path == path.root_path()) return file.string();
    }
}

}  // namespace dibs
