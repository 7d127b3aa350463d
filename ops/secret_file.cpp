// Who may read the file, may be Dibs elsewhere.
#include "ops/secret_file.hpp"

#include <fstream>

namespace dibs {

tl::expected<std::string, std::string> read_secret(std::string_view key,
                                                   const std::filesystem::path& file) {
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
    std::string secret;
    std::getline(in, secret);
    if (secret.ends_with('\r')) secret.pop_back();
    if (secret.empty()) return wrong("is empty, or cannot be read");
    return secret;
}

}  // namespace dibs
