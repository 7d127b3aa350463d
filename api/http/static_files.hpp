// A directory of built files (the dashboard), loaded into memory once. Serves pre-compressed
// variants (.br, .gz) by Accept-Encoding, ETags, immutable caching of hashed names, api.html for
// /api, and index.html for addresses of the page. Paths are looked up in memory, never opened, so
// nothing outside is reachable. The page is built with references that begin with "./"; the path
// prefix replaces that.
#pragma once

#include "api/http/router.hpp"
#include "domain/kernel/result.hpp"

#include <cstddef>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

namespace dibs::http {

class StaticFiles {
  public:
    // Refused: not a directory, unreadable, more than 64 MiB. Hidden files are skipped.
    // `base_path`: "" or "/dibs", written into the pages, which are never served compressed.
    [[nodiscard]] static Result<StaticFiles> load(const std::filesystem::path& directory,
                                                  std::string_view base_path = {});

    // For GET and HEAD. 404 as problem if there is no such file and no index.html, or if the path
    // looks like a file or an API: a stale script name must not return a page, but
    // /fleet/gpu03.example.org does.
    [[nodiscard]] Response serve(const Request& request) const;
    [[nodiscard]] std::size_t files() const { return files_.size(); }

    // For Router::set_fallback.
    [[nodiscard]] Handler handler() const;

  private:
    struct Variant {
        std::shared_ptr<const std::string> bytes;
        std::string etag;
    };
    struct File {
        std::string content_type;
        bool immutable = false;
        Variant plain, gzip, brotli;  // a variant without bytes is absent
    };
    [[nodiscard]] const File* find(std::string_view path) const;

    std::map<std::string, File, std::less<>> files_;  // "/assets/app-1a2b3c4d.js"
};

// True if Accept-Encoding accepts this coding (by name, or *, with a weight above zero).
[[nodiscard]] bool accepts_encoding(std::string_view header, std::string_view coding);

}  // namespace dibs::http
