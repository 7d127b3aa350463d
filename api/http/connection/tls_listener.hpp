// TLS ends at this door: a connection that comes in over TLS goes on inside as any other does, over
// a pair of sockets, so that sessions and streams know nothing of it but that it was there. Two
// copies more for each byte, and two descriptors more for each connection; no second way to write a
// session. The certificate is read again when its file changes, because certificates are renewed.
// On the event loop's thread, but for open().
#pragma once

#include "api/http/connection/server_core.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>

#include <tl/expected.hpp>

namespace dibs::http {

struct TlsFiles {
    std::filesystem::path certificate;  // PEM, with the chain behind it
    std::filesystem::path key;          // PEM, without a passphrase
};

class TlsListener {
  public:
    // The error names the file and what is wrong with it.
    [[nodiscard]] static tl::expected<std::unique_ptr<TlsListener>, std::string> open(
        TlsFiles files);
    virtual ~TlsListener() = default;

    // Shakes hands, then starts the session. Takes the connected, non-blocking socket over, also if
    // it throws.
    virtual void accept(const std::shared_ptr<ServerCore>& core, int fd, std::string peer,
                        ConnectionSlotPtr slot) = 0;
};

}  // namespace dibs::http
