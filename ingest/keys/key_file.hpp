// The key file as text: a heading, then one line for each key: "NAME KEY CHECKSUM" in hex. The
// checksum lets a damaged line be found and named. Internal to ingest/keys.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

namespace dibs::key_file {

using Key = std::array<unsigned char, 32>;
using Lines = std::vector<std::pair<std::string, Key>>;

inline constexpr std::string_view heading = "dibs keys 1\n";

[[nodiscard]] std::string line_of(const std::string& name, const Key& key);
// Skips an incomplete last line: the machine stopped while it was written, and nothing was sealed
// with its key yet.
[[nodiscard]] tl::expected<Lines, std::string> parse(std::string_view text);

[[nodiscard]] tl::expected<std::string, std::string> read(const std::filesystem::path& file);
// The change is on disk on return. Throws std::runtime_error.
void append(const std::filesystem::path& file, std::string_view line);
void replace(const std::filesystem::path& file, std::string_view text);

}  // namespace dibs::key_file
