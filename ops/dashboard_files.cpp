// Looks for index.html in the configured folder or beside the program, and loads the folder into
// memory. A configured folder without it is an error; a missing default folder is only a log line.
#include "ops/dashboard_files.hpp"

#include <spdlog/spdlog.h>

namespace dibs {
namespace {

namespace fs = std::filesystem;

bool is_dashboard(const fs::path& folder) {
    std::error_code error;
    return fs::is_regular_file(folder / "index.html", error);
}

}  // namespace

fs::path dashboard_beside(const fs::path& program) {
    const auto above = program.parent_path().parent_path();
    for (const auto& folder : {above / "dashboard", above / "share/dibs/dashboard"}) {
        if (is_dashboard(folder)) return folder;
    }
    return {};
}

tl::expected<std::optional<http::StaticFiles>, std::string> open_dashboard(const Config& config) {
    if (config.no_dashboard) return std::nullopt;
    const bool configured = !config.dashboard.empty();
    std::error_code error;
    const auto folder =
        configured ? config.dashboard : dashboard_beside(fs::read_symlink("/proc/self/exe", error));
    if (folder.empty()) {
        spdlog::info("no dashboard: its files are not beside the program");
        return std::nullopt;
    }
    if (!is_dashboard(folder)) {
        return tl::unexpected("[server] dashboard: there is no index.html in " + folder.string());
    }
    auto files = http::StaticFiles::load(folder, config.base_path);
    if (!files) return tl::unexpected(files.error().field + ": " + files.error().detail);
    spdlog::info("the dashboard is in {} ({} files)", folder.string(), files->files());
    return std::move(*files);
}

}  // namespace dibs
