// See private_key.hpp. A key with a passphrase is an error: a server cannot ask for it.
#include "ingest/ssh/private_key.hpp"

#include <libssh/libssh.h>

namespace dibs::ssh {

void PrivateKey::Free::operator()(ssh_key_struct* key) const {
    ssh_key_free(key);
}

tl::expected<ssh_key_struct*, RemoteError> PrivateKey::get() {
    if (key_) return key_.get();
    ssh_key loaded = nullptr;
    const int read = ssh_pki_import_privkey_file(file_.c_str(), nullptr, nullptr, nullptr, &loaded);
    if (read != SSH_OK) {
        return tl::unexpected(
            RemoteError{.kind = RemoteErrorKind::auth_failed,
                        .text = "key file '" + file_ +
                                "': cannot be read, or is no private key without passphrase"});
    }
    key_.reset(loaded);
    return key_.get();
}

tl::expected<std::string, RemoteError> public_line_of(const std::string& file) {
    PrivateKey key(file);
    const auto loaded = key.get();
    if (!loaded) return tl::unexpected(loaded.error());
    char* base64 = nullptr;
    if (ssh_pki_export_pubkey_base64(*loaded, &base64) != SSH_OK) {
        return tl::unexpected(RemoteError{.kind = RemoteErrorKind::auth_failed,
                                          .text = "key file '" + file + "': has no public half"});
    }
    auto line = std::string(ssh_key_type_to_char(ssh_key_type(*loaded))) + ' ' + base64;
    ssh_string_free_char(base64);
    return line;
}

}  // namespace dibs::ssh
