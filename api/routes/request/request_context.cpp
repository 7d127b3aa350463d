// The steps shared by all routes: parameters, waiting for tables, idempotency keys, and switching
// threads.
#include "api/routes/request/request_context.hpp"

#include "ingest/fresh_id.hpp"

#include <algorithm>
#include <stdexcept>

namespace dibs::routes {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t longest_key = 128;
// The time a read without `at_least` waits for the tables to hold earlier answers; then it goes on
// without them.
constexpr std::chrono::milliseconds patience_of_reads{250};

Result<std::string> key_of(const RequestContext& context) {
    const auto key = context.request.header("idempotency-key");
    if (!key) return std::string();
    const auto visible = [](char c) { return c > ' ' && c < 127; };
    if (key->empty() || key->size() > longest_key ||
        !std::all_of(key->begin(), key->end(), visible)) {
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

// The reason if the tables do not update; usually a full disk.
std::string trouble_of_tables(const Service& service) {
    return service.projector.status().error;
}

Refusal not_yet(const Service& service) {
    const auto trouble = trouble_of_tables(service);
    if (trouble.empty()) {
        return {Code::unavailable, "", "The tables have not got that far yet; ask again."};
    }
    return {Code::unavailable, "", "The read model is not updating: " + trouble};
}

// What an answer says first if the tables do not show the command yet.
std::string_view outcome_of(const RequestContext& context, const Submission& submission) {
    if (submission.dry_run) return "";
    if (context.request.header("idempotency-key")) {
        return "It was done, and a repeat with the same key will show it. ";
    }
    return "It was done; do not send it again. ";
}

Refusal done_not_shown(const RequestContext& context, const Submission& submission) {
    return {Code::unavailable, "",
            std::string(outcome_of(context, submission)) + not_yet(context.service).detail};
}

void read_now(const RequestPtr& context, const Read& read) {
    ask_tables(context, [&] {
        const auto tables = context->service.model.snapshot(context->service.clock());
        auto response = read(*context, tables);
        if (!response) {
            response = http::refusal_response(response.error(), context->request.request_id);
        }
        // The tables may be behind the log by an unknown amount.
        if (const auto age = context->service.projector.age()) {
            response->with("Dibs-Age", std::to_string(age->count()));
        }
        context->respond(positioned(*context, *std::move(response), tables.position()));
    });
}

void done_unseen(const RequestPtr& context, const Submission& submission,
                 const auth::TablesState& tables) {
    context->respond(positioned(*context, auth::not_ready(tables, context->request.request_id,
                                                          outcome_of(*context, submission))));
}

void over_share(const RequestPtr& context) {
    auto problem = http::problem_of_status(
        429, "So many of your questions wait that there is no room for one more; wait for answers.",
        context->request.request_id);
    problem.retry_after_s = 1;
    context->respond(positioned(*context, http::to_response(problem)));
}

void read_where(const RequestPtr& context, const std::shared_ptr<const Read>& read, Where where) {
    // The log is gone, differs from the one behind the tables, or cannot be read further: the
    // tables are unreliable.
    if (const auto tables = context->service.projector.status(); !tables.answers) {
        return fail(context, {Code::unavailable, "", tables.error});
    }
    if (where == Where::loop) return read_now(context, *read);
    auto& workers = context->service.workers;
    auto& pool = where == Where::list ? workers.lists : workers.reports;
    switch (run_in_turn(pool, context, [context, read] { read_now(context, *read); })) {
        case WorkPool::Taken::yes:
            break;
        case WorkPool::Taken::over_share:
            over_share(context);
            break;
        case WorkPool::Taken::no_room:
            fail(context, {Code::busy, "", "Too many such questions at the moment."});
    }
}

// A booking is answered before the tables hold it. The next read must still show it, so each read
// waits for everything answered before it. That wait is mostly zero, and limited without
// `at_least`.
Position answered_so_far(const Service& service) {
    return service.status.writer ? service.status.writer().position : 0;
}

// Calls `then` on the loop: with true once the tables reach the position, with false after the
// timeout.
void when_tables_reach(const RequestPtr& context, Position wanted,
                       std::chrono::milliseconds patience, std::function<void(bool)> then) {
    context->service.projector.when_reached(
        wanted, Steady::now() + patience, [context, then = std::move(then)](bool reached) {
            context->service.loop.post([then, reached] { then(reached); });
        });
}

Position at_least_of(const RequestContext& context, Faults& faults) {
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
std::optional<Refusal> beyond_the_end(const Service& service, Position at_least) {
    if (!service.status.writer) return std::nullopt;
    const auto writer = service.status.writer();
    if (writer.role != WriterRole::writing || at_least <= writer.position) return std::nullopt;
    return Refusal{Code::out_of_range, "at_least",
                   "The log ends at position " + std::to_string(writer.position) + "."};
}

// With Kafka another node may have written a moment ago; this is known only after the wait.
bool may_be_written_by_others(const Service& service) {
    return service.status.log == "kafka";
}

// Answers 503 if the writer is still reading the log, even with tables ready: a command would wait
// for an unknown time.
bool writer_reads(const RequestContext& context) {
    if (!context.service.status.writer) return false;
    const auto writer = context.service.status.writer();
    if (writer.role != WriterRole::starting) return false;
    const auth::TablesState state{false, writer.reading, writer.problem};
    context.respond(positioned(context, auth::not_ready(state, context.request.request_id)));
    return true;
}

void answer_done(const RequestPtr& context, const Submission& submission, const Done& done) {
    if (submission.then) return submission.then(context, done);
    const auto tables = context->service.model.snapshot(context->service.clock());
    context->respond(positioned(*context, submission.done(*context, done, tables), done.position));
}

void wait_for_tables(const RequestPtr& context, const std::shared_ptr<const Submission>& submission,
                     Done done) {
    const auto position = done.position;
    when_tables_reach(
        context, position, context->service.settings.projection_wait,
        [context, submission, done = std::move(done)](bool reached) {
            if (!reached) return fail(context, done_not_shown(*context, *submission));
            ask_tables(
                context, [&] { answer_done(context, *submission, done); },
                [&](const auto& tables) { done_unseen(context, *submission, tables); });
        });
}

void answer_at_once(const RequestPtr& context, const std::shared_ptr<const Submission>& submission,
                    const Done& done) {
    std::optional<http::Response> response;
    {
        const auto tables = context->service.model.snapshot(context->service.clock());
        response = submission->at_once(*context, done, tables);
    }
    if (!response) return wait_for_tables(context, submission, done);
    context->respond(positioned(*context, *std::move(response), done.position));
}

// A refusal refers to earlier decisions and shows them, such as a booking made a moment ago, so it
// waits for the tables. If they do not get there in time, the refusal is sent without details,
// rather than with old ones.
void refuse_in_its_words(const RequestPtr& context,
                         const std::shared_ptr<const Submission>& submission, Refusal refusal) {
    when_tables_reach(context, refusal.position, context->service.settings.projection_wait,
                      [context, submission, refusal](bool reached) {
                          if (!reached) return fail(context, refusal);
                          ask_tables(
                              context, [&] { submission->refused(context, refusal); },
                              [&](const auto&) { fail(context, refusal); });
                      });
}

// Runs on the writer's thread: hands over and returns.
void take_reply(const RequestPtr& context, const std::shared_ptr<const Submission>& submission,
                Reply reply) {
    if (!reply && submission->refused) {
        refuse_in_its_words(context, submission, std::move(reply.error()));
    } else if (!reply) {
        context->service.loop.post(
            [context, refusal = std::move(reply.error())] { fail(context, refusal); });
    } else if (submission->at_once) {
        context->service.loop.post([context, submission, done = *std::move(reply)] {
            ask_tables(
                context, [&] { answer_at_once(context, submission, done); },
                [&](const auto& tables) { done_unseen(context, *submission, tables); });
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
        const auto at_least = at_least_of(*context, faults);
        if (faults.refusal()) return fail(context, *faults.refusal());
        const Position wanted = std::max(at_least, answered_so_far(service));
        if (wanted <= service.projector.position()) return read_where(context, shared, where);
        const auto beyond = beyond_the_end(service, at_least);
        if (beyond && !may_be_written_by_others(service)) return fail(context, *beyond);
        const auto patience = at_least > 0 ? service.settings.at_least_wait : patience_of_reads;
        when_tables_reach(context, wanted, patience, [context, shared, where, at_least](bool) {
            const bool enough = at_least <= context->service.projector.position();
            if (enough) return read_where(context, shared, where);
            const auto no = beyond_the_end(context->service, at_least);
            fail(context, no.value_or(not_yet(context->service)));
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
    auto key = key_of(*context);
    if (!key) return fail(context, key.error());
    if (writer_reads(*context)) return;
    // The result would not be visible, so the command is refused.
    if (const auto trouble = trouble_of_tables(context->service); !trouble.empty()) {
        return fail(context, {Code::unavailable, "",
                              "Not applied: the read model is not updating. " + trouble});
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
        take_reply(context, shared, std::move(reply));
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
    } catch (const TablesDamaged& damaged) {
        fail(context, {Code::unavailable, "", damaged.what()});
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
