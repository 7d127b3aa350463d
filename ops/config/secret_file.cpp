// Rejects files that other accounts can read: a reader of the secret can act as Dibs elsewhere.
#include "ops/config/secret_file.hpp"

#include <fstream>

namespace dibs {
namespace {

constexpr std::size_t most_secrets = 16;

}  // namespace

tl::expected<std::vector<std::string>, std::string> read_secrets(
    std::string_view key, const std::filesystem::path& file) {
    const auto wrong = [&](const std::string& rule) {
        return tl::unexpected(std::string(key) + ": " + file.string() + ' ' + rule);
    };
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (error || !std::filesystem::is_regular_file(status)) {
        return wrong("cannot be read, or is no file");
    }
    using std::filesystem::perms;
    if ((status.permissions() & (perms::others_all | perms::group_write)) != perms::none) {
        return wrong("is open to others; its mode has to be 0600");
    }
    std::ifstream in(file);
    std::vector<std::string> secrets;
    for (std::string line; secrets.size() < most_secrets && std::getline(in, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (!line.empty()) secrets.push_back(std::move(line));
    }
    if (secrets.empty()) return wrong("is empty, or cannot be read");
    return secrets;
}

tl::expected<std::string, std::string> read_secret(std::string_view key,
                                                   const std::filesystem::path& file) {
    auto secrets = read_secrets(key, file);
    if (!secrets) return tl::unexpected(secrets.error());
    return std::move(secrets->front());
}

}  // namespace dibs
