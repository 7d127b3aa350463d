// A small file that is there as a whole or not at all, also after a crash: written beside, synced,
// and renamed over the old one.
#pragma once

#include <filesystem>
#include <string_view>

namespace dibs {

// Its folder is made if it is not there. False: it is as it was, and errno says why.
[[nodiscard]] bool replace_file(const std::filesystem::path& file, std::string_view text);

}  // namespace dibs
