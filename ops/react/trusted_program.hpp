// Whether a program of the site may be run: only what nobody but root and the account of dibsd can
// change, for whoever can change it would act as that account. Asked before each run.
#pragma once

#include <filesystem>
#include <string>

#include <sys/types.h>
#include <tl/expected.hpp>

namespace dibs {

// The file to run, links followed; or why it is not run. `account`: of dibsd.
[[nodiscard]] tl::expected<std::string, std::string> trusted_program(
    const std::filesystem::path& program, uid_t account);

}  // namespace dibs
