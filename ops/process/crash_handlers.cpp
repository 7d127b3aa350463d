// Handlers that allocate nothing: they run when there is no memory, or inside a signal.
#include "ops/process/crash_handlers.hpp"

#include "ingest/log/disk/clean_mark.hpp"

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include <fcntl.h>
#include <sysexits.h>
#include <unistd.h>

namespace dibs {
namespace {

int code_where_unreadable = EX_IOERR;

void say(std::string_view text) {
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, text.data(), text.size());
}

[[noreturn]] void end_without_memory() {
    say("dibsd: there is no more memory: this process ends, so that it can be started again\n");
    std::_Exit(EX_TEMPFAIL);
}

[[noreturn]] void end_uncaught() {
    CleanMark::forget_all();
    say("dibsd: this process ends because of an error that nobody expected: ");
    try {
        if (const auto current = std::current_exception()) std::rethrow_exception(current);
        say("none is named");
    } catch (const std::exception& error) {
        say(error.what());
    } catch (...) {
        say("it has no text");
    }
    say("\n");
    std::_Exit(EX_SOFTWARE);
}

// One line of /proc/self/maps at a time: "from-until rwxp offset device inode path".
class Maps {
  public:
    Maps() : fd_(::open("/proc/self/maps", O_RDONLY | O_CLOEXEC)) {}
    bool next() {
        size_ = 0;
        char c = 0;
        while (::read(fd_, &c, 1) == 1) {
            if (c == '\n') return true;
            if (size_ < sizeof line_) line_[size_++] = c;
        }
        return false;
    }
    [[nodiscard]] bool holds(std::uintptr_t address) const {
        std::size_t at = 0;
        const auto from = number(at);
        ++at;
        return from <= address && address < number(at);
    }
    [[nodiscard]] std::string_view path() const {
        const std::string_view line(line_, size_);
        const auto slash = line.find('/');
        return slash == std::string_view::npos ? "a file" : line.substr(slash);
    }

  private:
    std::uintptr_t number(std::size_t& at) const {
        std::uintptr_t value = 0;
        for (; at < size_; ++at) {
            const char c = line_[at];
            if (c >= '0' && c <= '9')
                value = value * 16 + static_cast<std::uintptr_t>(c - '0');
            else if (c >= 'a' && c <= 'f')
                value = value * 16 + static_cast<std::uintptr_t>(c - 'a' + 10);
            else
                break;
        }
        return value;
    }
    int fd_;
    char line_[4352];  // PATH_MAX and the fields before it
    std::size_t size_ = 0;
};

// Marks damaged tables in their directory (projections/store/store_directory); the next start
// rebuilds them.
void mark_tables(std::string_view data_file) {
    constexpr std::string_view file = "data.mdb";
    constexpr std::string_view mark = "dirty";
    char path[4352];
    if (!data_file.ends_with(file) || data_file.size() > sizeof path) return;
    const auto folder = data_file.substr(0, data_file.size() - file.size());
    std::memcpy(path, folder.data(), folder.size());
    std::memcpy(path + folder.size(), mark.data(), mark.size());
    path[folder.size() + mark.size()] = '\0';
    const int fd = ::open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);  // a log has no such mark
    if (fd >= 0) [[maybe_unused]]
        const auto written = ::write(fd, "damaged", 7);
}

// Removes all marks of a clean end, so the next start checks all files: any of them may be damaged.
void on_bad_address(int) {
    CleanMark::forget_all();
    say("dibsd: this process followed an address that leads nowhere (SIGSEGV), and ends\n");
    std::_Exit(EX_SOFTWARE);
}

void on_missing_page(int, siginfo_t* info, void*) {
    CleanMark::forget_all();
    Maps maps;
    while (maps.next()) {
        if (!maps.holds(reinterpret_cast<std::uintptr_t>(info->si_addr))) continue;
        say("dibsd: ");
        say(maps.path());
        say(" cannot be read any more: it was cut, or its disk fails. This process ends\n");
        mark_tables(maps.path());
        break;
    }
    std::_Exit(code_where_unreadable);
}

}  // namespace

void install_crash_handlers(int where_unreadable) {
    code_where_unreadable = where_unreadable;
    std::set_new_handler(&end_without_memory);
    std::set_terminate(&end_uncaught);
    struct sigaction action {};
    action.sa_sigaction = &on_missing_page;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGBUS, &action, nullptr);
    struct sigaction astray {};
    astray.sa_handler = &on_bad_address;
    sigaction(SIGSEGV, &astray, nullptr);
}

}  // namespace dibs
