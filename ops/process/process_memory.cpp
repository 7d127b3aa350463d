// RLIMIT_CORE and PR_SET_DUMPABLE.
#include "ops/process/process_memory.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include <spdlog/spdlog.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>

namespace dibs {

void keep_memory_private() {
    constexpr mode_t of_others = 077;
    ::umask(of_others);
    const char* allowed = std::getenv("DIBS_ALLOW_DEBUGGING");
    if (allowed != nullptr && std::string_view(allowed) == "1") return;
    const rlimit none{0, 0};
    if (setrlimit(RLIMIT_CORE, &none) == 0 && prctl(PR_SET_DUMPABLE, 0) == 0) return;
    spdlog::warn("core dumps could not be switched off: {}", std::strerror(errno));
}

}  // namespace dibs
