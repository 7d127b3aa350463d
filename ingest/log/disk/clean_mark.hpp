// A file `clean` beside data.mdb: it was closed in order, and which bytes that was said of. Whoever
// wrote to the file since, or put another one in its place, changed what the mark names, and the
// file is looked through again before it is used. What a disk changes by itself the mark does not
// see: checks where rows and pages are read do.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

namespace dibs {

class CleanMark {
  public:
    explicit CleanMark(const std::filesystem::path& directory)
        : mark_(directory / "clean"), data_(directory / "data.mdb") {}

    // Whether the file is the one that was closed. The mark is removed, also from the disk: after a
    // power loss it would be back beside a file whose times were not written yet.
    [[nodiscard]] bool take() const {
        std::string line;
        {
            std::ifstream in(mark_);
            line.assign(std::istreambuf_iterator<char>(in), {});
        }
        std::error_code failed;
        const bool removed = std::filesystem::remove(mark_, failed);
        if (!removed || !sync(mark_.parent_path())) return false;
        return !line.empty() && line == state();
    }
    // Nothing writes any more. The mark is written after the file has reached the disk. The file's
    // time is set to the nanosecond: by itself it goes in ticks, and a write in the same one would
    // not show.
    void leave() const {
        timespec now{};
        clock_gettime(CLOCK_REALTIME, &now);
        const timespec times[2] = {now, now};
        (void)utimensat(AT_FDCWD, data_.c_str(), times, 0);
        if (sync(data_)) std::ofstream(mark_, std::ios::trunc) << state();
    }

  private:
    // False: the disk failed.
    [[nodiscard]] static bool sync(const std::filesystem::path& path) {
        const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
        if (fd < 0) return false;
        const bool done = fsync(fd) == 0;
        ::close(fd);
        return done;
    }
    // Empty: there is no file.
    [[nodiscard]] std::string state() const {
        struct stat now {};
        if (stat(data_.c_str(), &now) != 0) return {};
        std::string line;
        for (const auto number :
             {static_cast<long long>(now.st_ino), static_cast<long long>(now.st_size),
              static_cast<long long>(now.st_mtim.tv_sec),
              static_cast<long long>(now.st_mtim.tv_nsec),
              static_cast<long long>(now.st_ctim.tv_sec),
              static_cast<long long>(now.st_ctim.tv_nsec)}) {
            line += std::to_string(number) + ' ';
        }
        return line + '\n';
    }

    std::filesystem::path mark_, data_;
};

}  // namespace dibs
