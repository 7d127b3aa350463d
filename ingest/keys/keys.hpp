// The keys of an installation, and sealing with them. Uses XChaCha20-Poly1305 (libsodium) with a
// random nonce each time; writes nonce and text as base64. Keys are in a file of lines (README.md),
// or in memory for tests. Any thread.
#pragma once

#include "domain/codec/seal.hpp"

#include <array>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

namespace dibs {

class Keys : public Sealer {
  public:
    template <class T>
    using Outcome = tl::expected<T, std::string>;  // the error is a sentence

    // Makes the file. An existing file is an error.
    static Outcome<std::unique_ptr<Keys>> create(const std::filesystem::path& file);
    // Refuses a file that is absent, readable by others, damaged (names the line) or of a newer
    // format.
    static Outcome<std::unique_ptr<Keys>> open(const std::filesystem::path& file);
    static std::unique_ptr<Keys> in_memory();

    // Returns 16 hex digits that differ between installations and reveal nothing else about the
    // key.
    [[nodiscard]] std::string check() const;
    // BLAKE2b of a text under the installation's key, 32 hex digits. Only the key shows whether two
    // texts are equal.
    [[nodiscard]] std::string digest(std::string_view text) const;
    // Ed25519 with a key derived from the installation's key: 128 hex digits, and 64 of the public
    // key.
    [[nodiscard]] std::string sign(std::string_view text) const;
    [[nodiscard]] std::string public_key() const;
    // Erases a person's key: all text sealed for them, now or later, reads as erased. Also erases
    // the keys of accounts with these `digest` values: text sealed for them so far reads as erased.
    // On disk on return. False: already erased.
    bool erase(PersonId person, const std::vector<std::string>& accounts = {});

    std::string seal(std::string_view plain, std::string_view about) override;
    Result<std::string> open(std::string_view sealed, std::string_view about) const override;
    std::string seal_for(const KeyOwner& owner, std::string_view plain,
                         std::string_view about) override;
    Result<std::optional<std::string>> open_for(const KeyOwner& owner, std::string_view sealed,
                                                std::string_view about) const override;
    [[nodiscard]] bool is_erased(const KeyOwner& owner) const override;

  private:
    using Key = std::array<unsigned char, 32>;

    Keys() = default;
    struct SigningKey {
        std::array<unsigned char, 64> secret;
        std::array<unsigned char, 32> open;
    };
    [[nodiscard]] SigningKey signing_key() const;
    Outcome<void> load() const;
    [[nodiscard]] bool has_mark_of(const std::string& owner) const;
    void append(const std::string& owner, const Key& key);
    void rewrite_file() const;
    void read_again_if_changed() const;
    [[nodiscard]] const Key* find(const std::string& owner) const;

    std::filesystem::path file_{};  // empty: in memory
    Key installation_{};
    mutable std::mutex mutex_;
    mutable std::map<std::string, Key, std::less<>> keys_;        // under mutex_
    mutable std::pair<std::int64_t, std::int64_t> read_as_of_{};  // the file's time and size
};

}  // namespace dibs
