// The steps shared by all routes: parameters, waiting for tables, idempotency keys, and switching
// threads. Functions here run on the loop unless their comment says otherwise.
#include "api/routes/request/request_context.hpp"

#include "ingest/fresh_id.hpp"

#include <algorithm>
#include <stdexcept>

namespace dibs::routes {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t max_key_bytes = 128;
// The longest time that a read without `at_least` waits for the tables to catch up. Then it answers
// from the tables as they are.
constexpr std::chrono::milliseconds read_wait_limit{250};

// The idempotency key; empty if the request has none. Refused if it is malformed.
Result<std::string> idempotency_key_of(const RequestContext& context) {
    const auto key = context.request.header("idempotency-key");
    if (!key) return std::string();
    const auto is_visible = [](char c) { return c > ' ' && c < 127; };
    if (key->empty() || key->size() > max_key_bytes ||
        !std::all_of(key->begin(), key->end(), is_visible)) {
        return refuse(Code::malformed, "Idempotency-Key",
                      "A key has 1 to 128 printable ASCII characters.");
    }
    return std::string(*key);
}

// The text that a request with the same key must match: method, path, query, If-Match, body.
// Passwords are included: the digest reveals nothing without its key.
std::string idempotency_text(const http::Request& request) {
    std::string text = std::string(http::method_name(request.method)) + ' ' + request.path;
    for (const auto& [name, value] : request.query.all()) {
        text += '\n' + name + '=' + value;
        // A line break in a value must not look like a further parameter.
        if (value.find('\n') != value.npos) text += '\n' + std::to_string(value.size());
    }
    text += '\n' + std::string(request.header("if-match").value_or(""));
    return text + '\n' + request.body;
}

// The reason why the tables do not update, usually a full disk. Empty if they update.
std::string projection_error(const Service& service) {
    return service.projector.status().error;
}

// The refusal while the tables have not reached the position that an answer needs.
Refusal tables_behind(const Service& service) {
    const auto error = projection_error(service);
    if (error.empty()) {
        return {Code::unavailable, "", "The tables have not got that far yet; ask again."};
    }
    return {Code::unavailable, "", "The read model is not updating: " + error};
}

// The start of the error text when a command is recorded but the tables do not show it yet. Empty
// for a dry run.
std::string_view outcome_notice(const RequestContext& context, const Submission& submission) {
    if (submission.dry_run) return "";
    if (context.request.header("idempotency-key")) {
        return "It was done, and a repeat with the same key will show it. ";
    }
    return "It was done; do not send it again. ";
}

// The refusal for a recorded command that the tables do not show in time.
Refusal not_visible_yet(const RequestContext& context, const Submission& submission) {
    return {
        Code::unavailable, "",
        std::string(outcome_notice(context, submission)) + tables_behind(context.service).detail};
}

// Answers from the current tables. Runs on the loop or in a worker thread.
void answer_read(const RequestPtr& context, const Read& read) {
    ask_tables(context, [&] {
        const auto tables = context->service.model.snapshot(context->service.clock());
        auto response = read(*context, tables);
        if (!response) {
            response = http::refusal_response(response.error(), context->request.request_id);
        }
        // An age is known only while the tables may be behind the log by an unknown amount.
        if (const auto age = context->service.projector.age()) {
            response->with("Dibs-Age", std::to_string(age->count()));
        }
        context->respond(positioned(*context, *std::move(response), tables.position()));
    });
}

// Answers 503 for a recorded command if a table of its answer is being rebuilt.
void respond_not_ready(const RequestPtr& context, const Submission& submission,
                       const auth::TablesState& tables) {
    context->respond(positioned(*context, auth::not_ready(tables, context->request.request_id,
                                                          outcome_notice(*context, submission))));
}

// Answers 429: the caller has too many reads in a pool's queue.
void respond_over_share(const RequestPtr& context) {
    auto problem = http::problem_of_status(
        429, "So many of your questions wait that there is no room for one more; wait for answers.",
        context->request.request_id);
    problem.retry_after_s = 1;
    context->respond(positioned(*context, http::to_response(problem)));
}

// Reads on the loop or in the pool for this kind of answer. Refuses if the pool has no room.
void dispatch_read(const RequestPtr& context, const std::shared_ptr<const Read>& read,
                   Where where) {
    // The tables are unreliable if the log is gone, cannot be read further, or differs from the log
    // that they were made from.
    if (const auto tables = context->service.projector.status(); !tables.answers) {
        return fail(context, {Code::unavailable, "", tables.error});
    }
    if (where == Where::loop) return answer_read(context, *read);
    auto& workers = context->service.workers;
    auto& pool = where == Where::list ? workers.lists : workers.reports;
    switch (run_in_turn(pool, context, [context, read] { answer_read(context, *read); })) {
        case WorkPool::Taken::yes:
            break;
        case WorkPool::Taken::over_share:
            respond_over_share(context);
            break;
        case WorkPool::Taken::no_room:
            fail(context, {Code::busy, "", "Too many such questions at the moment."});
    }
}

// The position of the last recorded fact; 0 if this node has no writer. Commands may be answered
// before the tables hold their facts, so each read waits for this position. The wait is mostly
// zero, and limited to read_wait_limit without `at_least`.
Position writer_position(const Service& service) {
    return service.status.writer ? service.status.writer().position : 0;
}

// Calls `then` on the loop: with true once the tables reach the position, with false after the
// timeout. May be called on any thread.
void when_tables_reach(const RequestPtr& context, Position needed,
                       std::chrono::milliseconds timeout, std::function<void(bool)> then) {
    context->service.projector.when_reached(
        needed, Steady::now() + timeout, [context, then = std::move(then)](bool reached) {
            context->service.loop.post([then, reached] { then(reached); });
        });
}

// The parameter `at_least`; 0 if it is absent or faulty.
Position parse_at_least(const RequestContext& context, Faults& faults) {
    auto at_least = context.request.query.number("at_least");
    if (!at_least) {
        faults.add(std::move(at_least.error()));
        return 0;
    }
    if (at_least->value_or(0) > static_cast<std::uint64_t>(INT64_MAX)) {
        faults.add(Code::out_of_range, "at_least", "No position is that high.");
        return 0;
    }
    return static_cast<Position>(at_least->value_or(0));
}

// The refusal if the log certainly ends before this position. Only the writing node knows; a
// standby may be behind.
std::optional<Refusal> beyond_log_end(const Service& service, Position at_least) {
    if (!service.status.writer) return std::nullopt;
    const auto writer = service.status.writer();
    if (writer.role != WriterRole::writing || at_least <= writer.position) return std::nullopt;
    return Refusal{Code::out_of_range, "at_least",
                   "The log ends at position " + std::to_string(writer.position) + "."};
}

// True with Kafka: another node may have written facts that this node learns of only by waiting.
bool may_have_other_writers(const Service& service) {
    return service.status.log == "kafka";
}

// Answers 503 and returns true if the writer is still reading the log, even if the tables are
// ready. A command would wait for an unknown time.
bool respond_if_writer_starts(const RequestContext& context) {
    if (!context.service.status.writer) return false;
    const auto writer = context.service.status.writer();
    if (writer.role != WriterRole::starting) return false;
    const auth::TablesState state{false, writer.reading, writer.problem};
    context.respond(positioned(context, auth::not_ready(state, context.request.request_id)));
    return true;
}

// Answers a recorded command, or runs its next step. The tables hold its facts.
void answer_applied(const RequestPtr& context, const Submission& submission, const Done& done) {
    if (submission.then) return submission.then(context, done);
    const auto tables = context->service.model.snapshot(context->service.clock());
    context->respond(positioned(*context, submission.done(*context, done, tables), done.position));
}

// Answers a recorded command once the tables hold its facts. Any thread.
void wait_for_tables(const RequestPtr& context, const std::shared_ptr<const Submission>& submission,
                     Done done) {
    const auto position = done.position;
    when_tables_reach(
        context, position, context->service.settings.projection_wait,
        [context, submission, done = std::move(done)](bool reached) {
            if (!reached) return fail(context, not_visible_yet(*context, *submission));
            ask_tables(
                context, [&] { answer_applied(context, *submission, done); },
                [&](const auto& tables) { respond_not_ready(context, *submission, tables); });
        });
}

// Answers from the command's events if they suffice; otherwise waits for the tables.
void answer_from_events(const RequestPtr& context,
                        const std::shared_ptr<const Submission>& submission, const Done& done) {
    std::optional<http::Response> response;
    {
        const auto tables = context->service.model.snapshot(context->service.clock());
        response = submission->at_once(*context, done, tables);
    }
    if (!response) return wait_for_tables(context, submission, done);
    context->respond(positioned(*context, *std::move(response), done.position));
}

// Sends a refusal with details from the tables, such as the booking that conflicts. Waits until the
// tables hold the decisions that the refusal refers to. After the timeout, sends the refusal
// without details rather than with old ones. Any thread.
void refuse_with_details(const RequestPtr& context,
                         const std::shared_ptr<const Submission>& submission, Refusal refusal) {
    when_tables_reach(context, refusal.position, context->service.settings.projection_wait,
                      [context, submission, refusal](bool reached) {
                          if (!reached) return fail(context, refusal);
                          ask_tables(
                              context, [&] { submission->refused(context, refusal); },
                              [&](const auto&) { fail(context, refusal); });
                      });
}

// Handles the writer's reply to a command. Runs on the writer's thread, so it only posts to the
// loop or starts a wait.
void handle_reply(const RequestPtr& context, const std::shared_ptr<const Submission>& submission,
                  Reply reply) {
    if (!reply && submission->refused) {
        refuse_with_details(context, submission, std::move(reply.error()));
    } else if (!reply) {
        context->service.loop.post(
            [context, refusal = std::move(reply.error())] { fail(context, refusal); });
    } else if (submission->at_once) {
        context->service.loop.post([context, submission, done = *std::move(reply)] {
            ask_tables(
                context, [&] { answer_from_events(context, submission, done); },
                [&](const auto& tables) { respond_not_ready(context, *submission, tables); });
        });
    } else {
        wait_for_tables(context, submission, *std::move(reply));
    }
}

}  // namespace

const auth::Viewer& RequestContext::viewer() const {
    const auto* viewer = auth::find_viewer(request);
    if (!viewer) throw std::logic_error("a route that needs a viewer is open to everyone");
    return *viewer;
}

http::Handler query_route(const Service& service, Known parameters, Read read, Where where) {
    return query_route(service, std::move(parameters), std::move(read),
                       [where](const http::Request&) { return where; });
}

http::Handler list_route(const Service& service, Known parameters, Read read) {
    parameters.insert(parameters.end(), {number_of("limit"), "cursor"});
    return query_route(service, std::move(parameters), std::move(read), Where::list);
}

http::Handler query_route(const Service& service, Known parameters, Read read, WhereOf where_of) {
    parameters.push_back(number_of("at_least"));
    const auto shared = std::make_shared<const Read>(std::move(read));
    return [&service, parameters = std::move(parameters), shared, where_of = std::move(where_of)](
               http::Request request, http::Respond respond) {
        const auto where = where_of(request);
        const auto context = std::make_shared<const RequestContext>(
            RequestContext{service, std::move(request), std::move(respond)});
        Faults faults;
        context->request.query.check(parameters, faults);
        const auto at_least = parse_at_least(*context, faults);
        if (faults.refusal()) return fail(context, *faults.refusal());
        const Position needed = std::max(at_least, writer_position(service));
        if (needed <= service.projector.position()) return dispatch_read(context, shared, where);
        const auto beyond = beyond_log_end(service, at_least);
        if (beyond && !may_have_other_writers(service)) return fail(context, *beyond);
        const auto timeout = at_least > 0 ? service.settings.at_least_wait : read_wait_limit;
        when_tables_reach(context, needed, timeout, [context, shared, where, at_least](bool) {
            const bool reached = at_least <= context->service.projector.position();
            if (reached) return dispatch_read(context, shared, where);
            const auto refusal = beyond_log_end(context->service, at_least);
            fail(context, refusal.value_or(tables_behind(context->service)));
        });
    };
}

http::Handler command_route(const Service& service, Act act, Known parameters) {
    return [&service, act = std::move(act), parameters = std::move(parameters)](
               http::Request request, http::Respond respond) {
        const auto context = std::make_shared<const RequestContext>(
            RequestContext{service, std::move(request), std::move(respond)});
        Faults faults;
        context->request.query.check(parameters, faults);
        if (faults.refusal()) return fail(context, *faults.refusal());
        act(context);
    };
}

WorkPool::Taken run_in_turn(WorkPool& pool, const RequestPtr& context, WorkPool::Task task) {
    const auto* viewer = auth::find_viewer(context->request);
    const auto owner = viewer ? to_text(viewer->person) : http::network_of(context->request.peer);
    return pool.run(
        [context, task = std::move(task)] {
            if (context->request.client_left()) return context->respond(http::client_left());
            task();
        },
        owner);
}

void submit(const RequestPtr& context, Submission submission) {
    auto key = idempotency_key_of(*context);
    if (!key) return fail(context, key.error());
    if (respond_if_writer_starts(*context)) return;
    // The tables would not show the result, so the command is refused.
    if (const auto error = projection_error(context->service); !error.empty()) {
        return fail(context, {Code::unavailable, "",
                              "Not applied: the read model is not updating. " + error});
    }
    Envelope envelope{std::move(submission.command)};
    if (!submission.by_dibs) {
        if (const auto* viewer = auth::find_viewer(context->request)) {
            envelope.actor = viewer->person;
            envelope.scopes = viewer->scopes;
        }
        if (!key->empty() && !submission.dry_run) {
            const auto& request = context->request;
            envelope.body_hash = context->service.keyed_digest(idempotency_text(request));
            envelope.key = *std::move(key);
        }
    }
    envelope.dry_run = submission.dry_run;
    envelope.source =
        submission.source.empty() ? context->request.peer : std::move(submission.source);
    envelope.request_id = context->request.request_id;
    const auto shared = std::make_shared<const Submission>(std::move(submission));
    context->service.commands.submit(std::move(envelope), [context, shared](Reply reply) {
        handle_reply(context, shared, std::move(reply));
    });
}

void ask_tables(const RequestPtr& context, const std::function<void()>& ask,
                const std::function<void(const auth::TablesState&)>& otherwise) {
    try {
        ask();
    } catch (const TableNotThere& missing) {
        const auto state = auth::state_of(context->service.model, missing);
        if (otherwise) return otherwise(state);
        context->respond(positioned(*context, auth::not_ready(state, context->request.request_id)));
    } catch (const TablesDamaged& damage) {
        fail(context, {Code::unavailable, "", damage.what()});
    }
}

void fail(const RequestPtr& context, const Refusal& refusal) {
    context->respond(positioned(
        *context, http::refusal_response(refusal, context->request.request_id), refusal.position));
}

http::Response no_content(const RequestContext&, const Done&, const Snapshot&) {
    return http::empty_response(204);
}

void refuse_unknown_person(const RequestPtr& context, Refusal refusal) {
    if (refusal.code == Code::unknown_person) refusal.code = Code::not_found;
    fail(context, refusal);
}

bool has_if_match(const RequestPtr& context, std::string_view thing) {
    if (context->request.header("if-match")) return true;
    auto problem = http::problem_of_status(
        428, "Name the version you mean: If-Match with the ETag of the " + std::string(thing) + '.',
        context->request.request_id);
    problem.field = "If-Match";
    context->respond(positioned(*context, http::to_response(problem)));
    return false;
}

http::Response positioned(const RequestContext& context, http::Response response,
                          Position position) {
    if (position == 0) position = context.service.projector.position();
    return std::move(response).with("Dibs-Position", std::to_string(position));
}

JsonParser& parser_of_thread() {
    thread_local JsonParser parser;
    return parser;
}

Result<void> no_body(const RequestContext& context) {
    if (context.request.body.empty()) return {};
    const auto json = parser_of_thread().parse(context.request.body);
    if (!json) return tl::unexpected(json.error());
    bool empty = json->kind() == JsonValue::Kind::object;
    std::string member;
    if (empty) {
        json->for_each_member([&](std::string_view name, const JsonValue&) {
            member = name;
            return empty = false;
        });
    }
    if (empty) return {};
    return refuse(Code::malformed, member, "This takes no body.");
}

std::string location(const RequestContext& context, std::string_view collection,
                     std::string_view id) {
    return context.request.base_path + "/api/v1/" + std::string(collection) + '/' + std::string(id);
}

}  // namespace dibs::routes
