// Secrets of the configuration: lines of separate files, readable by the account of dibsd alone.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

// `key`: "[oidc] client_secret_file". The error is a sentence for an admin, without the secret.
[[nodiscard]] tl::expected<std::string, std::string> read_secret(std::string_view key,
                                                                 const std::filesystem::path& file);

// All lines that are not empty, at least one.
[[nodiscard]] tl::expected<std::vector<std::string>, std::string> read_secrets(
    std::string_view key, const std::filesystem::path& file);

}  // namespace dibs
