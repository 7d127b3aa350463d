// See process_series.hpp; what /proc does not tell is left out.
#include "api/routes/metrics/process_series.hpp"

#include <filesystem>
#include <fstream>

#include <sys/resource.h>
#include <unistd.h>

namespace dibs::routes {
namespace {

double cpu_seconds() {
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

long open_files() {
    std::error_code error;
    long count = 0;
    for (std::filesystem::directory_iterator at("/proc/self/fd", error), end; !error && at != end;
         at.increment(error)) {
        ++count;
    }
    return count;
}

}  // namespace

void write_process(Exposition& out) {
    long pages = 0;
    long resident = 0;
    if (std::ifstream("/proc/self/statm") >> pages >> resident) {
        out.single("process_resident_memory_bytes", "gauge", "Resident memory.",
                   resident * sysconf(_SC_PAGESIZE));
    }
    out.family("process_cpu_seconds_total", "counter", "Processor time used.");
    out.sample("", cpu_seconds());
    out.single("process_open_fds", "gauge", "Open files and sockets.", open_files());
}

}  // namespace dibs::routes
