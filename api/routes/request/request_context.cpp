// The steps shared by all routes: parameters, waiting for tables, and switching threads. Functions
// here run on the loop unless their comment says otherwise.
#include "api/routes/request/request_context.hpp"

#include "api/routes/request/tables_wait.hpp"

#include <algorithm>
#include <stdexcept>

namespace dibs::routes {
namespace {

using Steady = std::chrono::steady_clock;

// The longest time that a read without `at_least` waits for the tables to catch up. Then it answers
// from the tables as they are.
constexpr std::chrono::milliseconds read_wait_limit{250};

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

}  // namespace

std::string projection_error(const Service& service) {
    return service.projector.status().error;
}

Refusal tables_behind(const Service& service) {
    const auto error = projection_error(service);
    if (error.empty()) {
        return {Code::unavailable, "", "The tables have not got that far yet; ask again."};
    }
    return {Code::unavailable, "", "The read model is not updating: " + error};
}

void when_tables_reach(const RequestPtr& context, Position needed,
                       std::chrono::milliseconds timeout, std::function<void(bool)> then) {
    context->service.projector.when_reached(
        needed, Steady::now() + timeout, [context, then = std::move(then)](bool reached) {
            context->service.loop.post([then, reached] { then(reached); });
        });
}

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
