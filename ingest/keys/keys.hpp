// The keys of an installation, and what is sealed with them: XChaCha20-Poly1305 (libsodium), a
// random nonce each, written as base64 of nonce and text. Kept in a file of lines (README.md), or
// in memory for tests. Any thread.
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

    // Makes the file, which must not exist.
    static Outcome<std::unique_ptr<Keys>> create(const std::filesystem::path& file);
    // Refused: absent, readable by others, damaged (the line is named), of a newer format.
    static Outcome<std::unique_ptr<Keys>> open(const std::filesystem::path& file);
    static std::unique_ptr<Keys> in_memory();

    // 16 hex digits that tell one installation's key from another's, and nothing else of it.
    [[nodiscard]] std::string check() const;
    // BLAKE2b of a text under the installation's key, 32 hex digits: whether two texts are equal
    // can be told with the key alone.
    [[nodiscard]] std::string digest(std::string_view text) const;
    // Ed25519, with a key that comes of the installation's: 128 hex digits, and 64 of the public
    // key.
    [[nodiscard]] std::string sign(std::string_view text) const;
    [[nodiscard]] std::string public_key() const;
    // From now on what was and will be sealed for them reads as erased; on the disk when it
    // returns. Also what was sealed for the accounts whose `digest` this is. False: it was so
    // already.
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
    void write_anew() const;
    void read_again_if_changed() const;
    [[nodiscard]] const Key* find(const std::string& owner) const;

    std::filesystem::path file_{};  // empty: in memory
    Key installation_{};
    mutable std::mutex mutex_;
    mutable std::map<std::string, Key, std::less<>> keys_;        // under mutex_
    mutable std::pair<std::int64_t, std::int64_t> read_as_of_{};  // the file's time and size
};

}  // namespace dibs
