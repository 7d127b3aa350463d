// A new file that only its owner reads: one-time links, jobs with their environment. What is
// written is on the disk before write() returns; a file in which nothing was written goes away
// again.
#pragma once

#include <string>
#include <string_view>

namespace dibs::cli::tensorhive {

class PrivateFile {
  public:
    // Throws Failure (usage) where something is in its place already: nothing is written over.
    explicit PrivateFile(std::string path);
    ~PrivateFile();
    PrivateFile(const PrivateFile&) = delete;
    PrivateFile& operator=(const PrivateFile&) = delete;

    void write(std::string_view text);
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    [[noreturn]] void fail() const;

    std::string path_;
    int file_ = -1;
    long size_ = 0;
};

}  // namespace dibs::cli::tensorhive
