// A client of the live stream of an ApiWorld, over a real socket: says what it wants, and reads
// frames.
#pragma once

#include "tests/support/api_world.hpp"
#include "tests/support/raw_ws.hpp"

#include <string>
#include <string_view>

namespace dibs::test {

class Watcher {
  public:
    Watcher(ApiWorld& world, PersonId person)
        : ws_(world.port(), "/api/v1/stream", "Cookie: " + world.cookie_of(person) + "\r\n") {}
    explicit Watcher(ApiWorld& world, const std::string& more = "")
        : ws_(world.port(), "/api/v1/stream", more) {}

    [[nodiscard]] int status() const { return ws_.response.status; }
    void say(const std::string& text) { ws_.send_text(text); }
    ApiReply next() { return {200, ws_.read_text(), {}}; }
    // The next message of that type; others are passed over.
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
