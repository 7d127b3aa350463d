// Reads data.mdb page by page, without LMDB. A damaged or missing page is a result here, where LMDB
// would follow it. A failing disk gives an error of read(2), not a signal. One thread.
#pragma once

#include "domain/log/lmdb_tree.hpp"

#include <filesystem>
#include <string>

struct MDB_env;

namespace dibs::lmdb {

class PageFile : public lmdb_file::PageSource {
  public:
    explicit PageFile(const std::filesystem::path& file);
    // Reads the file that LMDB has open, even if its name is now another file; valid as long as
    // LMDB has it open.
    explicit PageFile(MDB_env* env);
    ~PageFile() override;

    // The errno of opening the file; 0: it is open.
    [[nodiscard]] int error() const { return error_; }

    [[nodiscard]] std::size_t page_bytes() const override { return page_bytes_; }
    [[nodiscard]] std::uint64_t pages() const override { return pages_; }
    std::optional<std::string_view> read(lmdb_file::PageNumber first, std::uint64_t count) override;
    // Reads pages and their number again, because they may have changed.
    void refresh();

  private:
    bool fill(lmdb_file::PageNumber first, std::uint64_t count);

    int fd_;
    bool owns_fd_;
    int error_;
    std::size_t page_bytes_;
    std::uint64_t pages_ = 0;
    std::string buffer_{};
    lmdb_file::PageNumber first_ = 0;  // first page in the buffer
    std::uint64_t count_ = 0;          // pages in the buffer
};

}  // namespace dibs::lmdb
