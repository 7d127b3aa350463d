// See process_series.hpp; values missing in /proc are left out.
#include "api/routes/metrics/process_series.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>

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

// Seconds since 1970: the kernel's start plus the process's start in ticks.
std::optional<double> start_seconds() {
    std::string text;
    std::getline(std::ifstream("/proc/self/stat"), text);
    const auto name_ends = text.rfind(')');  // the name may contain any character
    if (name_ends == std::string::npos) return std::nullopt;
    std::istringstream fields(text.substr(name_ends + 1));
    constexpr int start_field = 20;  // counted after the name
    for (int i = 0; i < start_field && fields >> text; ++i) {
    }
    const double ticks = fields ? std::strtod(text.c_str(), nullptr) : 0;
    std::ifstream kernel("/proc/stat");
    double booted = 0;
    while (kernel >> text && text != "btime") {
    }
    if (!fields || !(kernel >> booted)) return std::nullopt;
    return booted + ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
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
    if (const auto started = start_seconds()) {
        out.family("process_start_time_seconds", "gauge", "When it started, since 1970.");
        out.sample("", *started);
    }
    out.single("process_open_fds", "gauge", "Open files and sockets.", open_files());
}

}  // namespace dibs::routes
