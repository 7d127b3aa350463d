// One request in work, without its socket: parses the head into a Request, calls the handler, and
// receives the answer in a slot. Private to the server; on the event loop's thread.
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

// Receives the answer to one request and wakes the session.
struct AnswerSlot {
    std::optional<Response> response;
    std::optional<std::any> admitted;  // the viewer of an admitted upgrade
    std::function<void()> wake;        // on the loop; reset when the session no longer waits
    std::atomic<bool> client_left{false};

    [[nodiscard]] bool filled() const { return response || admitted; }
    void fill(Response answer);
    void admit(std::any viewer);
};
using AnswerSlotPtr = std::shared_ptr<AnswerSlot>;

// The request in work: its parts that outlive the head.
struct Work {
    Request request;
    std::size_t body_size = 0;
    std::optional<ChunkedBody> chunked;  // set in place of body_size
    bool expects_continue = false;
    const Stream* stream = nullptr;  // the stream of an upgrade request
    std::string websocket_key;
    std::string_view method;
    std::string path;
    std::string request_id;
    std::string client;  // the client's address, as a trusted proxy gives it; empty before there is
                         // a request
    std::string_view route = "refused";
    SteadyClock::time_point started;
    bool head_only = false;
    bool close = false;  // close the connection after the answer
};

// Fills `work` from bytes that begin with a whole head; the body is still to be read. A response
// means refused: it is the last on this connection.
[[nodiscard]] std::optional<Response> begin_work(Work& work, std::string_view bytes,
                                                 std::size_t head_size, ServerCore& core,
                                                 const std::string& peer, bool over_tls);

// Passes the request to its route's handler or to the stream's admission. Logs an exception of a
// handler and answers 500.
void ask(const ServerCore& core, Work& work, const AnswerSlotPtr& slot);

}  // namespace dibs::http
