// One WebSocket to /api/v1/stream: Beast over a connection opened by libcurl, so that https and
// proxies work as for other requests. Blocking; only `dibs watch` uses it.
#pragma once

#include <memory>
#include <optional>
#include <string>

namespace dibs::cli {

class StreamConnection {
  public:
    // Throws Failure: unreachable, or the refusal of the server.
    StreamConnection(const std::string& server, const std::string& token);
    ~StreamConnection();
    StreamConnection(const StreamConnection&) = delete;
    StreamConnection& operator=(const StreamConnection&) = delete;

    void send(const std::string& text);
    // The next text message; none when the connection is closed (`why` has the reason). Answers
    // pings. One minute of silence counts as closed.
    [[nodiscard]] std::optional<std::string> next();
    [[nodiscard]] const std::string& why() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace dibs::cli
