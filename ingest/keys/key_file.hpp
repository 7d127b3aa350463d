// The file of keys as text: a heading, then a line a key, each "NAME KEY CHECKSUM" in hex, so that
// a damaged line is found and named. Internal to ingest/keys.
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
// A last line without its end was being written when the machine stopped: nothing was sealed with
// its key yet, and it is left out.
[[nodiscard]] tl::expected<Lines, std::string> parse(std::string_view text);

[[nodiscard]] tl::expected<std::string, std::string> read(const std::filesystem::path& file);
// On the disk when they return; they throw std::runtime_error.
void append(const std::filesystem::path& file, std::string_view line);
void replace(const std::filesystem::path& file, std::string_view text);

}  // namespace dibs::key_file
