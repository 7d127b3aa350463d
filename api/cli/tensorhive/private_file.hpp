// A new file readable by its owner only, for one-time links and jobs with their environment.
// write() returns after the data is on the disk. An empty file is removed at the end.
#pragma once

#include <string>
#include <string_view>

namespace dibs::cli::tensorhive {

class PrivateFile {
  public:
    // Throws Failure (usage) if the path exists; it never overwrites.
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
