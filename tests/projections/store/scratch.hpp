// A directory that is deleted at the end of its test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace dibs::test {

class Scratch {
  public:
    Scratch() {
        auto name = (std::filesystem::temp_directory_path() / "dibs-test-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    ~Scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace dibs::test
