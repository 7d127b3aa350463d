// Reads and writes whole files as bytes, for tests that damage LMDB files. Reports no errors: a
// file that cannot be read is empty.
#pragma once

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace dibs::test {

inline constexpr std::size_t page_bytes = 4096;  // LMDB's page size on the test machines

inline std::string read_file(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
// Replaces the content of the file, or creates it.
inline void write_file(const std::filesystem::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

}  // namespace dibs::test
