// One request on its way through a route, and the two ways to answer it: from the tables
// (`query_route`) or by a command (`submit`). Handlers, answers and refusals run on the loop unless
// said otherwise.
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

    // Only behind a row that demands a credential.
    [[nodiscard]] const auth::Viewer& viewer() const;
};
using RequestPtr = std::shared_ptr<const RequestContext>;

// --- from the tables

using Answer = Result<http::Response>;
using Read = std::function<Answer(const RequestContext&, const Snapshot&)>;
// Everybody waits for what is made on the loop: only what is small for certain is. The others are
// the pools of `Workers`.
enum class Where { loop, list, report };
using WhereOf = std::function<Where(const http::Request&)>;

using Known = std::vector<http::Parameter>;
using http::list_of;
using http::number_of;

// A handler that knows these query parameters (and `at_least`), waits until the tables have got
// there, reads, and adds Dibs-Position.
[[nodiscard]] http::Handler query_route(const Service& service, Known parameters, Read read,
                                        Where where = Where::loop);
[[nodiscard]] http::Handler query_route(const Service& service, Known parameters, Read read,
                                        WhereOf where);
// The same for a page of a list, made beside the loop: knows `limit` and `cursor` too.
[[nodiscard]] http::Handler list_route(const Service& service, Known parameters, Read read);

// --- by a command

using Act = std::function<void(const RequestPtr&)>;
[[nodiscard]] http::Handler command_route(const Service& service, Act act, Known parameters = {});

struct Submission {
    Command command;
    // Tried first: an answer from the events alone, if they say all. It spares the wait for the
    // tables, and a repeat gets the first answer again, whatever has happened since.
    std::function<std::optional<http::Response>(const RequestContext&, const Done&,
                                                const Snapshot&)>
        at_once{};
    // Once the tables hold what was done: the answer, or (`then`) what comes before it.
    std::function<http::Response(const RequestContext&, const Done&, const Snapshot&)> done{};
    std::function<void(const RequestPtr&, const Done&)> then{};
    std::function<void(const RequestPtr&, Refusal)> refused{};  // none: fail()
    bool by_dibs = false;  // who asks has no identity yet: signing in
    std::string source{};  // by what it came, where the client's address does not say all
    bool dry_run = false;  // what would be answered: nothing is done, no key is used
};
void submit(const RequestPtr& context, Submission submission);

// Does this in a pool, in the turn of who asks, unless the client has left by then. Where their
// share of it is used up, or the pool has no room, nothing is done and it is what `run` answers.
[[nodiscard]] WorkPool::Taken run_in_turn(WorkPool& pool, const RequestPtr& context,
                                          WorkPool::Task task);

// Asks the tables. Where they are being made anew the answer is 503, or what `otherwise` says. For
// what runs behind the gate's back: later, or on another thread.
void ask_tables(const RequestPtr& context, const std::function<void()>& ask,
                const std::function<void(const auth::TablesState&)>& otherwise = {});

// Answers with a problem; any thread.
void fail(const RequestPtr& context, const Refusal& refusal);
// With Dibs-Position; 0: the one the tables have reached.
[[nodiscard]] http::Response positioned(const RequestContext& context, http::Response response,
                                        Position position = 0);

// --- pieces

// For Submission::done: there is nothing to show.
[[nodiscard]] http::Response no_content(const RequestContext& context, const Done& done,
                                        const Snapshot& tables);
// For Submission::refused: of a person in a path, an unknown one is what was not found.
void refuse_unknown_person(const RequestPtr& context, Refusal refusal);
// A change names the version it means; answers 428 if this one does not. `thing`: "board".
[[nodiscard]] bool has_if_match(const RequestPtr& context, std::string_view thing);

// The event of this type among those that a command yielded; null if there is none.
template <class E>
[[nodiscard]] const E* event_in(const Done& done) {
    const E* found = nullptr;
    for (const auto& event : done.events) {
        if (const auto* e = get_if<E>(&event)) found = e;
    }
    return found;
}

// `about`: how many bytes, where they are many.
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
// For commands without a body: nothing, or an empty object.
[[nodiscard]] Result<void> no_body(const RequestContext& context);

// The id in the path; one that is none cannot be found.
template <class AnyId>
[[nodiscard]] Result<AnyId> id_of(const RequestContext& context) {
    if (const auto id = parse_id<AnyId>(context.request.param("id"))) return *id;
    return refuse(Code::not_found, "id", "Not found.");
}

// "/api/v1/hosts/host_…", below the base path.
[[nodiscard]] std::string location(const RequestContext& context, std::string_view collection,
                                   std::string_view id);

}  // namespace dibs::routes
