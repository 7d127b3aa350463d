// A byte connection opened by libcurl, with the same proxies, certificates and checks as other
// requests. Blocking. stream_connection.* uses it, on one thread.
#pragma once

#include <cstddef>
#include <string>

namespace dibs::cli {

class CurlSocket {
  public:
    // `server`: "http://host:8080/prefix" or "https://…". Throws Failure (unreachable).
    explicit CurlSocket(const std::string& server);
    ~CurlSocket();
    CurlSocket(const CurlSocket&) = delete;
    CurlSocket& operator=(const CurlSocket&) = delete;

    // Blocks until at least one byte is read. Returns 0 when the connection is closed; `why` has
    // the reason. One minute of silence closes it too.
    [[nodiscard]] std::size_t read(char* to, std::size_t most);
    // Writes as much as fits at once. Returns 0 when the connection is closed, as `read` does.
    [[nodiscard]] std::size_t write(const char* from, std::size_t size);
    [[nodiscard]] const std::string& why() const { return why_; }

  private:
    [[nodiscard]] bool wait(short events);

    void* curl_;
    std::string why_;
};

}  // namespace dibs::cli
