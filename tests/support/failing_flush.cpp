// Replaces the C library's function.
#include "tests/support/failing_flush.hpp"

#include <cerrno>

#include <sys/syscall.h>
#include <unistd.h>

namespace dibs::test {

std::atomic<bool> flushes_fail{false};

}  // namespace dibs::test

extern "C" int fdatasync(int fd) {
    if (!dibs::test::flushes_fail) return static_cast<int>(syscall(SYS_fdatasync, fd));
    errno = EIO;
    return -1;
}
