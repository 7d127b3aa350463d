// One request in work, without its socket: from a checked head to a Request, to whoever answers it,
// to the slot where the answer arrives. Private to the server; on the event loop's thread.
#pragma once

#include "api/http/head_check.hpp"
#include "api/http/server_core.hpp"

#include <any>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace dibs::http {

// Where the answer of one request arrives, and who is woken then.
struct AnswerSlot {
    std::optional<Response> response;
    std::optional<std::any> admitted;  // an upgrade let in: its viewer
    std::function<void()> wake;        // on the loop; emptied when nobody waits any more

    [[nodiscard]] bool filled() const { return response || admitted; }
    void fill(Response answer);
    void admit(std::any viewer);
};
using AnswerSlotPtr = std::shared_ptr<AnswerSlot>;

// Fills the slot from any thread, once; a 500 if it is dropped unused.
[[nodiscard]] Respond respond_into(const AnswerSlotPtr& slot, LoopHandle loop,
                                   std::string request_id);

// The client's X-Request-Id if it is 1 to 64 letters, digits, "-", "_" or "."; else a new one.
[[nodiscard]] std::string request_id_of(const Head& head, ServerCore& core);

// Without the body. Refused: outside the base path (404), a query that breaks its rules (400).
[[nodiscard]] tl::expected<Request, Response> make_request(const Head& head, const ServerCore& core,
                                                           const std::string& peer,
                                                           const std::string& request_id);

[[nodiscard]] const Stream* stream_at(const ServerCore& core, std::string_view path);

// Why this request may not become a WebSocket (wrong version or key, foreign Origin, hub full).
[[nodiscard]] std::optional<Response> upgrade_fault(const Head& head, const Request& request,
                                                    const Stream& stream, const ServerCore& core);

// Calls the route's handler (false) or the stream's admission (true); returns the template for
// counters. What a handler throws is logged and answered with 500.
std::string_view ask_router(const ServerCore& core, Request request, const AnswerSlotPtr& slot);
void ask_admission(const ServerCore& core, const Stream& stream, Request request,
                   const AnswerSlotPtr& slot);

}  // namespace dibs::http
