// A faulty host: accepts connections on a loopback port, sends some bytes and then hangs, or resets
// the connection. Any number of targets lead to it, each with a connection of its own.
#pragma once

#include "ingest/ssh/remote.hpp"
#include "ingest/ssh/socket.hpp"
#include "tests/ingest/ssh/local_sshd.hpp"

#include <atomic>
#include <string>
#include <thread>

namespace dibs::test {

class Tarpit {
  public:
    enum class Then { hang, reset };
    explicit Tarpit(std::string says, Then then = Then::hang);
    ~Tarpit();
    Tarpit(const Tarpit&) = delete;
    Tarpit& operator=(const Tarpit&) = delete;

    [[nodiscard]] ssh::HostTarget target(const std::string& name) const;

  private:
    void run();

    std::string says_;
    Then then_;
    ssh::Fd listener_;
    std::uint16_t port_{};
    std::atomic<bool> stopping_{false};
    std::thread thread_;
};

// Returns the bytes of a real server up to its first wait in the key exchange: its greeting and its
// list of algorithms.
std::string first_words_of(const LocalSshd& server);

}  // namespace dibs::test
