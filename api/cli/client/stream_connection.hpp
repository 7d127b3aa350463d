// One WebSocket to /api/v1/stream: Beast speaks it, over a connection that libcurl opens (so that
// https and proxies work as for all other requests). Blocking; used by `dibs watch` alone.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace dibs::cli {

class StreamConnection {
  public:
    // Throws Failure: unreachable, or what the server refused with.
    StreamConnection(const std::string& server, const std::string& token);
    ~StreamConnection();
    StreamConnection(const StreamConnection&) = delete;
    StreamConnection& operator=(const StreamConnection&) = delete;

    void send(const std::string& text);
    // The next text message; nothing when the connection ended (`why` says how). Answers pings, and
    // takes a minute of silence for the end.
    [[nodiscard]] std::optional<std::string> next();
    [[nodiscard]] const std::string& why() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dibs::cli
