// Seals, and keeps all keys in memory. A new key is on disk before its first use.
#include "ingest/keys/keys.hpp"

#include "domain/kernel/text.hpp"
#include "domain/log/hash.hpp"
#include "ingest/keys/key_file.hpp"

#include <algorithm>
#include <stdexcept>

#include <sodium.h>
#include <sys/stat.h>

namespace dibs {
namespace {

constexpr std::string_view installation_name = "installation";
constexpr std::string_view account_prefix = "account:";
const std::string erased_mark = "erased:";  // before the name of an owner whose key was erased
constexpr std::size_t nonce_bytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES;
constexpr std::size_t tag_bytes = crypto_aead_xchacha20poly1305_ietf_ABYTES;
constexpr int base64 = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

const unsigned char* bytes(std::string_view text) {
    return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* bytes(std::string& text) {
    return reinterpret_cast<unsigned char*>(text.data());
}

template <class Bytes>
std::string hex_of(const Bytes& bytes) {
    return to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

std::string name_of(const KeyOwner& owner) {
    if (const auto* person = std::get_if<PersonId>(&owner)) return to_text(*person);
    // The name of an account comes from a host. Bytes that are not plain are written in hex, so
    // that different names stay different.
    std::string name(account_prefix);
    for (const char c : std::get<std::string>(owner)) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = byte > ' ' && byte < 127 && c != '%';
        name += plain ? std::string(1, c)
                      : "%" + std::string(1, "0123456789abcdef"[byte >> 4U]) +
                            std::string(1, "0123456789abcdef"[byte & 15U]);
    }
    return name;
}

template <class Key>
std::string seal_with(const Key& key, std::string_view plain, std::string_view about) {
    std::string raw(nonce_bytes + plain.size() + tag_bytes, '\0');
    randombytes_buf(raw.data(), nonce_bytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(bytes(raw) + nonce_bytes, nullptr, bytes(plain),
                                               plain.size(), bytes(about), about.size(), nullptr,
                                               bytes(raw), key.data());
    std::string text(sodium_base64_encoded_len(raw.size(), base64), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes(raw), raw.size(), base64);
    text.pop_back();
    return text;
}

template <class Key>
Result<std::string> open_with(const Key& key, std::string_view sealed, std::string_view about) {
    const auto damaged = [] {
        return refuse(Code::malformed, "",
                      "What is sealed does not open: the key file is another installation's, or "
                      "the log is damaged.");
    };
    std::string raw(sealed.size() * 3 / 4 + 1, '\0');
    std::size_t length = 0;
    const char* end = nullptr;
    if (sodium_base642bin(bytes(raw), raw.size(), sealed.data(), sealed.size(), nullptr, &length,
                          &end, base64) != 0 ||
        end != sealed.data() + sealed.size() || length < nonce_bytes + tag_bytes) {
        return damaged();
    }
    std::string plain(length - nonce_bytes - tag_bytes, '\0');
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(
            bytes(plain), nullptr, nullptr, bytes(raw) + nonce_bytes, length - nonce_bytes,
            bytes(about), about.size(), bytes(raw), key.data()) != 0) {
        return damaged();
    }
    return plain;
}

void start_sodium() {
    if (sodium_init() < 0) throw std::runtime_error("libsodium does not start");
}

std::pair<std::int64_t, std::int64_t> version_of(const std::filesystem::path& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return {};
    return {status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec, status.st_size};
}

}  // namespace

Keys::Outcome<std::unique_ptr<Keys>> Keys::create(const std::filesystem::path& file) {
    if (std::filesystem::exists(file)) {
        return tl::unexpected("the key file " + file.string() + " exists; it was left as it is");
    }
    auto keys = in_memory();
    keys->file_ = file;
    try {
        keys->rewrite_file();
    } catch (const std::exception& error) {
        return tl::unexpected(std::string(error.what()));
    }
    return keys;
}

Keys::Outcome<std::unique_ptr<Keys>> Keys::open(const std::filesystem::path& file) {
    start_sodium();
    std::unique_ptr<Keys> keys(new Keys);
    keys->file_ = file;
    if (auto loaded = keys->load(); !loaded) {
        return tl::unexpected("the key file " + file.string() + ": " + loaded.error());
    }
    const auto* found = keys->find(std::string(installation_name));
    if (found == nullptr) {
        return tl::unexpected("the key file " + file.string() + " has no installation key");
    }
    keys->installation_ = *found;
    return keys;
}

std::unique_ptr<Keys> Keys::in_memory() {
    start_sodium();
    std::unique_ptr<Keys> keys(new Keys);
    randombytes_buf(keys->installation_.data(), keys->installation_.size());
    keys->keys_.emplace(installation_name, keys->installation_);
    return keys;
}

Keys::Outcome<void> Keys::load() const {
    const auto version = version_of(file_);
    const auto text = key_file::read(file_);
    if (!text) return tl::unexpected(text.error());
    auto lines = key_file::parse(*text);
    if (!lines) return tl::unexpected(lines.error());
    keys_.clear();
    for (auto& [name, key] : *lines) keys_.insert_or_assign(std::move(name), key);
    read_as_of_ = version;
    return {};
}

void Keys::read_again_if_changed() const {
    if (file_.empty() || version_of(file_) == read_as_of_) return;
    (void)load();  // if the file is damaged meanwhile, the keys in memory stay
}

const Keys::Key* Keys::find(const std::string& owner) const {
    const auto found = keys_.find(owner);
    return found == keys_.end() ? nullptr : &found->second;
}

void Keys::append(const std::string& owner, const Key& key) {
    if (!file_.empty()) {
        key_file::append(file_, key_file::line_of(owner, key));
        read_as_of_ = version_of(file_);
    }
    keys_.emplace(owner, key);
}

void Keys::rewrite_file() const {
    std::string text(key_file::heading);
    for (const auto& [name, key] : keys_) text += key_file::line_of(name, key);
    key_file::replace(file_, text);
    read_as_of_ = version_of(file_);
}

std::string Keys::check() const {
    return digest("which installation is this").substr(0, 16);
}

std::string Keys::digest(std::string_view text) const {
    std::array<unsigned char, 16> hash{};
    crypto_generichash(hash.data(), hash.size(), bytes(text), text.size(), installation_.data(),
                       installation_.size());
    return hex_of(hash);
}

Keys::SigningKey Keys::signing_key() const {
    constexpr std::string_view use = "dibs audit signing key 1";
    Key seed{};
    crypto_generichash(seed.data(), seed.size(), bytes(use), use.size(), installation_.data(),
                       installation_.size());
    SigningKey key{};
    crypto_sign_seed_keypair(key.open.data(), key.secret.data(), seed.data());
    return key;
}

std::string Keys::sign(std::string_view text) const {
    const auto key = signing_key();
    std::array<unsigned char, crypto_sign_BYTES> signature{};
    crypto_sign_detached(signature.data(), nullptr, bytes(text), text.size(), key.secret.data());
    return hex_of(signature);
}

std::string Keys::public_key() const {
    return hex_of(signing_key().open);
}

bool Keys::has_mark_of(const std::string& owner) const {
    return keys_.find(erased_mark + owner) != keys_.end();
}

bool Keys::is_erased(const KeyOwner& owner) const {
    const std::lock_guard lock(mutex_);
    return has_mark_of(name_of(owner));
}

// The mark stays, so that no new key is made for the person. A late event cannot be read then.
bool Keys::erase(PersonId person, const std::vector<std::string>& accounts) {
    const auto is_theirs = [&](const auto& line) {
        constexpr auto prefix = account_prefix.size();
        const auto& name = line.first;
        return name.starts_with(account_prefix) &&
               std::find(accounts.begin(), accounts.end(),
                         digest(account_key(name.substr(prefix)))) != accounts.end();
    };
    const std::lock_guard lock(mutex_);
    read_again_if_changed();
    const auto name = to_text(person);
    auto changed = keys_.erase(name) + std::erase_if(keys_, is_theirs);
    if (!has_mark_of(name)) {
        keys_.emplace(erased_mark + name, Key{});
        ++changed;
    }
    if (changed == 0) return false;
    if (!file_.empty()) rewrite_file();
    return true;
}

std::string Keys::seal(std::string_view plain, std::string_view about) {
    return seal_with(installation_, plain, about);
}

Result<std::string> Keys::open(std::string_view sealed, std::string_view about) const {
    return open_with(installation_, sealed, about);
}

std::string Keys::seal_for(const KeyOwner& owner, std::string_view plain, std::string_view about) {
    const auto name = name_of(owner);
    const std::lock_guard lock(mutex_);
    if (find(name) == nullptr) read_again_if_changed();
    if (find(name) == nullptr) {
        Key key{};
        randombytes_buf(key.data(), key.size());
        if (has_mark_of(name)) return seal_with(key, plain, about);  // this key is never stored
        append(name, key);
    }
    return seal_with(*find(name), plain, about);
}

Result<std::optional<std::string>> Keys::open_for(const KeyOwner& owner, std::string_view sealed,
                                                  std::string_view about) const {
    const auto name = name_of(owner);
    const std::lock_guard lock(mutex_);
    if (find(name) == nullptr) read_again_if_changed();
    const auto* key = find(name);
    if (key == nullptr) return std::nullopt;
    auto plain = open_with(*key, sealed, about);
    if (!plain) return tl::unexpected(std::move(plain.error()));
    return std::optional(std::move(*plain));
}

}  // namespace dibs
