// One request on its way through a route, and the two ways to answer it: from the tables
// (`query_route`) or with a command (`submit`). Handlers, answers and refusals run on the loop
// unless stated otherwise.
#pragma once

#include "api/auth/access.hpp"
#include "api/auth/readiness.hpp"
#include "api/auth/viewer.hpp"
#include "api/http/message/query.hpp"
#include "api/http/message/request.hpp"
#include "api/http/message/response.hpp"
#include "api/http/problem.hpp"
#include "api/http/router.hpp"
#include "api/service.hpp"
#include "domain/codec/json_reader.hpp"
#include "domain/codec/json_writer.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace dibs::routes {

namespace access = auth::access;

struct RequestContext {
    const Service& service;
    http::Request request;
    http::Respond respond;

    // Only for routes whose row demands a credential.
    [[nodiscard]] const auth::Viewer& viewer() const;
};
using RequestPtr = std::shared_ptr<const RequestContext>;

// --- from the tables

using Answer = Result<http::Response>;
using Read = std::function<Answer(const RequestContext&, const Snapshot&)>;
// The place to make the answer. Work on the loop delays everyone, so only small answers are made
// there. The others are the pools of `Workers`.
enum class Where { loop, list, report };
using WhereOf = std::function<Where(const http::Request&)>;

using Known = std::vector<http::Parameter>;
using http::list_of;
using http::number_of;

// A handler with these query parameters (and `at_least`). It waits until the tables reach the
// position, reads, and adds Dibs-Position.
[[nodiscard]] http::Handler query_route(const Service& service, Known parameters, Read read,
                                        Where where = Where::loop);
[[nodiscard]] http::Handler query_route(const Service& service, Known parameters, Read read,
                                        WhereOf where);
// The same for a page of a list, made in a worker thread; adds `limit` and `cursor`.
[[nodiscard]] http::Handler list_route(const Service& service, Known parameters, Read read);

// --- by a command

using Act = std::function<void(const RequestPtr&)>;
[[nodiscard]] http::Handler command_route(const Service& service, Act act, Known parameters = {});

struct Submission {
    Command command;
    // Tried first: an answer from the events alone, if they suffice. It saves the wait for the
    // tables, and a repeat gets the first answer again, whatever happened since.
    std::function<std::optional<http::Response>(const RequestContext&, const Done&,
                                                const Snapshot&)>
        at_once{};
    // Called once the tables hold the command's facts: `done` gives the answer, or `then` the next
    // step.
    std::function<http::Response(const RequestContext&, const Done&, const Snapshot&)> done{};
    std::function<void(const RequestPtr&, const Done&)> then{};
    std::function<void(const RequestPtr&, Refusal)> refused{};  // none: fail()
    bool by_dibs = false;  // the caller has no identity yet: signing in
    std::string source{};  // the origin, if the client's address is not enough
    bool dry_run = false;  // answers without recording anything or using a key
};
void submit(const RequestPtr& context, Submission submission);

// Runs the task in a pool, in the caller's turn, unless the client has left by then. Returns the
// result of WorkPool::run: nothing runs if the caller's share is used up or the pool is full.
[[nodiscard]] WorkPool::Taken run_in_turn(WorkPool& pool, const RequestPtr& context,
                                          WorkPool::Task task);

// Runs `ask` on the tables. If one is being rebuilt, answers 503 or calls `otherwise`. For code
// that the gate does not cover: later, or on another thread.
void ask_tables(const RequestPtr& context, const std::function<void()>& ask,
                const std::function<void(const auth::TablesState&)>& otherwise = {});

// Answers with a problem; any thread.
void fail(const RequestPtr& context, const Refusal& refusal);
// Adds Dibs-Position; 0: the position of the tables.
[[nodiscard]] http::Response positioned(const RequestContext& context, http::Response response,
                                        Position position = 0);

// --- pieces

// For Submission::done of commands without a result to show.
[[nodiscard]] http::Response no_content(const RequestContext& context, const Done& done,
                                        const Snapshot& tables);
// For Submission::refused: an unknown person in the path is answered as not found.
void refuse_unknown_person(const RequestPtr& context, Refusal refusal);
// True if the request has If-Match; otherwise answers 428. `thing`: "board".
[[nodiscard]] bool has_if_match(const RequestPtr& context, std::string_view thing);

// The last event of this type among the command's events; null if there is none.
template <class E>
[[nodiscard]] const E* event_in(const Done& done) {
    const E* found = nullptr;
    for (const auto& event : done.events) {
        if (const auto* e = get_if<E>(&event)) found = e;
    }
    return found;
}

// `about`: the expected size in bytes, for large answers.
template <class T>
[[nodiscard]] http::Response json_of(int status, const T& value, std::size_t about = 0) {
    std::string text;
    text.reserve(about);
    write_json(text, value);
    text += '\n';
    return http::json_response(status, std::move(text));
}

[[nodiscard]] JsonParser& parser_of_thread();

// The body as T; refused as malformed, naming the member.
template <class T>
[[nodiscard]] Result<T> body_of(const RequestContext& context) {
    return parse_json<T>(parser_of_thread(), context.request.body);
}
// For commands without a body: accepts none or an empty object.
[[nodiscard]] Result<void> no_body(const RequestContext& context);

// The id in the path; a malformed one is answered as not found.
template <class AnyId>
[[nodiscard]] Result<AnyId> id_of(const RequestContext& context) {
    if (const auto id = parse_id<AnyId>(context.request.param("id"))) return *id;
    return refuse(Code::not_found, "id", "Not found.");
}

// "/api/v1/hosts/host_…", below the base path.
[[nodiscard]] std::string location(const RequestContext& context, std::string_view collection,
                                   std::string_view id);

}  // namespace dibs::routes
