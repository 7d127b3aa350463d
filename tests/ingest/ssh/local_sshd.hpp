// A real OpenSSH server for a test: own folder, own keys, a free loopback port. The destructor ends
// it with all its children. It uses sshd from $DIBS_SSHD, else from PATH or the usual places;
// without one the test fails. As root it runs in a mount namespace of its own with a user `sshd`
// and /run/sshd, so that the machine stays unchanged.
#pragma once

#include "ingest/ssh/remote.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace dibs::test {

struct KeyPair {
    std::string private_file{};
    std::string public_line{};  // as in authorized_keys
    std::string fingerprint{};  // "SHA256:…"
};

// Makes a new ed25519 key in `file`; the return value has its public half.
KeyPair make_key(const std::filesystem::path& file);

class LocalSshd {
  public:
    // `more`: further lines of its configuration.
    explicit LocalSshd(std::string more = "");
    ~LocalSshd();
    LocalSshd(const LocalSshd&) = delete;
    LocalSshd& operator=(const LocalSshd&) = delete;

    void start();  // again after stop(): the same port and keys
    void stop();   // the listener and every session of it
    void kill_sessions();
    // Lets the holder of this key log in too.
    void let_in(const KeyPair& key) const;
    void reject_logins() const;
    void change_host_key();  // takes effect with the next start()

    // Installs a stand-in program, first in the PATH of every session.
    void install(const std::string& name, const std::string& script);

    [[nodiscard]] ssh::HostTarget target(const std::string& name) const;
    [[nodiscard]] fleet::Jump jump() const;
    // Counts these words in its log.
    [[nodiscard]] int logged(const std::string& words) const;
    [[nodiscard]] const KeyPair& client_key() const { return client_key_; }
    [[nodiscard]] const KeyPair& host_key() const { return host_key_; }
    [[nodiscard]] const std::filesystem::path& folder() const { return folder_; }
    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] std::string log() const;
    [[nodiscard]] std::vector<int> processes() const;  // all children of the server

  private:
    void write_config() const;
    [[nodiscard]] bool listens() const;

    std::filesystem::path folder_;
    std::filesystem::path sshd_;
    std::string more_;
    KeyPair host_key_;
    KeyPair client_key_;
    std::uint16_t port_{};
    int pid_{-1};
};

// Returns a port without a listener.
std::uint16_t free_port();

}  // namespace dibs::test
