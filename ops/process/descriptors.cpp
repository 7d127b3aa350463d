// RLIMIT_NOFILE.
#include "ops/process/descriptors.hpp"

#include <cerrno>
#include <cstring>

#include <spdlog/spdlog.h>
#include <sys/resource.h>

namespace dibs {
namespace {

constexpr std::size_t of_files = 128;
constexpr std::size_t of_one_host = 2;
constexpr std::size_t of_people = 128;

rlimit limits() {
    rlimit found{};
    (void)getrlimit(RLIMIT_NOFILE, &found);
    return found;
}

}  // namespace

void raise_descriptor_limit() {
    auto wanted = limits();
    if (wanted.rlim_cur == wanted.rlim_max) return;
    wanted.rlim_cur = wanted.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &wanted) == 0) return;
    spdlog::warn("the limit of open files stays at {}: {}", limits().rlim_cur,
                 std::strerror(errno));
}

std::size_t descriptor_limit() {
    return limits().rlim_cur;
}

bool descriptors_short(std::size_t descriptors, std::size_t hosts) {
    return descriptors < of_files + of_one_host * hosts + of_people;
}

std::size_t connections_within(std::size_t descriptors, std::size_t hosts,
                               std::size_t of_one_connection) {
    if (descriptors_short(descriptors, hosts)) return of_people / of_one_connection;
    return (descriptors - of_files - of_one_host * hosts) / of_one_connection;
}

}  // namespace dibs
