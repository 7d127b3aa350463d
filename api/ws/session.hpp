// Starts a WebSocket on a connection whose upgrade is checked and admitted; for http_session.cpp.
#pragma once

#include "api/ws/hub.hpp"

#include <any>
#include <functional>
#include <string>

namespace dibs::ws {

struct Upgrade {
    int fd = -1;      // connected and non-blocking; the session takes ownership
    std::string key;  // Sec-WebSocket-Key, checked
    std::any viewer;
    std::string peer;
    std::string request_id;
    std::function<void(int code)> on_end;  // called once, on the loop; 1006: no close frame
};

void start_session(Hub& hub, http::EventLoop& loop, Upgrade upgrade);

}  // namespace dibs::ws
