// Loads the files and chooses a variant.
#include "api/http/static_files.hpp"

#include "api/http/conditional.hpp"
#include "api/http/problem.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace dibs::http {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t most_bytes = 64 * 1024 * 1024;

using Type = std::pair<std::string_view, std::string_view>;
constexpr std::array<Type, 16> types = {{{".html", "text/html; charset=utf-8"},
                                         {".js", "text/javascript; charset=utf-8"},
                                         {".mjs", "text/javascript; charset=utf-8"},
                                         {".css", "text/css; charset=utf-8"},
                                         {".json", "application/json"},
                                         {".map", "application/json"},
                                         {".webmanifest", "application/manifest+json"},
                                         {".svg", "image/svg+xml"},
                                         {".png", "image/png"},
                                         {".jpg", "image/jpeg"},
                                         {".ico", "image/x-icon"},
                                         {".woff2", "font/woff2"},
                                         {".wasm", "application/wasm"},
                                         {".yaml", "application/yaml"},
                                         {".txt", "text/plain; charset=utf-8"},
                                         {".xml", "application/xml"}}};

std::string type_of(std::string_view path) {
    for (const auto& [extension, type] : types) {
        if (path.ends_with(extension)) return std::string(type);
    }
    return "application/octet-stream";
}

std::string etag_of(std::string_view bytes) {
    std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a
    for (const char c : bytes) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    }
    return fmt::format("\"{:016x}-{:x}\"", hash, bytes.size());
}

// "app-D3f4_a1B.js": a bundler's file with a content hash in its name never changes.
bool is_hashed(std::string_view path) {
    auto name = path.substr(path.rfind('/') + 1);
    const auto dash = name.find_last_of("-.", name.rfind('.') - 1);
    if (dash == std::string_view::npos || name.rfind('.') == std::string_view::npos) return false;
    const auto hash = name.substr(dash + 1, name.rfind('.') - dash - 1);
    const bool digit = hash.find_first_of("0123456789") != std::string_view::npos;
    return hash.size() >= 8 && digit && std::all_of(hash.begin(), hash.end(), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '-';
           });
}

// Only host names contain dots; the page's other addresses have none.
constexpr std::string_view hosts = "/fleet/";

// True if a path without a file may be an address of the page. A path that looks like a file or an
// API is a mistake, which a page would hide.
bool may_be_a_screen(std::string_view path) {
    if (path.find("//") != std::string_view::npos || path.find('\\') != std::string_view::npos) {
        return false;
    }
    const auto last = path.substr(path.rfind('/') + 1);
    const bool host = path.starts_with(hosts) && path.find('/', hosts.size()) == path.npos;
    if (path.find('.') != path.npos && (!host || last.starts_with('.'))) return false;
    const auto first = path.substr(1, path.find('/', 1) - 1);
    constexpr std::array<std::string_view, 8> no_screens = {"api",    "assets",  "graphql", "livez",
                                                            "readyz", "metrics", "rest",    "rpc"};
    const bool version = first.size() >= 2 && (first[0] == 'v' || first[0] == 'V') &&
                         first.find_first_not_of("0123456789", 1) == std::string_view::npos;
    return !version && std::none_of(no_screens.begin(), no_screens.end(),
                                    [&](auto known) { return equal_ignoring_case(first, known); });
}

bool take_suffix(std::string& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) return false;
    text.resize(text.size() - suffix.size());
    return true;
}

constexpr std::string_view page = "/index.html";

// The dashboard and the pages beside it: "/api" is api.html.
bool is_page(std::string_view path) {
    return path.ends_with(".html");
}

// "./assets/app.js" in the page becomes "/dibs/assets/app.js", because the page also answers deep
// paths.
std::string with_base_path(std::string_view html, std::string_view base_path) {
    constexpr std::string_view reference = "\"./";
    std::string result;
    for (;;) {
        const auto at = html.find(reference);
        result += html.substr(0, at);
        if (at == std::string_view::npos) return result;
        ((result += '"') += base_path) += '/';
        html.remove_prefix(at + reference.size());
    }
}

}  // namespace

bool accepts_encoding(std::string_view header, std::string_view coding) {
    bool any = false;
    while (!header.empty()) {
        auto item = header.substr(0, header.find(','));
        header.remove_prefix(std::min(item.size() + 1, header.size()));
        std::string compact;
        for (const char c : item) {
            if (c != ' ' && c != '\t') compact += c;
        }
        const auto semicolon = compact.find(';');
        const auto name = std::string_view(compact).substr(0, semicolon);
        const auto weight = semicolon == std::string::npos
                                ? std::string_view()
                                : std::string_view(compact).substr(semicolon + 1);
        const bool zero = weight.starts_with("q=0") &&
                          weight.find_first_of("123456789") == std::string_view::npos;
        if (equal_ignoring_case(name, coding)) return !zero;
        if (name == "*") any = !zero;
    }
    return any;
}

Result<StaticFiles> StaticFiles::load(const fs::path& directory, std::string_view base_path) {
    StaticFiles result;
    std::size_t total = 0;
    std::error_code error;
    fs::recursive_directory_iterator entries(directory, error);
    const auto refused = [&](const std::string& file, const std::string& why) {
        return refuse(Code::malformed, file, why);
    };
    if (error) return refused(directory.string(), error.message());
    for (const auto& entry : entries) {
        const auto hidden = entry.path().filename().string().starts_with('.');
        if (hidden || !entry.is_regular_file(error)) continue;
        std::ifstream in(entry.path(), std::ios::binary);
        std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
        if (!in) return refused(entry.path().string(), "This file cannot be read.");
        total += bytes.size();
        if (total > most_bytes) return refused(directory.string(), "More than 64 MiB of files.");
        auto path = "/" + entry.path().lexically_relative(directory).generic_string();
        const bool brotli = take_suffix(path, ".br");
        const bool gzip = !brotli && take_suffix(path, ".gz");
        if (is_page(path)) {
            if (brotli || gzip) continue;
            bytes = with_base_path(bytes, base_path);
        }
        auto& file = result.files_[path];
        file.content_type = type_of(path);
        file.immutable = is_hashed(path);
        auto& variant = brotli ? file.brotli : gzip ? file.gzip : file.plain;
        variant.etag = etag_of(bytes);
        variant.bytes = std::make_shared<const std::string>(std::move(bytes));
    }
    return result;
}

const StaticFiles::File* StaticFiles::find(std::string_view path) const {
    auto found = files_.find(path);
    if (path.ends_with('/')) found = files_.find(std::string(path) + "index.html");
    if (found == files_.end()) found = files_.find(std::string(path) + ".html");
    if (found != files_.end() && found->second.plain.bytes) return &found->second;
    if (!may_be_a_screen(path)) return nullptr;
    found = files_.find(page);
    return found != files_.end() && found->second.plain.bytes ? &found->second : nullptr;
}

Response StaticFiles::serve(const Request& request) const {
    const auto path = percent_decode(request.path);
    const auto* file = path ? find(*path) : nullptr;
    if (!file) {
        return to_response(
            problem_of_status(404, "There is no such file here.", request.request_id));
    }
    const auto accepted = request.header("accept-encoding").value_or("");
    const bool brotli = file->brotli.bytes && accepts_encoding(accepted, "br");
    const bool gzip = !brotli && file->gzip.bytes && accepts_encoding(accepted, "gzip");
    const auto& variant = brotli ? file->brotli : gzip ? file->gzip : file->plain;
    const bool unchanged = is_unchanged(request, variant.etag);
    Response response = unchanged ? empty_response(304) : Response{};
    if (!unchanged) {
        response.content_type = file->content_type;
        response.body = variant.bytes;
        if (brotli || gzip) response.with("Content-Encoding", brotli ? "br" : "gzip");
    }
    if (file->brotli.bytes || file->gzip.bytes) response.with("Vary", "Accept-Encoding");
    response.with("ETag", variant.etag);
    response.with("Cache-Control",
                  file->immutable ? "public, max-age=31536000, immutable" : "no-cache");
    return response;
}

Handler StaticFiles::handler() const {
    auto shared = std::make_shared<const StaticFiles>(*this);
    return [shared](const Request& request, const Respond& respond) {
        respond(shared->serve(request));
    };
}

}  // namespace dibs::http
