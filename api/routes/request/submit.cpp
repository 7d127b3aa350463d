// Sends a command to the writer and answers once it is recorded: the idempotency key, the wait for
// the tables, refusals with details. On the loop unless a comment says otherwise.
#include "api/routes/request/request_context.hpp"
#include "api/routes/request/tables_wait.hpp"

#include <algorithm>

namespace dibs::routes {
namespace {

constexpr std::size_t max_key_bytes = 128;

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

// Answers 503 for a recorded command if a table of its answer is being rebuilt.
void respond_not_ready(const RequestPtr& context, const Submission& submission,
                       const auth::TablesState& tables) {
    context->respond(positioned(*context, auth::not_ready(tables, context->request.request_id,
                                                          outcome_notice(*context, submission))));
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

}  // namespace dibs::routes
