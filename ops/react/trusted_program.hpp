// Decides whether a program of the site may be run: only root and the account of dibsd may be able
// to change it, since a changed program acts as that account. Called before each run.
#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>
#include <tl/expected.hpp>

namespace dibs {

// The file to run, with links resolved, or the reason for not running it. `account`: of dibsd.
[[nodiscard]] tl::expected<std::string, std::string> trusted_program(
    const std::filesystem::path& program, uid_t account);

}  // namespace dibs
