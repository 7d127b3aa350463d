// A mark is one line of constant length, so that each write replaces the whole mark before it.
#include "ingest/log/disk/clean_mark.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <iterator>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace dibs {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t mark_bytes = 200;

// Descriptors of open marks; 0: a free entry. A process has five files.
std::array<std::atomic<int>, 64> open_marks{};

// Returns false if no entry equals `from`.
bool replace_in_list(int from, int by) {
    return std::any_of(open_marks.begin(), open_marks.end(), [&](auto& one) {
        int expected = from;
        return one.compare_exchange_strong(expected, by);
    });
}

// Returns false if the disk failed.
bool reach_disk(const fs::path& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return false;
    const bool done = fsync(fd) == 0;
    ::close(fd);
    return done;
}

std::string text_in(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

std::string this_boot() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string id;
    std::getline(file, id);
    return id;
}

CleanMark::CleanMark(const fs::path& directory, std::string boot)
    : mark_(directory / "clean"), data_(directory / "data.mdb"), boot_(std::move(boot)) {}

CleanMark::~CleanMark() {
    if (fd_ < 0) return;
    (void)replace_in_list(fd_, 0);
    ::close(fd_);
}

bool CleanMark::take() {
    const auto found = text_in(mark_);
    std::error_code failed;
    const bool removed = fs::remove(mark_, failed) && reach_disk(mark_.parent_path());
    fd_ = ::open(mark_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd_ >= 0 && !replace_in_list(0, fd_)) ::close(std::exchange(fd_, -1));
    return removed && !found.empty() && (found == line("") || found == line(boot_));
}

void CleanMark::follow() {
    if (!boot_.empty()) write(line(boot_));
}

// Sets the file's time to the nanosecond. The file system's own times advance in ticks, so a later
// write in the same tick would not show.
void CleanMark::leave() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    const timespec times[2] = {now, now};
    (void)utimensat(AT_FDCWD, data_.c_str(), times, 0);
    if (reach_disk(data_)) write(line(""));
}

void CleanMark::forget(const fs::path& directory) {
    std::error_code none;
    fs::remove(directory / "clean", none);
}

void CleanMark::forget_all() {
    for (const auto& one : open_marks) {
        const int fd = one;
        [[maybe_unused]] const int cut = fd > 0 ? ftruncate(fd, 0) : 0;
    }
}

// Empty: there is no file.
std::string CleanMark::line(const std::string& boot) const {
    struct stat now {};
    if (stat(data_.c_str(), &now) != 0) return {};
    const auto text =
        fmt::format("{} {} {} {} {} {} {}", now.st_ino, now.st_size, now.st_mtim.tv_sec,
                    now.st_mtim.tv_nsec, now.st_ctim.tv_sec, now.st_ctim.tv_nsec, boot);
    return fmt::format("{:<{}}\n", text, mark_bytes - 1);
}

void CleanMark::write(const std::string& line) {
    if (fd_ < 0 || line.empty()) return;
    [[maybe_unused]] const auto written = pwrite(fd_, line.data(), line.size(), 0);
}

}  // namespace dibs
