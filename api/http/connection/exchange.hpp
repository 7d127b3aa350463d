// One request in work, without its socket: from the bytes of its head to a Request, to whoever
// answers it, to the slot where the answer arrives. Private to the server; on the event loop's
// thread.
#pragma once

#include "api/http/connection/server_core.hpp"
#include "api/http/message/chunked_body.hpp"
#include "api/http/message/head_check.hpp"

#include <any>
#include <atomic>
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
    std::atomic<bool> client_left{false};

    [[nodiscard]] bool filled() const { return response || admitted; }
    void fill(Response answer);
    void admit(std::any viewer);
};
using AnswerSlotPtr = std::shared_ptr<AnswerSlot>;

// The request in work: what of it outlives its head.
struct Work {
    Request request;
    std::size_t body_size = 0;
    std::optional<ChunkedBody> chunked;  // in place of a size
    bool expects_continue = false;
    const Stream* stream = nullptr;  // that it asks to be upgraded to
    std::string websocket_key;
    std::string_view method;
    std::string path;
    std::string request_id;
    std::string client;  // its address, as a trusted proxy says; empty before there is a request
    std::string_view route = "refused";
    SteadyClock::time_point started;
    bool head_only = false;
    bool close = false;  // after the answer
};

// From bytes that begin with a whole head, to a request without its body. A response: refused, and
// it is the last on this connection.
[[nodiscard]] std::optional<Response> begin_work(Work& work, std::string_view bytes,
                                                 std::size_t head_size, ServerCore& core,
                                                 const std::string& peer, bool over_tls);

// Hands the request to its route's handler, or to the stream's admission. What a handler throws is
// logged and answered with 500.
void ask(const ServerCore& core, Work& work, const AnswerSlotPtr& slot);

}  // namespace dibs::http
