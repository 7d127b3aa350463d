// A client of an ApiWorld's live stream over a real socket: subscribes, and reads frames.
#pragma once

#include "tests/support/api_world.hpp"
#include "tests/support/raw_ws.hpp"

#include <string>
#include <string_view>

namespace dibs::test {

class Watcher {
  public:
    explicit Watcher(ApiWorld& world, const std::string& more = "",
                     const std::string& path = "/api/v1/stream")
        : ws_(world.port(), path, more) {}
    Watcher(ApiWorld& world, PersonId person)
        : Watcher(by_cookie(world, world.cookie_of(person))) {}
    // With a ticket of that session, as the dashboard does.
    static Watcher by_cookie(ApiWorld& world, const std::string& cookie) {
        return Watcher(world, "Cookie: " + cookie + "\r\n", world.stream_path(cookie));
    }

    [[nodiscard]] int status() const { return ws_.response.status; }
    void say(const std::string& text) { ws_.send_text(text); }
    ApiReply next() { return {200, ws_.read_text(), {}}; }
    // The next message of that type; skips others.
    ApiReply next(std::string_view type) {
        for (int i = 0; i < 500; ++i) {
            auto message = next();
            if (message.body.empty() || message.at("type") == type) return message;
        }
        return {};
    }
    int close_code() {
        for (int i = 0; i < 500; ++i) {
            const auto frame = ws_.read();
            if (!frame) return -1;
            if (frame->opcode == 8) return frame->close_code();
        }
        return -1;
    }

  private:
    RawWs ws_;
};

}  // namespace dibs::test
