// Counters of the HTTP server in a prometheus-cpp registry: the server updates them on the loop's
// thread, and /metrics prints them. References to series are cached, so that counting is cheap.
#pragma once

#include "api/http/connection/server.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace dibs::http {

class HttpMetrics : public ServerObserver {
  public:
    HttpMetrics();
    ~HttpMetrics() override;

    void on_request(std::string_view method, std::string_view route, int status,
                    std::uint64_t microseconds) override;
    void on_ws_open() override;
    void on_ws_close(int code) override;
    void on_connections(std::size_t now_open) override;
    void on_most_connections(std::size_t most) override;
    void on_scarce(std::string_view what, bool refused) override;

    [[nodiscard]] std::string text() const;  // exposition format 0.0.4; any thread

  private:
    struct Series;
    std::unique_ptr<Series> series_;
};

}  // namespace dibs::http
