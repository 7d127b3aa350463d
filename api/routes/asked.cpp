// The steps every route shares: parameters, waiting, keys, who hands over to which thread.
#include "api/routes/asked.hpp"

#include "ingest/fresh_id.hpp"

#include <algorithm>
#include <stdexcept>

namespace dibs::routes {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t longest_key = 128;

Result<std::string> key_of(const Asked& asked) {
    const auto key = asked.request.header("idempotency-key");
    if (!key) return std::string();
    const auto visible = [](char c) { return c > ' ' && c < 127; };
    if (key->empty() || key->size() > longest_key ||
        !std::all_of(key->begin(), key->end(), visible)) {
        return refuse(Code::malformed, "Idempotency-Key",
                      "A key has 1 to 128 printable ASCII characters.");
    }
    const auto* viewer = auth::find_viewer(asked.request);
    return (viewer ? to_text(viewer->person) : std::string("setup")) + '/' + std::string(*key);
}

// Why the tables stand still, if they do: a full disk, most likely.
std::string trouble_of_tables(const Service& service) {
    return service.projector.status().error;
}

Refusal not_yet(const Service& service) {
    const auto trouble = trouble_of_tables(service);
    if (trouble.empty()) {
        return {Code::unavailable, "", "The tables have not got that far yet; ask again.", {}};
    }
    return {Code::unavailable,
            "",
            "The outcome is unknown: repeat with the same key. The tables stand still: " + trouble,
            {}};
}

void read_now(const AskedPtr& asked, const Read& read) {
    const auto tables = asked->service.model.snapshot(asked->service.clock());
    auto response = read(*asked, tables);
    if (!response) {
        response = http::refusal_response(response.error(), asked->request.request_id);
    }
    asked->respond(positioned(*asked, *std::move(response), tables.position()));
}

void read_where(const AskedPtr& asked, const std::shared_ptr<const Read>& read, Where where) {
    // The log is not the one that the tables were made from, or cannot be read on: nothing in them
    // is certain any more.
    if (const auto tables = asked->service.projector.status(); tables.stopped) {
        return fail(asked, {Code::unavailable, "", tables.error, {}});
    }
    if (where == Where::loop) return read_now(asked, *read);
    const bool taken = asked->service.background.run([asked, read] { read_now(asked, *read); });
    if (!taken) fail(asked, {Code::busy, "", "Too many such questions at the moment.", {}});
}

// A booking is answered before the tables hold it. Who asks next finds it all the same: each read
// waits for what was answered before it, mostly not at all; without `after` it does not insist.
Position answered_so_far(const Service& service) {
    return service.vitals.writer ? service.vitals.writer().position : 0;
}

Result<Position> after_of(const Asked& asked) {
    const auto after = asked.request.query.number("after");
    if (!after) return tl::unexpected(after.error());
    if (after->value_or(0) > static_cast<std::uint64_t>(INT64_MAX)) {
        return refuse(Code::out_of_range, "after", "No position is that high.");
    }
    return static_cast<Position>(after->value_or(0));
}

Result<void> known_parameters(const Asked& asked, const std::vector<std::string_view>& known) {
    for (const auto& [name, value] : asked.request.query.all()) {
        if (name == "after" || std::find(known.begin(), known.end(), name) != known.end()) continue;
        return refuse(Code::malformed, name, "There is no query parameter of this name here.");
    }
    return {};
}

void answer_done(const AskedPtr& asked, const Submission& submission, const Done& done) {
    const auto tables = asked->service.model.snapshot(asked->service.clock());
    asked->respond(positioned(*asked, submission.done(*asked, done, tables), done.position));
}

void wait_for_tables(const AskedPtr& asked, const std::shared_ptr<const Submission>& submission,
                     Done done) {
    const Service& service = asked->service;
    const auto position = done.position;
    service.projector.when_reached(position, Steady::now() + service.settings.projection_wait,
                                   [asked, submission, done = std::move(done)](bool reached) {
                                       asked->service.loop.post([asked, submission, done, reached] {
                                           if (!reached)
                                               return fail(asked, not_yet(asked->service));
                                           if (submission->then)
                                               return submission->then(asked, done);
                                           answer_done(asked, *submission, done);
                                       });
                                   });
}

void answer_at_once(const AskedPtr& asked, const std::shared_ptr<const Submission>& submission,
                    const Done& done) {
    std::optional<http::Response> response;
    {
        const auto tables = asked->service.model.snapshot(asked->service.clock());
        response = submission->at_once(*asked, done, tables);
    }
    if (!response) return wait_for_tables(asked, submission, done);
    asked->respond(positioned(*asked, *std::move(response), done.position));
}

// On the writer's thread: hands over and returns.
void take_reply(const AskedPtr& asked, const std::shared_ptr<const Submission>& submission,
                Reply reply) {
    const Service& service = asked->service;
    if (!reply) {
        service.loop.post([asked, submission, refusal = std::move(reply.error())] {
            if (submission->refused) return submission->refused(asked, refusal);
            fail(asked, refusal);
        });
    } else if (submission->at_once && !reply->repeated) {
        service.loop.post([asked, submission, done = *std::move(reply)] {
            answer_at_once(asked, submission, done);
        });
    } else {
        wait_for_tables(asked, submission, *std::move(reply));
    }
}

}  // namespace

const auth::Viewer& Asked::viewer() const {
    const auto* viewer = auth::find_viewer(request);
    if (!viewer) throw std::logic_error("a route that needs a viewer is open to everyone");
    return *viewer;
}

http::Handler reads(const Service& service, std::vector<std::string_view> parameters, Read read,
                    Where where) {
    const auto shared = std::make_shared<const Read>(std::move(read));
    return [&service, parameters = std::move(parameters), shared, where](http::Request request,
                                                                         http::Respond respond) {
        const auto asked =
            std::make_shared<const Asked>(Asked{service, std::move(request), std::move(respond)});
        if (const auto known = known_parameters(*asked, parameters); !known) {
            return fail(asked, known.error());
        }
        const auto after = after_of(*asked);
        if (!after) return fail(asked, after.error());
        const Position wanted = std::max(*after, answered_so_far(service));
        if (wanted <= service.projector.position()) return read_where(asked, shared, where);
        const auto patience =
            *after > 0 ? service.settings.after_wait : std::chrono::milliseconds{250};
        service.projector.when_reached(
            wanted, Steady::now() + patience, [asked, shared, where, after = *after](bool) {
                asked->service.loop.post([asked, shared, where, after] {
                    const bool enough = after <= asked->service.projector.position();
                    if (!enough) return fail(asked, not_yet(asked->service));
                    read_where(asked, shared, where);
                });
            });
    };
}

http::Handler acts(const Service& service, Act act, std::vector<std::string_view> parameters) {
    return [&service, act = std::move(act), parameters = std::move(parameters)](
               http::Request request, http::Respond respond) {
        const auto asked =
            std::make_shared<const Asked>(Asked{service, std::move(request), std::move(respond)});
        if (const auto known = known_parameters(*asked, parameters); !known) {
            return fail(asked, known.error());
        }
        act(asked);
    };
}

void submit(const AskedPtr& asked, Submission submission) {
    auto key = key_of(*asked);
    if (!key) return fail(asked, key.error());
    // Nobody could see what was decided now, so nothing is.
    if (const auto trouble = trouble_of_tables(asked->service); !trouble.empty()) {
        return fail(asked,
                    {Code::unavailable, "", "Not done: the tables stand still. " + trouble, {}});
    }
    Envelope envelope{std::move(submission.command)};
    if (!submission.by_dibs) {
        if (const auto* viewer = auth::find_viewer(asked->request)) {
            envelope.actor = viewer->person;
            envelope.scopes = viewer->scopes;
        }
        if (!key->empty()) {
            const auto& request = asked->request;
            const auto what = submission.same_as.empty() ? request.body : submission.same_as;
            envelope.body_hash = digest_of(std::string(http::method_name(request.method)) + ' ' +
                                           request.path + '\n' + what);
            envelope.key = *std::move(key);
        }
    }
    envelope.source = asked->request.peer;
    envelope.request_id = asked->request.request_id;
    const auto shared = std::make_shared<const Submission>(std::move(submission));
    asked->service.commands.submit(std::move(envelope), [asked, shared](Reply reply) {
        take_reply(asked, shared, std::move(reply));
    });
}

void fail(const AskedPtr& asked, const Refusal& refusal) {
    asked->respond(positioned(*asked, http::refusal_response(refusal, asked->request.request_id)));
}

http::Response positioned(const Asked& asked, http::Response response, Position position) {
    if (position == 0) position = asked.service.projector.position();
    return std::move(response).with("Dibs-Position", std::to_string(position));
}

JsonParser& parser_of_thread() {
    thread_local JsonParser parser;
    return parser;
}

Result<void> no_body(const Asked& asked) {
    if (asked.request.body.empty()) return {};
    const auto json = parser_of_thread().parse(asked.request.body);
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

std::string location(const Asked& asked, std::string_view collection, std::string_view id) {
    return asked.request.base_path + "/api/v1/" + std::string(collection) + '/' + std::string(id);
}

}  // namespace dibs::routes
