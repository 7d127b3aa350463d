// See private_key.hpp. No passphrase is asked for: nobody is there to type it.
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

}  // namespace dibs::ssh
