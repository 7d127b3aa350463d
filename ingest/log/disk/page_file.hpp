// data.mdb read page by page, beside LMDB: a page that is damaged or missing is an answer here,
// where LMDB would follow it, and a disk that fails an error of read(2), not a signal. One thread.
#pragma once

#include "domain/log/lmdb_tree.hpp"

#include <filesystem>
#include <string>

struct MDB_env;

namespace dibs::lmdb {

class PageFile : public lmdb_file::PageSource {
  public:
    explicit PageFile(const std::filesystem::path& file);
    // The file that LMDB has open, wherever its name leads by now; for as long as it is.
    explicit PageFile(MDB_env* env);
    ~PageFile() override;

    // errno where the file could not be opened; else 0.
    [[nodiscard]] int error() const { return error_; }

    [[nodiscard]] std::size_t page_bytes() const override { return page_bytes_; }
    [[nodiscard]] std::uint64_t pages() const override { return pages_; }
    std::optional<std::string_view> read(lmdb_file::PageNumber first, std::uint64_t count) override;
    // Pages may have been written since: reads them again, and how many there are.
    void refresh();

  private:
    bool fill(lmdb_file::PageNumber first, std::uint64_t count);

    int fd_;
    bool owns_fd_;
    int error_;
    std::size_t page_bytes_;
    std::uint64_t pages_ = 0;
    std::string buffer_{};
    lmdb_file::PageNumber first_ = 0;  // in the buffer
    std::uint64_t count_ = 0;          // there
};

}  // namespace dibs::lmdb
