// The one private key that is offered to hosts. Read on first use and kept. While it cannot be
// read, each login tries again. Pool thread only.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <memory>
#include <string>
#include <utility>

struct ssh_key_struct;

namespace dibs::ssh {

class PrivateKey {
  public:
    explicit PrivateKey(std::string file) : file_(std::move(file)) {}

    [[nodiscard]] tl::expected<ssh_key_struct*, RemoteError> get();

  private:
    struct Free {
        void operator()(ssh_key_struct* key) const;
    };
    std::string file_;
    std::unique_ptr<ssh_key_struct, Free> key_;
};

// Returns the public half as a line of authorized_keys: "ssh-ed25519 AAAA…". Any thread.
[[nodiscard]] tl::expected<std::string, RemoteError> public_line_of(const std::string& file);

}  // namespace dibs::ssh
