// Requests of clients and the answers to them; stream_impl.hpp says how no change gets lost.
#include "api/routes/stream/stream_frames.hpp"
#include "api/routes/stream/stream_impl.hpp"
#include "projections/questions/history.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

namespace dibs::routes {
namespace {

// One frame with the changes of these facts; null if there are none.
ws::Frame changes_frame(const Topic& topic, Audience audience, Position position,
                        const Snapshot& tables, const std::vector<views::Event>& facts) {
    std::vector<std::string> lines;
    for (auto& change : changes_of(topic, audience, tables, facts)) {
        lines.push_back(std::move(change.lines));
    }
    return lines.empty() ? nullptr : framed(event_frame(topic, position, lines));
}

// Sends the problem and closes the stream. Any thread.
void close_with_error(ws::Client& client, std::string reason, const Refusal& refusal) {
    client.close(ws::CloseCode::policy, std::move(reason),
                 framed(error_frame(refusal, client.request_id())));
}

void close_without_access(ws::Client& client, const Refusal& refusal) {
    close_with_error(client, "a topic that this viewer may not watch", refusal);
}

// Refuses a client that may not watch one of these topics.
Result<void> check_access(const ws::Client& client, const std::set<Topic>& topics,
                          const Snapshot& tables) {
    for (const auto& topic : topics) {
        const auto& access = topic.kind().access;
        if (!access) continue;
        auto allowed = access->check(*viewer_of(client), tables, topic.parameter());
        if (allowed) continue;
        allowed.error().field = "subscribe";
        return allowed;
    }
    return {};
}

}  // namespace

void Stream::Impl::on_text(const ws::ClientPtr& client, std::string_view text) {
    const auto request = parse_stream_request(text, topics);
    if (request) return watch(client, *request);
    close_with_error(*client, "a message that breaks the rules", request.error());
}

void Stream::Impl::watch(const ws::ClientPtr& client, const StreamRequest& request) {
    auto& watch = watches[client.get()];
    const auto* viewer = viewer_of(*client);
    if (!viewer) return;
    watched.replace(watch.topics, request.topics);
    for (const auto& topic : watch.topics) {
        client->unsubscribe(hub_name(topic, auth::audience_of(*viewer)));
    }
    watch.topics = request.topics;
    work_on(client, watch.questions.ask(request, false));
}

void Stream::Impl::resync(const ws::ClientPtr& client) {
    const auto found = watches.find(client.get());
    if (found == watches.end()) return;
    work_on(client, found->second.questions.ask({found->second.topics, {}, {}}, true));
}

// Null: another request of this client is in work.
void Stream::Impl::work_on(const ws::ClientPtr& client, const QuestionPtr& question) {
    const auto* viewer = viewer_of(*client);
    if (!question || !viewer) return;
    Reply reply{client, question, auth::audience_of(*viewer)};
    const auto taken = work.run([self = shared_from_this(), reply] { self->answer(reply); });
    if (taken != WorkPool::Taken::yes) client->close(ws::CloseCode::try_later, "too many at once");
}

// An unwanted request causes no reads.
void Stream::Impl::answer(Reply reply) {
    try {
        if (!reply.question->unwanted) {
            const auto filled = fill(reply);
            if (!filled) return close_without_access(*reply.client, filled.error());
        }
    } catch (const std::exception& error) {
        spdlog::error("stream: no snapshot could be made: {}", error.what());
        return reply.client->close(ws::CloseCode::internal, "no snapshot could be made");
    }
    service.loop.post([self = shared_from_this(), reply] { self->finish(reply); });
}

// Sends once all facts up to its position are heard; then the client's next request is worked on.
void Stream::Impl::finish(Reply reply) {
    if (!reply.question->unwanted) {
        if (reply.position > heard) return waiting.push_back(std::move(reply));
        send(reply);
    }
    const auto found = watches.find(reply.client.get());
    if (found != watches.end()) work_on(reply.client, found->second.questions.done());
}

// This answer replaces everything that still waits for the client.
void Stream::Impl::send(const Reply& reply) {
    reply.client->drop_waiting();
    if (reply.question->lost) reply.client->send(framed(bare_frame("resync", reply.position)));
    for (const auto& part : reply.topics) {
        if (part.frame) reply.client->send(part.frame);
    }
    reply.client->send(framed(bare_frame("caught_up", reply.position)));
    batcher->flush();
    send_published_since(reply);
    for (const auto& part : reply.topics) {
        reply.client->subscribe(hub_name(part.topic, reply.audience));
    }
}

// Frames published since the answer was read may repeat parts of it, so this client gets the rest
// in frames of its own.
void Stream::Impl::send_published_since(const Reply& reply) {
    if (heard == reply.position) return;
    const auto tables = service.model.snapshot(service.clock());
    const auto allowed = check_access(*reply.client, reply.question->request.topics, tables);
    if (!allowed) return close_without_access(*reply.client, allowed.error());
    auto facts =
        events_after(tables, reply.position, static_cast<std::size_t>(heard - reply.position));
    std::erase_if(facts, [&](const auto& fact) { return fact.position > heard; });
    for (const auto& part : reply.topics) {
        const auto frame = changes_frame(part.topic, reply.audience, heard, tables, facts);
        if (frame) reply.client->send(frame);
    }
}

void Stream::Impl::forget(const ws::ClientPtr& client) {
    const auto found = watches.find(client.get());
    if (found == watches.end()) return;
    watched.replace(found->second.topics, {});
    watches.erase(found);
}

// Closes the clients that may not watch a topic of these kinds any more.
void Stream::Impl::recheck(const std::vector<const TopicKind*>& kinds) {
    const auto is_of_kinds = [&](const Topic& topic) {
        return std::find(kinds.begin(), kinds.end(), &topic.kind()) != kinds.end();
    };
    std::optional<Snapshot> tables;
    hub->for_each([&](const ws::ClientPtr& client) {
        const auto found = watches.find(client.get());
        if (found == watches.end()) return;
        const auto& of_client = found->second.topics;
        if (std::none_of(of_client.begin(), of_client.end(), is_of_kinds)) return;
        if (!tables) tables.emplace(service.model.snapshot(service.clock()));
        const auto allowed = check_access(*client, of_client, *tables);
        if (!allowed) close_without_access(*client, allowed.error());
    });
}

// Refused: the client may not watch one of its topics.
Result<void> Stream::Impl::fill(Reply& reply) {
    const auto& request = reply.question->request;
    const auto tables = service.model.snapshot(service.clock());
    if (auto allowed = check_access(*reply.client, request.topics, tables); !allowed) {
        return allowed;
    }
    reply.position = tables.position();
    std::optional<std::vector<views::Event>> missed;
    if (request.after && *request.after <= reply.position) {
        missed = events_after(tables, *request.after, settings.most_resumed + 1);
        if (missed->size() > settings.most_resumed) missed.reset();
    }
    for (const auto& topic : request.topics) {
        auto& part = reply.topics.emplace_back(Reply::OfTopic{topic});
        if (topic.kind().periodic) continue;
        const bool goes_on = missed && !request.fresh.contains(topic);
        part.frame = goes_on ? changes_frame(topic, reply.audience, reply.position, tables, *missed)
                             : snapshot_of(topic, reply.audience, tables);
    }
    return {};
}

ws::Frame Stream::Impl::snapshot_of(const Topic& topic, Audience audience, const Snapshot& tables) {
    return snapshots.get(hub_name(topic, audience), tables.position(), tables.now(),
                         [&] { return framed(snapshot_frame(topic, audience, tables)); });
}

}  // namespace dibs::routes
