// TLS termination: relays each TLS connection over a socket pair to an ordinary session. Sessions
// and streams know of TLS only that it was used, so there is one way to write a session. Costs two
// more copies per byte and two more descriptors per connection. Reloads the certificate when its
// file changes, because certificates are renewed. On the event loop's thread, except open().
#pragma once

#include "api/http/connection/server_core.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace dibs::http {

struct TlsFiles {
    std::filesystem::path certificate;  // PEM, followed by the chain
    std::filesystem::path key;          // PEM, without a passphrase
};

class TlsListener {
  public:
    // The error names the file and its fault.
    [[nodiscard]] static tl::expected<std::unique_ptr<TlsListener>, std::string> open(
        TlsFiles files);
    virtual ~TlsListener() = default;

    // Does the TLS handshake, then starts the session. Takes ownership of the connected,
    // non-blocking socket, also if it throws.
    virtual void accept(const std::shared_ptr<ServerCore>& core, int fd, std::string peer,
                        ConnectionSlotPtr slot) = 0;
};

}  // namespace dibs::http
