// Replaces a small file atomically, even in a crash: writes beside it, syncs, and renames over it.
#pragma once

#include <filesystem>
#include <string_view>

namespace dibs {

// Makes its folder if it is missing. False: the file is unchanged, and errno has the reason.
[[nodiscard]] bool replace_file(const std::filesystem::path& file, std::string_view text);

}  // namespace dibs
