// The steps between a head and an answer that need no socket.
#include "api/http/connection/exchange.hpp"

#include "api/http/message/client_address.hpp"
#include "api/http/problem.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <new>
#include <utility>

#include <spdlog/spdlog.h>

namespace dibs::http {
namespace {

// Shared by all copies of one Respond. Its destructor answers 500 if no copy gave an answer.
class Promise {
  public:
    Promise(AnswerSlotPtr slot, LoopHandle loop, std::string request_id)
        : slot_(std::move(slot)), loop_(std::move(loop)), request_id_(std::move(request_id)) {}
    Promise(const Promise&) = delete;
    Promise& operator=(const Promise&) = delete;
    ~Promise() {
        if (answered_) return;
        answer(to_response(problem_of_status(500, "Nobody answered this request.", request_id_)));
    }
    void answer(Response response) {
        if (answered_.exchange(true)) return;
        if (loop_.on_loop()) {
            slot_->fill(std::move(response));
            return;
        }
        loop_.post([slot = slot_, response = std::move(response)]() mutable {
            slot->fill(std::move(response));
        });
    }
    void admit(std::any viewer) {
        if (answered_.exchange(true)) return;
        loop_.run([slot = slot_, viewer = std::move(viewer)] { slot->admit(viewer); });
    }

  private:
    AnswerSlotPtr slot_;
    LoopHandle loop_;
    std::string request_id_;
    std::atomic<bool> answered_{false};
};

// The answer for an exception of a handler.
Response internal_error(const std::string& request_id, const std::exception& error) {
    spdlog::error("request {}: a handler threw: {}", request_id, error.what());
    if (dynamic_cast<const std::bad_alloc*>(&error)) {
        auto problem = problem_of_status(503, "There is not enough memory for this.", request_id);
        problem.retry_after_s = 1;
        return to_response(problem);
    }
    return to_response(problem_of_status(500,
                                         "Something went wrong inside; the log has it under "
                                         "this request's id.",
                                         request_id));
}

bool is_sane_id(std::string_view id) {
    return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    });
}

// 16 bytes in base64: 22 digits and "==".
bool is_websocket_key(std::string_view key) {
    return key.size() == 24 && key.ends_with("==") &&
           std::all_of(key.begin(), key.end() - 2, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '+' || c == '/';
           });
}

// The client's X-Request-Id if it is 1 to 64 letters, digits, "-", "_" or "."; otherwise a new one.
std::string request_id_of(const Head& head, ServerCore& core) {
    for (std::size_t i = 0; i < head.field_count; ++i) {
        if (equal_ignoring_case(head.fields[i].name, "x-request-id") &&
            is_sane_id(head.fields[i].value)) {
            return std::string(head.fields[i].value);
        }
    }
    return core.make_request_id();
}

bool is_below(std::string_view path, std::string_view base) {
    return path.starts_with(base) && (path.size() == base.size() || path[base.size()] == '/');
}

// Without the body. Refused: outside the base path (404), a query that breaks its rules (400).
tl::expected<Request, Response> make_request(const Head& head, const ServerCore& core,
                                             const std::string& peer,
                                             const std::string& request_id) {
    std::string_view base;
    if (head.path != "*") base = core.config.base_path;
    if (head.path != "*" && !is_below(head.path, base)) {
        return tl::unexpected(to_response(problem_of_status(
            404, "Everything here lives under " + core.config.base_path + "/.", request_id)));
    }
    auto query = Query::parse(head.query);
    if (!query) return tl::unexpected(refusal_response(query.error(), request_id));
    Request request;
    request.method = *parse_method(head.method);
    request.path = head.path.substr(base.size());
    if (request.path.empty()) request.path = "/";
    request.query = std::move(*query);
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < head.field_count; ++i) {
        bytes += head.fields[i].name.size() + head.fields[i].value.size();
    }
    request.headers.reserve(bytes, head.field_count);
    for (std::size_t i = 0; i < head.field_count; ++i) {
        request.headers.add(head.fields[i].name, head.fields[i].value);
    }
    request.peer = client_address(request.headers, peer, core.config.proxies);
    request.request_id = request_id;
    request.base_path = base;
    return request;
}

const Stream* stream_at(const ServerCore& core, std::string_view path) {
    for (const auto& stream : core.streams) {
        if (stream.path == path) return &stream;
    }
    return nullptr;
}

// The reason to refuse the upgrade (wrong version or key, foreign Origin, hub full); none: it is
// fine.
std::optional<Response> upgrade_fault(const Head& head, const Request& request,
                                      const Stream& stream, const ServerCore& core) {
    const auto problem = [&](int status, const char* detail) {
        return to_response(problem_of_status(status, detail, request.request_id));
    };
    if (!head.websocket || request.header("sec-websocket-version") != "13") {
        return problem(426, "This path speaks WebSocket, version 13, and nothing else.")
            .with("Upgrade", "websocket")
            .with("Connection", "Upgrade")
            .with("Sec-WebSocket-Version", "13");
    }
    if (!is_websocket_key(request.header("sec-websocket-key").value_or(""))) {
        return problem(400, "Sec-WebSocket-Key must be 16 bytes in base64.");
    }
    if (auto verdict = check_origin(request, core.config.origins); !verdict) {
        return refusal_response(verdict.error(), request.request_id);
    }
    if (core.stopping || core.streams_full() || stream.hub->full()) {
        auto response = problem(503, "No further stream can be opened at the moment.");
        response.with("Retry-After", "5");
        return response;
    }
    return std::nullopt;
}

// Fills the slot once, from any thread; with a 500 if it is dropped unused.
Respond respond_into(const AnswerSlotPtr& slot, LoopHandle loop, std::string request_id) {
    auto promise = std::make_shared<Promise>(slot, std::move(loop), std::move(request_id));
    return [promise](Response response) { promise->answer(std::move(response)); };
}

// Returns the route's template, for the counters.
std::string_view ask_router(const ServerCore& core, Request request, const AnswerSlotPtr& slot) {
    const auto id = request.request_id;
    // Dropped unused it answers 500.
    const auto respond = respond_into(slot, core.loop.handle(), id);
    try {
        return core.router.handle(std::move(request), respond);
    } catch (const std::exception& error) {
        slot->fill(internal_error(id, error));
    }
    return "failed";
}

void ask_admission(const ServerCore& core, const Stream& stream, Request request,
                   const AnswerSlotPtr& slot) {
    const auto id = request.request_id;
    auto promise = std::make_shared<Promise>(slot, core.loop.handle(), id);
    try {
        stream.authenticate(std::move(request), [promise](Admission admission) {
            if (admission.refusal) {
                promise->answer(std::move(*admission.refusal));
            } else {
                promise->admit(std::move(admission.viewer));
            }
        });
    } catch (const std::exception& error) {
        slot->fill(internal_error(id, error));
    }
}

}  // namespace

void AnswerSlot::fill(Response answer) {
    if (filled()) return;
    response = std::move(answer);
    if (wake) wake();
}

void AnswerSlot::admit(std::any viewer) {
    if (filled()) return;
    admitted = std::move(viewer);
    if (wake) wake();
}

std::optional<Response> begin_work(Work& work, std::string_view bytes, std::size_t head_size,
                                   ServerCore& core, const std::string& peer, bool over_tls) {
    work = {};
    work.started = SteadyClock::now();
    const auto refused = [&](int status, std::string detail) {
        return to_response(problem_of_status(status, std::move(detail), work.request_id));
    };
    const auto head = check_head(bytes.substr(0, head_size));
    if (!head) {
        work.request_id = core.make_request_id();
        return refused(head.error().status, std::string(head.error().rule));
    }
    work.method = method_name(*parse_method(head->method));
    work.path = head->path;
    work.request_id = request_id_of(*head, core);
    work.head_only = head->method == "HEAD";
    work.close = !head->keep_alive || core.stopping;
    work.expects_continue = head->expects_continue;
    work.body_size = static_cast<std::size_t>(head->content_length);
    const auto most = core.config.limits.body_bytes;
    if (head->chunked) work.chunked.emplace(most);
    if (head->content_length > most) {
        return refused(413, "A body holds at most " + std::to_string(most) + " bytes.");
    }
    auto request = make_request(*head, core, peer, work.request_id);
    if (!request) return std::move(request.error());
    request->over_tls = over_tls;
    work.client = request->peer;
    work.stream = stream_at(core, request->path);
    if (work.stream) {
        if (auto fault = upgrade_fault(*head, *request, *work.stream, core)) return fault;
        if (bytes.size() > head_size) {
            return refused(400, "Nothing may follow an upgrade before it is answered.");
        }
        work.websocket_key = *request->header("sec-websocket-key");
    }
    work.request = std::move(*request);
    return std::nullopt;
}

void ask(const ServerCore& core, Work& work, const AnswerSlotPtr& slot) {
    work.request.left = {slot, &slot->client_left};
    if (work.stream) {
        work.route = "stream";
        ask_admission(core, *work.stream, std::move(work.request), slot);
    } else {
        work.route = ask_router(core, std::move(work.request), slot);
    }
}

}  // namespace dibs::http
