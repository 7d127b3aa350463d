// A connection that libcurl opens, as bytes: with the proxies, the certificates and the checks of
// the other requests. Blocking. The bottom of stream_connection.*, used on its one thread.
#pragma once

#include <cstddef>
#include <string>

namespace dibs::cli {

class CurlSocket {
  public:
    // "http://host:8080/prefix" or "https://…". Throws Failure (unreachable).
    explicit CurlSocket(const std::string& server);
    ~CurlSocket();
    CurlSocket(const CurlSocket&) = delete;
    CurlSocket& operator=(const CurlSocket&) = delete;

    // At least one byte, as soon as there are any; 0: the connection is over, `why` says how. A
    // minute of silence ends it too.
    [[nodiscard]] std::size_t read(char* to, std::size_t most);
    // The same; at most what there is room for at once.
    [[nodiscard]] std::size_t write(const char* from, std::size_t size);
    [[nodiscard]] const std::string& why() const { return why_; }

  private:
    [[nodiscard]] bool wait(short events);

    void* curl_;
    std::string why_;
};

}  // namespace dibs::cli
